"""The command where it has been built, and a film for it: fixtures of these tests and of those of scale/."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def command() -> str:
    built = PROJECT / ".build" / "release" / "flycatcher"
    found = os.environ.get("FLYCATCHER") or (str(built) if built.exists() else shutil.which("flycatcher"))
    if not found:
        pytest.skip("the command has not been built: make build")
    return found


@pytest.fixture(scope="session")
def clip(command: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first two seconds of the embedded scene."""
    folder = tmp_path_factory.mktemp("demo")
    # The scene is longer than that; what the demo says of its flights is no matter here.
    subprocess.run(
        [command, "demo", "--output", str(folder), "--duration", "2", "--width", "320"], capture_output=True, check=False
    )
    (video,) = folder.glob("*.mkv")
    return video
