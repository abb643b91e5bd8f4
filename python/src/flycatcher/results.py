"""The JSON Lines that the command has written, read as a whole."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar, Union

from .errors import CutOffWarning, FlycatcherError
from .observations import (
    ObjectObservation,
    Observation,
    Point,
    RectangleObservation,
    Stream,
    Summary,
    TrajectoryObservation,
    parse,
)
from .tables import Column, Table

PathLike = Union[str, "os.PathLike[str]"]
Row = TypeVar("Row")

def _measure(quantity: str) -> Callable[[Any], Any]:
    """Returns the function that takes a quantity in meters from a flight: not a number where it has none."""

    def take(row: TrajectoryObservation) -> float:
        found = row.measures.meters.get(quantity) if row.measures else None
        return found.value if found else float("nan")

    return take


_flights: list[Column] = [
    ("uuid", str, lambda row: row.uuid),
    ("start", float, lambda row: row.start),
    ("duration", float, lambda row: row.duration),
    ("confidence", float, lambda row: row.confidence),
    ("point_count", int, lambda row: len(row.points)),
    ("x_start", float, lambda row: row.points[0].x),
    ("y_start", float, lambda row: row.points[0].y),
    ("x_end", float, lambda row: row.points[-1].x),
    ("y_end", float, lambda row: row.points[-1].y),
    ("a", float, lambda row: row.equation_coefficients[0]),
    ("b", float, lambda row: row.equation_coefficients[1]),
    ("c", float, lambda row: row.equation_coefficients[2]),
    ("moving_average_radius", float, lambda row: row.moving_average_radius),
    # In meters, seconds and degrees.
    *[
        (name, float, _measure(name))
        for name in ("launch_speed", "launch_angle", "apex_speed", "landing_speed", "height", "range", "hang_time")
    ],
]
_points: list[Column] = [
    ("uuid", str, lambda row: row[0]),
    ("index", int, lambda row: row[1]),
    ("frame", int, lambda row: row[2].frame),
    ("time", float, lambda row: row[2].time),
    ("x", float, lambda row: row[2].x),
    ("y", float, lambda row: row[2].y),
    ("radius", float, lambda row: row[2].radius),
]
_tracks: list[Column] = [
    ("uuid", str, lambda row: row.uuid),
    ("state", str, lambda row: row.state),
    ("time", float, lambda row: row.time),
    ("frame", int, lambda row: row.frame),
    ("confidence", float, lambda row: row.confidence),
]


def _side(name: str) -> Callable[[Any], Any]:
    return lambda row: getattr(row.bounding_box, name)


def _corner(index: int, axis: str) -> Callable[[Any], Any]:
    return lambda row: getattr(row.corners[index], axis)


_objects: list[Column] = [
    ("label", str, lambda row: row.label),
    *_tracks,
    *[(name, float, _side(name)) for name in ("x", "y", "width", "height")],
]
_rectangles: list[Column] = [
    *_tracks,
    *[
        (f"{corner}_{axis}", float, _corner(index, axis))
        for index, corner in enumerate(("top_left", "top_right", "bottom_right", "bottom_left"))
        for axis in ("x", "y")
    ],
]


class Results:
    """What the command has found: in one film, or with `read_folder` in all films of a folder."""

    def __init__(self, films: Sequence[Film], minimum_confidence: float = 0.5) -> None:
        """Creates the results of films. Flights that end with less confidence than the minimum are left out."""
        self._films = films
        self._minimum_confidence = minimum_confidence

    @property
    def streams(self) -> list[Stream]:
        """The first line of each film."""
        return [film.stream for film in self._films]

    @property
    def stream(self) -> Stream:
        """The first line. Raises `FlycatcherError` where these are the results of more films than one, or of none."""
        if len(self._films) != 1:
            raise FlycatcherError(f"These are the results of {len(self._films)} films: use streams.")
        return self._films[0].stream

    @property
    def summary(self) -> Summary | None:
        """The numbers of all films together; `None` where the lines of one are cut off."""
        ends = [film.summary for film in self._films]
        if None in ends:
            return None
        whole = [end for end in ends if end]
        return Summary(
            sum(end.frames for end in whole),
            sum(end.analyzed for end in whole),
            sum(end.skipped for end in whole),
            sum(end.elapsed for end in whole),
        )

    @property
    def is_whole(self) -> bool:
        """Whether every film's lines go on to their summary."""
        return self.summary is not None

    @property
    def observations(self) -> Table[Observation]:
        """Every observation, in order of time, as it was reported: a flight has several."""
        return self._table(_tracks, lambda film: film.observations)

    @property
    def trajectories(self) -> Table[TrajectoryObservation]:
        """One row for each flight, with all of its points; those that were withdrawn are left out."""
        return self._table(_flights, self._flights)

    @property
    def points(self) -> Table[tuple[str, int, Point]]:
        """One row for each detected point of each flight: the flight's uuid, the number of the point from 0, the point."""
        return self._table(
            _points,
            lambda film: (
                (flight.uuid, index, point)
                for flight in self._flights(film)
                for index, point in enumerate(flight.points)
            ),
        )

    @property
    def objects(self) -> Table[ObjectObservation]:
        """One row for each object and frame."""
        return self._table(_objects, lambda film: _only(film, ObjectObservation))

    @property
    def rectangles(self) -> Table[RectangleObservation]:
        """One row for each rectangle and frame."""
        return self._table(_rectangles, lambda film: _only(film, RectangleObservation))

    def __repr__(self) -> str:
        return (
            f"<Results of {len(self._films)} films: {len(self.trajectories)} trajectories, "
            f"{len(self.objects)} rows of objects, {len(self.rectangles)} rows of rectangles>"
        )

    def _table(self, columns: Sequence[Column], rows: Callable[[Film], Iterable[Row]]) -> Table[Row]:
        return Table(((film.stream.source, row) for film in self._films for row in rows(film)), columns)

    def _flights(self, film: Film) -> list[TrajectoryObservation]:
        """Returns the last line of each flight, in order of their start. Lines that were cut off lack some ends."""
        last = {flight.uuid: flight for flight in _only(film, TrajectoryObservation)}
        flights = [flight for flight in last.values() if flight.confidence >= self._minimum_confidence]
        return sorted(flights, key=lambda flight: flight.start)


