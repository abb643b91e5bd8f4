"""What the tests need: a film's lines, and the command where it has been built."""

from __future__ import annotations

from pathlib import Path

import pytest
from built import clip, command

__all__ = ["clip", "command", "lines"]


@pytest.fixture
def lines() -> Path:
    return Path(__file__).parent / "data" / "scene.jsonl"
