"""The lines of the command's JSON Lines as values; each key has the name that it has there, in snake case."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Union

from .errors import FlycatcherError

__all__ = [
    "BoundingBox",
    "Estimate",
    "Measures",
    "ObjectObservation",
    "Observation",
    "Point",
    "RectangleObservation",
    "Stream",
    "Summary",
    "TrajectoryObservation",
]

VERSION = 1
"""The version of the lines that this package reads."""


def _number(value: Any) -> float:
    """JSON has no infinity and no NaN: the command writes null for them."""
    return float("nan") if value is None else float(value)


def _frame(value: Any) -> int:
    """The number of a frame, which tables hold in 64 bits."""
    number = int(value)
    if not -(2**63) <= number < 2**63:
        raise ValueError("frame is too large")
    return number


@dataclass(frozen=True)
class Stream:
    """The first line: where the frames come from."""

    source: str
    """The file name, the address or the kind of the source."""
    width: int
    """The width of the picture in pixels; 0 where it is not known."""
    height: int
    """The height of the picture in pixels; 0 where it is not known."""
    framerate: Fraction
    """Frames in a second; 0 where the rate varies or is not known."""
    fingerprint: Mapping[str, str]
    """The origin of the lines where many files were analyzed: `command`, `options`, `path`, `size`, `modified`; empty elsewhere."""

    @classmethod
    def from_json(cls, line: Mapping[str, Any]) -> Stream:
        """Creates it from a line of type `stream`."""
        if line["version"] != VERSION:
            raise FlycatcherError(
                f"The lines are of version {line['version']}, and this package reads version {VERSION}: install a newer one."
            )
        parts = (part.partition("=") for part in line.get("fingerprint", "").split())
        return cls(
            str(line["source"]),
            int(line["width"]),
            int(line["height"]),
            Fraction(line["framerate"]),
            {name: value for name, _, value in parts},
        )


@dataclass(frozen=True)
class Point:
    """A place in the picture, and for a detected one when it was there and its size."""

    x: float
    """A fraction of the picture's width, from the left."""
    y: float
    """A fraction of the picture's height, from the top."""
    time: float = float("nan")
    """Stream time, seconds; not a number where a point has none."""
    radius: float = float("nan")
    """A fraction of the picture's width; not a number where a point has none."""
    frame: int = -1
    """The number of the frame it was seen in, from 0; -1 where it is not known."""

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Point:
        """Creates it from an element of `detectedPoints`, of `projectedPoints`, or from a corner."""
        return cls(
            _number(value["x"]),
            _number(value["y"]),
            _number(value.get("time")),
            _number(value.get("radius")),
            _frame(value.get("frame", -1)),
        )


@dataclass(frozen=True)
class Estimate:
    """A measured number and its standard deviation, in the same unit."""

    value: float
    standard_deviation: float

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Estimate:
        """Creates it from a quantity of `measures`."""
        return cls(_number(value["value"]), _number(value["standardDeviation"]))


def snake_case(name: str) -> str:
    """Returns a key of the lines as this package writes it: `launchSpeed` is `launch_speed`."""
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name)


@dataclass(frozen=True)
class Measures:
    """What was measured of a flight. Seconds are real ones, also of slow motion whose capture rate was given."""

    pixels: Mapping[str, Estimate]
    """The quantities, such as `launch_speed` or `height`, in pixels of the upright picture, from its top left corner, y downward."""
    meters: Mapping[str, Estimate]
    """The quantities in meters, y upward from the first point; empty where there is no scale."""
    method: str | None
    """The way in which meters were found: `gravity`, `ballDiameter`, `scale` or `court`; `None` where there are none."""
    is_lower_bound: bool
    """Whether the true speeds may be larger, because the plane of flight is turned away from the picture's."""
    refusal: str | None
    """The reason why there are no meters; `None` where there are, or none were asked for."""
    x_coefficients: tuple[float, ...]
    """a, b and c of x = a + bt + ct² in pixels, t being the seconds since the first point."""
    y_coefficients: tuple[float, ...]
    """a, b and c of y = a + bt + ct² in pixels, t being the seconds since the first point."""
    bounce_of: str | None
    """The flight before the bounce with which this one begins."""

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Measures:
        """Creates them from the `measures` of a line of type `trajectory`."""

        def estimates(name: str) -> dict[str, Estimate]:
            return {snake_case(key): Estimate.from_json(item) for key, item in value.get(name, {}).items()}

        return cls(
            estimates("pixels"),
            estimates("meters"),
            value.get("method"),
            bool(value.get("isLowerBound", False)),
            value.get("refusal"),
            tuple(_number(number) for number in value["xCoefficients"]),
            tuple(_number(number) for number in value["yCoefficients"]),
            value.get("bounceOf"),
        )