class Film:
    """The lines of one film."""

    def __init__(self, stream: Stream, observations: list[Observation], summary: Summary | None) -> None:
        """Creates them from the first line, those in the middle, and the last one where there is one."""
        self.stream = stream
        self.observations = observations
        self.summary = summary


def _only(film: Film, kind: type[Row]) -> Iterator[Row]:
    return (found for found in film.observations if isinstance(found, kind))


def read(path: PathLike, minimum_confidence: float = 0.5) -> Results:
    """Reads the JSON Lines that the command has written to a file.

    Lines that were cut off, because the command was killed or is still at work, give a `CutOffWarning`, and all whole ones
    are read. Raises `FlycatcherError` where the file holds something else, and `OSError` where it cannot be read.

    - `minimum_confidence`: the confidence that a flight has at its end at least; the command's own default is 0.5.
    """
    return Results([_read(Path(path))], minimum_confidence)


def read_folder(path: PathLike, minimum_confidence: float = 0.5) -> Results:
    """Reads all that `flycatcher analyze … --output folder` has written, in order of the names. Each row has its `source`."""
    files = sorted(Path(path).glob("*.jsonl"))
    if not files:
        raise FlycatcherError(f"There are no .jsonl files in {os.fspath(path)}.")
    return Results([_read(file) for file in files], minimum_confidence)


def _read(path: Path) -> Film:
    stream: Stream | None = None
    summary: Summary | None = None
    observations: list[Observation] = []
    number = 0
    rest = ""
    with open(path, encoding="utf-8", errors="replace", newline="\n") as file:
        for number, text in enumerate(file, 1):
            if not text.endswith("\n"):
                rest = text
                break
            line = _parse(text, path, number)
            if isinstance(line, Stream):
                stream = line
            elif isinstance(line, Summary):
                summary = line
            elif line is not None:
                observations.append(line)
    if stream is None:
        what = "is empty" if number == 0 else "does not begin with a line of type stream"
        raise FlycatcherError(f"{path} {what}.")
    if rest or summary is None:
        cut = f" The rest of line {number} was left out: {rest[:60]!r}." if rest else ""
        lines = number - bool(rest)
        warnings.warn(
            f"{path} ends too early, after {lines} whole lines and without a summary.{cut}", CutOffWarning, stacklevel=3
        )
    return Film(stream, observations, summary)


def _parse(text: str, path: Path, number: int) -> Stream | Summary | Observation | None:
    try:
        return parse(text)
    except FlycatcherError as error:
        raise FlycatcherError(f"{path}, line {number}: {error}") from error
