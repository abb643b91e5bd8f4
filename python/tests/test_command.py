"""Running the built command, and failing as it fails."""

from __future__ import annotations

import os
import subprocess
import threading
from pathlib import Path

import pytest

import flycatcher
from flycatcher.command import arguments_for


def test_observations_are_those_of_the_command(command: str, clip: Path, tmp_path: Path) -> None:
    stored = tmp_path / "clip.jsonl"
    subprocess.run([command, "analyze", str(clip), "--json", str(stored)], check=True, capture_output=True)
    analysis = flycatcher.analyze(clip, executable=command)
    found = [(one.state, one.time, one.confidence) for one in analysis]
    assert found == [(one.state, one.time, one.confidence) for one in flycatcher.read(stored).observations]
    assert found
    assert analysis.stream and analysis.stream.width == 320
    assert analysis.summary and analysis.summary.frames == 120
    assert list(analysis) == []


def test_options(command: str, clip: Path) -> None:
    found = list(
        flycatcher.analyze(clip, executable=command, object=["0.4,0.4,0.2,0.2=one", "0.1,0.1,0.2,0.2"], tracking_level="fast")
    )
    assert {one.label for one in found if isinstance(one, flycatcher.ObjectObservation)} == {"one", ""}
    assert not any(isinstance(one, flycatcher.TrajectoryObservation) for one in found)
    assert arguments_for({"region_of_interest": (0, 0, 1, 0.5), "rectangles": True, "object": None, "picture": False}) == [
        "--region-of-interest=0,0,1,0.5",
        "--rectangles",
    ]


def test_it_ends_with_the_iteration(command: str, clip: Path) -> None:
    with flycatcher.analyze(clip, executable=command, object="0.4,0.4,0.2,0.2") as analysis:
        next(analysis)
        process = analysis._process
    assert process.returncode is not None


@pytest.mark.parametrize("option", ["json", "help", "version"])
def test_options_that_cannot_be_given(option: str) -> None:
    with pytest.raises(flycatcher.UsageError, match=option):
        flycatcher.analyze("x.mp4", **{option: True})
    assert arguments_for({option: None}) == []


def test_threads_share_an_analysis(tmp_path: Path, lines: Path) -> None:
    # A program that writes known lines stands for the command.
    program = tmp_path / "flycatcher"
    program.write_text(f"#!/bin/sh\n[ \"$1\" = --version ] && echo {flycatcher.__version__} || cat '{lines}'\n")
    os.chmod(program, 0o755)
    analysis = flycatcher.analyze("x.mp4", executable=str(program))
    found: list[flycatcher.Observation] = []
    threads = [threading.Thread(target=lambda: found.extend(analysis)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == len(flycatcher.read(lines).observations)


def test_an_analysis_is_closed_while_a_thread_waits(tmp_path: Path) -> None:
    program = tmp_path / "flycatcher"
    program.write_text(f"#!/bin/sh\n[ \"$1\" = --version ] && echo {flycatcher.__version__} || exec sleep 60\n")
    os.chmod(program, 0o755)
    analysis = flycatcher.analyze("x.mp4", executable=str(program))
    found: list[flycatcher.Observation] = []
    thread = threading.Thread(target=lambda: found.extend(analysis))
    thread.start()
    analysis.close()
    thread.join(10)
    assert not thread.is_alive() and not found


def test_failures(command: str, clip: Path, tmp_path: Path) -> None:
    with pytest.raises(flycatcher.UsageError, match="trajectory-length"):
        list(flycatcher.analyze(clip, executable=command, trajectory_length=1))
    with pytest.raises(flycatcher.UsageError, match="no-such"):
        list(flycatcher.analyze(clip, executable=command, no_such=1))
    text = tmp_path / "text.mp4"
    text.write_text("text")
    with pytest.raises(flycatcher.UnusableInputError) as caught:
        list(flycatcher.analyze(text, executable=command))
    assert caught.value.code == 3
    with pytest.raises(flycatcher.FlycatcherError, match="no command"):
        flycatcher.analyze(clip, executable="no-such-command")


def test_what_was_seen_before_a_failure_is_given(command: str, clip: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.mkv"
    cut.write_bytes(clip.read_bytes()[:-2000])
    seen = []
    with pytest.raises(flycatcher.FlycatcherError, match="ends too early"):
        for observation in flycatcher.analyze(cut, executable=command):
            seen.append(observation)
    assert seen


def test_a_command_of_another_version(tmp_path: Path) -> None:
    # A program that only knows its version stands for one of a later release.
    other = tmp_path / "flycatcher"
    other.write_text("#!/bin/sh\n[ \"$1\" = --version ] && echo 9.0.0\n")
    os.chmod(other, 0o755)
    with pytest.warns(flycatcher.VersionWarning, match="9.0.0"):
        flycatcher.analyze("x.mp4", executable=str(other)).close()