@dataclass(frozen=True)
class BoundingBox:
    """A box, from its top left corner; may reach beyond the picture."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class TrajectoryObservation:
    """A free flight, as known at one frame."""

    uuid: str
    """The identity of the flight, the same in all of its lines."""
    state: str
    """`began`: the first line of a flight; `updated`: a further point; `ended`: the last line, with all points."""
    time: float
    """Stream time of the frame, seconds."""
    frame: int
    """The number of the frame, from 0; -1 where it is not known."""
    confidence: float
    """The probability that it is a flight, 0 to 1."""
    start: float
    """Stream time of the first detected point, seconds."""
    duration: float
    """Seconds from the first detected point to the newest."""
    points: tuple[Point, ...]
    """The newest detected points in order of time; all of them where the state is `ended`."""
    projected_points: tuple[Point, ...]
    """The fitted curve at the x of the last five detected points."""
    equation_coefficients: tuple[float, float, float]
    """a, b and c of y = ax² + bx + c."""
    moving_average_radius: float
    """The mean radius, a fraction of the picture's width."""
    measures: Measures | None = None
    """What was measured of the flight so far; `None` where there are too few points."""

    @classmethod
    def from_json(cls, line: Mapping[str, Any]) -> TrajectoryObservation:
        """Creates it from a line of type `trajectory`."""
        a, b, c = line["equationCoefficients"]
        measures = line.get("measures")
        if not line["detectedPoints"]:
            raise ValueError("detectedPoints is empty")
        return cls(
            line["uuid"],
            line["state"],
            float(line["time"]),
            _frame(line["frame"]),
            float(line["confidence"]),
            float(line["timeRange"]["start"]),
            float(line["timeRange"]["duration"]),
            tuple(Point.from_json(point) for point in line["detectedPoints"]),
            tuple(Point.from_json(point) for point in line["projectedPoints"]),
            (_number(a), _number(b), _number(c)),
            _number(line["movingAverageRadius"]),
            Measures.from_json(measures) if measures else None,
        )


@dataclass(frozen=True)
class ObjectObservation:
    """A tracked object, as known at one frame."""

    uuid: str
    """The identity of the object, the same in all of its lines."""
    label: str
    state: str
    """`nominated`, `tracked`, `predicted` (not seen, its place is extrapolated), `lost`, `recovered` or `ended`."""
    time: float
    """Stream time of the frame, seconds."""
    frame: int
    """The number of the frame, from 0; -1 where it is not known."""
    confidence: float
    """0 to 1."""
    bounding_box: BoundingBox

    @classmethod
    def from_json(cls, line: Mapping[str, Any]) -> ObjectObservation:
        """Creates it from a line of type `object`."""
        box = line["boundingBox"]
        return cls(
            line["uuid"],
            line["label"],
            line["state"],
            float(line["time"]),
            _frame(line["frame"]),
            float(line["confidence"]),
            BoundingBox(float(box["x"]), float(box["y"]), float(box["width"]), float(box["height"])),
        )


@dataclass(frozen=True)
class RectangleObservation:
    """A tracked rectangle, as known at one frame."""

    uuid: str
    """The identity of the rectangle, the same in all of its lines."""
    state: str
    """`nominated`, `tracked`, `predicted` (not seen, its place is extrapolated), `lost`, `recovered` or `ended`."""
    time: float
    """Stream time of the frame, seconds."""
    frame: int
    """The number of the frame, from 0; -1 where it is not known."""
    confidence: float
    """0 to 1."""
    corners: tuple[Point, Point, Point, Point]
    """Top left, top right, bottom right, bottom left, as they lie on the rectangle itself; one may lie outside the picture."""

    @classmethod
    def from_json(cls, line: Mapping[str, Any]) -> RectangleObservation:
        """Creates it from a line of type `rectangle`."""
        corners = line["corners"]
        return cls(
            line["uuid"],
            line["state"],
            float(line["time"]),
            _frame(line["frame"]),
            float(line["confidence"]),
            corners_of([Point.from_json(corners[name]) for name in ("topLeft", "topRight", "bottomRight", "bottomLeft")]),
        )


def corners_of(points: Sequence[Point]) -> tuple[Point, Point, Point, Point]:
    """Returns four points as the corners of a rectangle."""
    top_left, top_right, bottom_right, bottom_left = points
    return (top_left, top_right, bottom_right, bottom_left)


@dataclass(frozen=True)
class Summary:
    """The last line: how much was analyzed, and how long that took."""

    frames: int
    """The number of frames that came."""
    analyzed: int
    """The number of frames that every tracker analyzed."""
    skipped: int
    """The number of frames that passed unanalyzed."""
    elapsed: float
    """The time the analysis took, seconds."""

    @classmethod
    def from_json(cls, line: Mapping[str, Any]) -> Summary:
        """Creates it from a line of type `summary`."""
        return cls(int(line["frames"]), int(line["analyzed"]), int(line["skipped"]), float(line["elapsed"]))


Observation = Union[TrajectoryObservation, ObjectObservation, RectangleObservation]
"""What is reported of a frame: `TrajectoryObservation`, `ObjectObservation` or `RectangleObservation`."""

Line = Union[Stream, Observation, Summary]

_DAMAGES = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""The errors with which the reading of a damaged line fails."""

_kinds: dict[str, Callable[[Mapping[str, Any]], Line]] = {
    "stream": Stream.from_json,
    "trajectory": TrajectoryObservation.from_json,
    "object": ObjectObservation.from_json,
    "rectangle": RectangleObservation.from_json,
    "summary": Summary.from_json,
}


def parse(text: str) -> Line | None:
    """Returns a line as a value; `None` where it is of a kind that a later version may add.

    Raises `FlycatcherError` where it is no line of the command's.
    """
    try:
        line = json.loads(text)
        kind = _kinds.get(line["type"])
        return kind(line) if kind else None
    except _DAMAGES as error:
        shown = text if len(text) <= 60 else text[:60] + "…"
        raise FlycatcherError(f"This is no line of Flycatcher's: {shown!r} ({type(error).__name__}: {error})") from error
