"""The workflow with the built command, its plan, its tables, and the Kubernetes Job."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet
import pytest

HERE = Path(__file__).resolve().parents[1]
PROJECT = HERE.parent
sys.path[:0] = [str(HERE), str(PROJECT / "python/tests")]
import plan  # noqa: E402
from built import clip, command  # noqa: E402, F401


@pytest.fixture
def films(tmp_path: Path, clip: Path) -> Path:
    folder = tmp_path / "films"
    for name in ("a.mkv", "b.mkv", "deep/a.mkv", "deep/c.mkv"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(clip, path)
    (folder / "bad.mp4").write_text("no film")
    return folder


def snakemake(folder: Path, command: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    program = Path(sys.executable).with_name("snakemake")
    return subprocess.run(
        [program, "--snakefile", HERE / "Snakefile", "--cores", "2", *arguments, "--config", f"command={command}", "group=2"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def times(folder: Path) -> dict[str, int]:
    return {path.name + path.parent.name: path.stat().st_mtime_ns for path in folder.glob("results/groups/*/*.jsonl")}


def test_films_become_tables(tmp_path: Path, films: Path, command: str) -> None:
    outcome = snakemake(tmp_path, command)
    assert outcome.returncode == 0, outcome.stderr
    flights = pyarrow.parquet.read_table(tmp_path / "results/trajectories.parquet").to_pylist()
    points = pyarrow.parquet.read_table(tmp_path / "results/points.parquet").to_pylist()
    assert [row["source"] for row in flights] == sorted(row["source"] for row in flights)
    assert {row["source"] for row in flights} == {f"films/{name}" for name in ("a.mkv", "b.mkv", "deep/a.mkv", "deep/c.mkv")}
    assert sum(row["point_count"] for row in flights) == len(points)
    keys = {(row["source"], row["trajectory"]) for row in flights}
    assert len(keys) == len(flights) and {(row["source"], row["trajectory"]) for row in points} == keys
    failed = (tmp_path / "results/failed.tsv").read_text().splitlines()
    assert failed[0] == "input\tcode\treason" and len(failed) == 2 and failed[1].startswith("films/bad.mp4\t3\t")
    # A film that is bad for ever was tried once.
    assert outcome.stderr.count("rule analyze:") == 3

    # Nothing is left to do; a new film and a changed one are all that is done then.
    before = times(tmp_path)
    assert "Nothing to be done" in snakemake(tmp_path, command).stderr
    shutil.copy(films / "a.mkv", films / "aa.mkv")
    film = films / "b.mkv"
    film.write_bytes(film.read_bytes().replace(b"GStreamer", b"GStreamed", 1))
    outcome = snakemake(tmp_path, command)
    assert outcome.returncode == 0, outcome.stderr
    after = times(tmp_path)
    assert len(after) == 5
    assert sum(after[name] != time for name, time in before.items()) == 1
    again = pyarrow.parquet.read_table(tmp_path / "results/trajectories.parquet")
    assert len(again.column("source").unique()) == 5


def test_a_job_that_fails_is_tried_again_and_goes_on(tmp_path: Path, films: Path, command: str) -> None:
    # The first attempt at each group ends as on a node that fails, after its first film.
    frail = tmp_path / "frail"
    frail.write_text(
        f"""#!/bin/sh
        case "$*" in *--list) exec {command} "$@";; esac
        mark=$(echo "$4" | tr / _)
        [ -e "$mark" ] && exec {command} "$@"
        head -n 1 | {command} "$@"
        : > "$mark"
        exit 1
        """
    )
    frail.chmod(0o755)
    outcome = snakemake(tmp_path, str(frail))
    assert outcome.returncode == 0, outcome.stderr
    logs = "".join(path.read_text() for path in (tmp_path / "results/logs").glob("*.log"))
    assert logs.count("whole already\n") >= 2, logs
    assert len(times(tmp_path)) == 4


def test_the_plan_stays(tmp_path: Path, command: str) -> None:
    films, results = tmp_path / "films", tmp_path / "films/results"
    results.mkdir(parents=True)
    for number in range(5):
        (films / f"{number}.mp4").touch()
    (results / "annotated.mkv").touch()
    (films / "notes.txt").touch()
    (films / ".hidden.mp4").touch()
    first = plan.groups(command, films, results, 2, extends=True)
    assert [len(group) for group in first.values()] == [2, 2, 1]
    (films / "00.mp4").touch()
    (films / "4.mp4").unlink()
    assert plan.groups(command, films, results, 2, extends=False) == first
    second = plan.groups(command, films, results, 3, extends=True)
    assert {**first, "000003": [str(films / "00.mp4")]} == second
    assert plan.present(second["000002"]) == []
    listed = tmp_path / "list.txt"
    listed.write_text("x.mp4\n\nmissing.mp4\nx.mp4\n")
    assert plan.films(command, listed, results) == ["x.mp4", "missing.mp4"]
    with pytest.raises(ValueError):
        plan.groups(command, films, results, 0, extends=True)


def test_what_is_not_whole_is_left_out_and_named(tmp_path: Path, films: Path, command: str) -> None:
    assert snakemake(tmp_path, command).returncode == 0
    paths = sorted((tmp_path / "results/groups").glob("*/*.jsonl"))
    paths[0].write_bytes(paths[0].read_bytes()[:-3])
    tables = [str(tmp_path / name) for name in ("t.parquet", "p.parquet", "f.tsv")]
    outcome = subprocess.run(
        [sys.executable, HERE / "join.py", tmp_path / "results/groups", *tables], capture_output=True, text=True, check=False
    )
    assert outcome.returncode == 1 and f"{paths[0]} is not whole" in outcome.stderr
    assert len(pyarrow.parquet.read_table(tables[0]).column("source").unique()) == len(paths) - 1


def test_the_kubernetes_job_keeps_the_schema(tmp_path: Path) -> None:
    validate = Path(sys.executable).with_name("kubernetes-validate")
    job = HERE / "kubernetes/job.yaml"
    for version in ("1.33", "1.36"):
        subprocess.run([validate, "--strict", "-k", version, job], check=True)
    text = job.read_text()
    for wrong in (
        text.replace("backoffLimitPerIndex", "backoffLimitPerIndx"),
        text.replace("completions: 1000", "completions: many"),
    ):
        (tmp_path / "wrong.yaml").write_text(wrong)
        assert subprocess.run([validate, "--strict", tmp_path / "wrong.yaml"], capture_output=True, check=False).returncode
    # The exit codes are those of the command.
    codes = dict(re.findall(r"case (\w+) = (\d+)", (PROJECT / "Sources/FlycatcherCommand/ExitStatus.swift").read_text()))
    assert "values: [2]" in text and codes["usage"] == "2" and "values: [3]" in text and codes["unusableInput"] == "3"


def test_every_share_of_the_kubernetes_job_takes_its_own_films(tmp_path: Path, films: Path, command: str) -> None:
    line = re.search(r"args:\n\s+- >-\n((?:\s{14}.*\n)+)", (HERE / "kubernetes/job.yaml").read_text())
    assert line
    script = " ".join(part.strip() for part in line[1].splitlines())
    listed = sorted(str(path) for path in films.rglob("*.m*"))
    (tmp_path / "films.txt").write_text("".join(film + "\n" for film in listed))
    tools = tmp_path / "bin"
    tools.mkdir()
    (tools / "flycatcher").symlink_to(command)
    codes = []
    for index in range(2):
        variables = {"PATH": f"{tools}:{os.environ['PATH']}", "JOB_COMPLETION_INDEX": str(index), "SHARES": "2"}
        done = subprocess.run(["/bin/sh", "-c", script], cwd=tmp_path, env={**os.environ, **variables}, check=False, capture_output=True)
        codes.append(done.returncode)
    assert sorted(codes) == [0, 3]
    assert len(list(tmp_path.glob("results/groups/*/*.jsonl"))) == 4
