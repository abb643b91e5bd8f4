"""What the GStreamer elements `trajectorydetect`, `objecttrack` and `rectangletrack` attach to buffers, in a probe of your own.

```python
def see(pad, info):
    for observation in flycatcher.probe.observations(info.get_buffer()):
        print(observation.state, observation.time)
    return Gst.PadProbeReturn.OK

overlay.get_static_pad("sink").add_probe(Gst.PadProbeType.BUFFER, see)
```

Needs PyGObject and GStreamer's typelibs: Debian's python3-gst-1.0.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .observations import (
    BoundingBox,
    Estimate,
    Measures,
    ObjectObservation,
    Observation,
    Point,
    RectangleObservation,
    TrajectoryObservation,
    corners_of,
    snake_case,
)

__all__ = ["observations", "observations_of_structure"]

NAME = "FlycatcherMeta"
"""The name of the meta, of the event before the end of a stream, and of the element messages of `trackpublish`."""


def observations(buffer: Any) -> Iterator[Observation]:
    """Yields the observations on a `Gst.Buffer`; none where it carries no meta of Flycatcher's."""
    meta = buffer.get_custom_meta(NAME)
    if meta is not None:
        yield from observations_of_structure(meta.get_structure())


def observations_of_structure(structure: Any) -> Iterator[Observation]:
    """Yields the observations in a `Gst.Structure` with the fields of the meta: of the custom event that comes before the end of a
    stream, or of a message that `trackpublish post-messages=true` posts."""
    frame = structure.get_uint64("frame")
    number = int(frame[1]) if frame[0] else -1
    found = structure.get_value("observations") if structure.has_field("observations") else None
    for fields in found or ():
        kind = fields.get_name()
        if kind == "trajectory":
            yield _trajectory(fields, number)
        elif kind == "object":
            yield _object(fields, number)
        elif kind == "rectangle":
            yield _rectangle(fields, number)


def _seconds(nanoseconds: Any) -> float:
    return float(nanoseconds) / 1e9


def _numbers(fields: Any, name: str) -> list[float]:
    return [float(value) for value in fields.get_value(name) or ()]


def _trajectory(fields: Any, frame: int) -> TrajectoryObservation:
    times = [_seconds(value) for value in fields.get_value("detected-time") or ()]
    xs, ys, radii = (_numbers(fields, f"detected-{name}") for name in ("x", "y", "radius"))
    frames = list(fields.get_value("detected-frame") or ()) if fields.has_field("detected-frame") else []
    frames += [-1] * (len(times) - len(frames))
    a, b, c = _numbers(fields, "equation-coefficients")
    projected = zip(_numbers(fields, "projected-x"), _numbers(fields, "projected-y"))
    return TrajectoryObservation(
        fields.get_string("uuid"),
        fields.get_string("state"),
        _seconds(fields.get_value("time")),
        frame,
        float(fields.get_value("confidence")),
        _seconds(fields.get_value("start")),
        _seconds(fields.get_value("duration")),
        tuple(Point(*point) for point in zip(xs, ys, times, radii, map(int, frames))),
        tuple(Point(x, y) for x, y in projected),
        (a, b, c),
        float(fields.get_value("moving-average-radius")),
        _measures(fields),
    )


def _text(fields: Any, name: str) -> str | None:
    found = fields.get_string(name) if fields.has_field(name) else None
    return str(found) if found else None


def _measures(fields: Any) -> Measures | None:
    if not fields.has_field("measures"):
        return None
    found: dict[str, dict[str, Estimate]] = {"px": {}, "m": {}}
    for measure in fields.get_value("measures") or ():
        estimate = Estimate(float(measure.get_value("value")), float(measure.get_value("standard-deviation")))
        found[measure.get_string("length-unit")][snake_case(measure.get_string("quantity"))] = estimate
    return Measures(
        found["px"],
        found["m"],
        _text(fields, "measure-method"),
        bool(fields.get_value("is-lower-bound")) if fields.has_field("is-lower-bound") else False,
        _text(fields, "measure-refusal"),
        tuple(_numbers(fields, "x-coefficients")),
        tuple(_numbers(fields, "y-coefficients")),
        _text(fields, "bounce-of"),
    )


def _object(fields: Any, frame: int) -> ObjectObservation:
    x, y, width, height = (float(fields.get_value(name)) for name in ("x", "y", "width", "height"))
    return ObjectObservation(
        fields.get_string("uuid"),
        fields.get_string("label") or "",
        fields.get_string("state"),
        _seconds(fields.get_value("time")),
        frame,
        float(fields.get_value("confidence")),
        BoundingBox(x, y, width, height),
    )


def _rectangle(fields: Any, frame: int) -> RectangleObservation:
    places = [Point(x, y) for x, y in zip(_numbers(fields, "x"), _numbers(fields, "y"))]
    return RectangleObservation(
        fields.get_string("uuid"),
        fields.get_string("state"),
        _seconds(fields.get_value("time")),
        frame,
        float(fields.get_value("confidence")),
        corners_of(places),
    )
