"""Reading the command's lines: rows, tables, and lines that are cut off or foreign."""

from __future__ import annotations

import json
import math
import subprocess
import warnings
from fractions import Fraction
from pathlib import Path

import pandas
import pyarrow
import pytest

import flycatcher


def whole_lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.parametrize(
    "old, new",
    [
        ('"frame":', '"frame":1e999,"was":'),
        ('"frame":', '"frame":9223372036854775808,"was":'),
        ('"uuid":', '"measures":"none","uuid":'),
        ('"uuid":', '"measures":{"pixels":3,"xCoefficients":[],"yCoefficients":[]},"uuid":'),
        ('"detectedPoints":', '"detectedPoints":[],"was":'),
        ('"uuid":', '"was":' + "[" * 100_000),
        ('"type":', '"type":["trajectory"],"was":'),
    ],
)
def test_a_damaged_line_is_named(lines: Path, tmp_path: Path, old: str, new: str) -> None:
    first, *others = lines.read_text().splitlines()
    flight = next(line for line in others if '"type":"trajectory"' in line)
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_text(first + "\n" + flight.replace(old, new, 1) + "\n")
    with pytest.raises(flycatcher.FlycatcherError, match="line 2"):
        flycatcher.read(damaged)


def test_every_observation_is_read(lines: Path) -> None:
    film, originals = flycatcher.read(lines), whole_lines(lines)
    assert len(film.observations) == len(originals) - 2
    for read, original in zip(film.observations, originals[1:-1]):
        assert (read.uuid, read.state, read.time, read.frame) == tuple(
            original[name] for name in ("uuid", "state", "time", "frame")
        )
    assert film.stream.framerate == Fraction(originals[0]["framerate"])
    assert film.summary and film.summary.frames == originals[-1]["frames"]
    assert film.is_whole


def test_a_flight_is_one_row_with_all_points(lines: Path) -> None:
    film = flycatcher.read(lines)
    ended = [line for line in whole_lines(lines) if line["type"] == "trajectory" and line["state"] == "ended"]
    assert ended and len(film.trajectories) == len(ended)
    assert len(film.points) == sum(len(line["detectedPoints"]) for line in ended)
    flight = film.trajectories[0]
    assert flight.points[0].time == flight.start
    a, b, c = flight.equation_coefficients
    for point in flight.points[-5:]:
        assert abs(a * point.x**2 + b * point.x + c - point.y) < 0.02


def test_flights_are_measured_and_points_know_their_frame(tmp_path: Path, clip: Path, command: str) -> None:
    path = tmp_path / "clip.jsonl"
    subprocess.run([command, "analyze", clip, "--scale", "0.1,0.5,0.6,0.5=2m", "--json", path], check=True, capture_output=True)
    film = flycatcher.read(path)
    ended = [line for line in whole_lines(path) if line["type"] == "trajectory" and line["state"] == "ended"]
    assert ended and len(film.trajectories) == len(ended)
    for flight, line in zip(film.trajectories, sorted(ended, key=lambda line: line["timeRange"]["start"])):
        assert [point.frame for point in flight.points] == [point["frame"] for point in line["detectedPoints"]]
        measures = flight.measures
        assert measures and measures.method == "scale" and measures.refusal is None and not measures.is_lower_bound
        assert len(measures.pixels) == len(line["measures"]["pixels"]) and len(measures.meters) == len(line["measures"]["meters"])
        original = line["measures"]["meters"]["launchSpeed"]
        speed = measures.meters["launch_speed"]
        assert (speed.value, speed.standard_deviation) == (original["value"], original["standardDeviation"])
        assert measures.y_coefficients == tuple(line["measures"]["yCoefficients"])
    speeds = [line["measures"]["meters"]["launchSpeed"]["value"] for line in ended]
    assert sorted(film.trajectories.to_pandas()["launch_speed"]) == sorted(speeds)
    assert list(film.points.to_pandas()["frame"]) == [point.frame for flight in film.trajectories for point in flight.points]


def test_older_lines_hold_neither(lines: Path) -> None:
    film = flycatcher.read(lines)
    assert all(flight.measures is None and flight.points[0].frame == -1 for flight in film.trajectories)
    assert film.trajectories.to_pandas()["launch_speed"].isna().all()


def test_withdrawn_flights_are_left_out(lines: Path) -> None:
    assert len(flycatcher.read(lines, minimum_confidence=1.01).trajectories) == 0
    assert len(flycatcher.read(lines, minimum_confidence=0).trajectories) >= len(flycatcher.read(lines).trajectories)


