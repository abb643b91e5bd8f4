"""What a Python probe reads from buffers is what the same elements write as lines."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import flycatcher

gi = pytest.importorskip("gi")
BUILT = Path(__file__).resolve().parents[2] / ".build" / "release"


def test_buffers_carry_what_the_lines_say(clip: Path, tmp_path: Path) -> None:
    gi.require_version("Gst", "1.0")
    from gi.repository import Gst

    Gst.init(None)
    if BUILT.joinpath("libgstflycatcher.so").exists():
        Gst.Registry.get().scan_path(os.fspath(BUILT))
    if not Gst.ElementFactory.find("trajectorydetect"):
        pytest.skip("the plugin has not been built: make build")
    path = tmp_path / "lines.jsonl"
    pipeline = Gst.parse_launch(
        f"filesrc location={clip} ! decodebin ! videoconvert ! trajectorydetect ! objecttrack objects=0.4,0.4,0.2,0.2,one "
        f"! rectangletrack ! trackpublish name=publish location={path} ! fakesink sync=false"
    )
    seen: list[flycatcher.Observation] = []

    def see(_pad: object, info: object) -> object:
        if info.type & Gst.PadProbeType.BUFFER:  # type: ignore[attr-defined]
            seen.extend(flycatcher.probe.observations(info.get_buffer()))  # type: ignore[attr-defined]
        else:
            structure = info.get_event().get_structure()  # type: ignore[attr-defined]
            if structure and structure.get_name() == "FlycatcherMeta":
                seen.extend(flycatcher.probe.observations_of_structure(structure))
        return Gst.PadProbeReturn.OK

    sink = pipeline.get_by_name("publish").get_static_pad("sink")
    sink.add_probe(Gst.PadProbeType.BUFFER | Gst.PadProbeType.EVENT_DOWNSTREAM, see)
    pipeline.set_state(Gst.State.PLAYING)
    message = pipeline.get_bus().timed_pop_filtered(60 * Gst.SECOND, Gst.MessageType.EOS | Gst.MessageType.ERROR)
    assert message and message.type == Gst.MessageType.EOS, message and message.parse_error()
    pipeline.set_state(Gst.State.NULL)
    stored = list(flycatcher.read(path).observations)
    assert {type(one).__name__ for one in seen} >= {"TrajectoryObservation", "ObjectObservation"}
    assert len(seen) == len(stored)
    for one, other in zip(seen, stored):
        assert type(one) is type(other)
        assert (one.uuid, one.state, one.frame) == (other.uuid, other.state, other.frame)
        assert one.time == pytest.approx(other.time) and one.confidence == pytest.approx(other.confidence)
        if isinstance(one, flycatcher.TrajectoryObservation) and isinstance(other, flycatcher.TrajectoryObservation):
            # Lines hold times to the millisecond.
            assert [(p.x, p.y, p.frame) for p in one.points] == [(p.x, p.y, p.frame) for p in other.points]
            assert one.measures == other.measures
            assert one.equation_coefficients == pytest.approx(other.equation_coefficients)
    assert json.loads(path.read_text().splitlines()[0])["type"] == "stream"