@pytest.mark.parametrize("kind", ["trajectories", "points", "objects", "rectangles", "observations"])
def test_tables_are_those_rows(lines: Path, kind: str) -> None:
    table = getattr(flycatcher.read(lines), kind)
    frame, arrow = table.to_pandas(), table.to_arrow()
    assert len(frame) == len(table) == arrow.num_rows > 0
    assert list(frame.columns) == arrow.column_names == list(table.columns)
    pandas.testing.assert_frame_equal(
        frame.astype({name: "str" for name, type_ in table.types.items() if type_ is str}),
        arrow.to_pandas().astype({name: "str" for name, type_ in table.types.items() if type_ is str}),
    )
    assert set(frame["source"]) == {"scene"}


def test_a_table_without_rows_keeps_its_types(tmp_path: Path, lines: Path) -> None:
    texts = lines.read_text().splitlines(keepends=True)
    empty = tmp_path / "empty.jsonl"
    empty.write_text(texts[0] + texts[-1])
    table = flycatcher.read(empty).points
    assert table.to_pandas().dtypes["x"] == "float64"
    assert table.to_arrow().schema.field("index").type == pyarrow.int64()


def test_lines_that_were_cut_off(tmp_path: Path, lines: Path) -> None:
    text = lines.read_bytes()
    whole = whole_lines(lines)
    cut = tmp_path / "cut.jsonl"
    for size in (len(text) - 1, len(text) // 2, len(text) // 3):
        cut.write_bytes(text[:size])
        with pytest.warns(flycatcher.CutOffWarning, match=r"cut\.jsonl ends too early, after \d+ whole lines"):
            film = flycatcher.read(cut)
        count = text[:size].count(b"\n")
        assert len(film.observations) == min(count, len(whole) - 1) - 1
        assert not film.is_whole
    # A flight whose end is missing is as far as it was known.
    began = next(i for i, line in enumerate(whole) if line["type"] == "trajectory")
    cut.write_bytes(b"".join(text.splitlines(keepends=True)[: began + 1]))
    with pytest.warns(flycatcher.CutOffWarning):
        assert len(flycatcher.read(cut).trajectories) == 1


def test_what_is_no_result(tmp_path: Path, lines: Path) -> None:
    path = tmp_path / "x.jsonl"
    first = lines.read_text().splitlines()[0]
    for text, words in [
        ("", "is empty"),
        ("{}\n", "line 1"),
        ("no JSON\n", "line 1"),
        (first + "\n[1]\n", "line 2"),
        (first.replace('"version":1', '"version":2') + "\n", "version 2"),
        ('{"type":"later"}\n', "does not begin"),
    ]:
        path.write_text(text)
        with pytest.raises(flycatcher.FlycatcherError, match=words):
            flycatcher.read(path)
    with pytest.raises(OSError):
        flycatcher.read(tmp_path / "none.jsonl")
    with pytest.raises(flycatcher.FlycatcherError, match="no .jsonl"):
        flycatcher.read_folder(tmp_path / "none")


def test_what_a_later_version_adds_does_no_harm(tmp_path: Path, lines: Path) -> None:
    texts = lines.read_text().splitlines(keepends=True)
    later = tmp_path / "later.jsonl"
    later.write_text(texts[0].replace('{"type"', '{"lens":"wide","type"') + '{"type":"sound","level":3}\n' + "".join(texts[1:]))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(flycatcher.read(later).observations) == len(texts) - 2


def test_numbers_that_are_not_finite(tmp_path: Path, lines: Path) -> None:
    texts = [json.loads(line) for line in lines.read_text().splitlines()]
    flight = next(line for line in texts if line["type"] == "trajectory")
    flight["equationCoefficients"] = [None, None, None]
    path = tmp_path / "x.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in texts))
    read = next(one for one in flycatcher.read(path).observations if isinstance(one, flycatcher.TrajectoryObservation))
    assert math.isnan(read.equation_coefficients[0])


def test_a_folder_is_one_table(tmp_path: Path, lines: Path) -> None:
    one = lines.read_text()
    for name in ("a", "b"):
        header = f'"source":"{name}.mp4","fingerprint":"command=0.1.0 options=12 path={name} size=3 modified=4.5"'
        (tmp_path / f"{name}.jsonl").write_text(one.replace('"source":"scene"', header))
    (tmp_path / "failed.txt").write_text("c.mp4\t3\tno video\n")
    both, single = flycatcher.read_folder(tmp_path), flycatcher.read(lines)
    assert len(both.trajectories) == 2 * len(single.trajectories)
    assert list(both.trajectories.to_pandas()["source"].unique()) == ["a.mp4", "b.mp4"]
    assert both.streams[0].fingerprint["command"] == "0.1.0"
    assert both.summary and single.summary and both.summary.frames == 2 * single.summary.frames
    with pytest.raises(flycatcher.FlycatcherError, match="2 films"):
        _ = both.stream
