"""Results as other tools read them: MOT Challenge text, COCO, and `Detections` of supervision.

Each takes the boxes of a film: those of objects as they are, of rectangles the boxes around their corners, of trajectories boxes around each
detected point, of its radius. What was not seen in a frame (`predicted`, `lost`, `ended`) is left out. Boxes are in pixels.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from .errors import FlycatcherError
from .observations import Point, Stream
from .results import Results

if TYPE_CHECKING:
    import supervision

__all__ = ["Box", "boxes", "coco", "detections", "mot"]

_seen = ("nominated", "tracked", "recovered")


@dataclass(frozen=True)
class Box:
    """A box in a frame, in pixels, from its top left corner."""

    frame: int
    """The number of the frame, from 0."""
    kind: str
    """`trajectory`, `object` or `rectangle`."""
    label: str
    """The label of an object; the kind for all others."""
    uuid: str
    track: int
    """A number for the uuid, from 1, in the order in which they come."""
    x: float
    y: float
    width: float
    height: float
    confidence: float
    polygon: tuple[float, ...] = ()
    """The corners of a rectangle: x and y of each."""


def _frame(point: Point, stream: Stream) -> int:
    """Returns the number of the frame in which a point was seen."""
    if point.frame >= 0:
        return point.frame
    if not stream.framerate:
        raise FlycatcherError(f"{stream.source}: the frame rate varies, so that points have no frame.")
    return round(point.time * stream.framerate)


def boxes(film: Results) -> list[Box]:
    """Returns the boxes of a film, in order of the frames.

    Raises `FlycatcherError` where the size of the picture is not known, or for points of older lines without a frame, its frame rate.
    """
    stream = film.stream
    if not stream.width or not stream.height:
        raise FlycatcherError(f"{stream.source}: the size of the picture is not known.")
    found: list[Box] = []
    wide, high = stream.width, stream.height
    for flight in film.trajectories:
        for point in flight.points:
            frame = _frame(point, stream)
            x, y, radius = point.x * wide, point.y * high, point.radius * wide
            size = 2 * radius
            found.append(
                Box(frame, "trajectory", "trajectory", flight.uuid, 0, x - radius, y - radius, size, size, flight.confidence)
            )
    for thing in film.objects:
        if thing.state in _seen:
            box = thing.bounding_box
            found.append(
                Box(
                    thing.frame,
                    "object",
                    thing.label or "object",
                    thing.uuid,
                    0,
                    box.x * wide,
                    box.y * high,
                    box.width * wide,
                    box.height * high,
                    thing.confidence,
                )
            )
    for shape in film.rectangles:
        if shape.state in _seen:
            xs, ys = [corner.x * wide for corner in shape.corners], [corner.y * high for corner in shape.corners]
            polygon = tuple(value for corner in zip(xs, ys) for value in corner)
            left, top = min(xs), min(ys)
            found.append(
                Box(
                    shape.frame,
                    "rectangle",
                    "rectangle",
                    shape.uuid,
                    0,
                    left,
                    top,
                    max(xs) - left,
                    max(ys) - top,
                    shape.confidence,
                    polygon,
                )
            )
    found.sort(key=lambda box: box.frame)
    tracks: dict[str, int] = {}
    return [replace(box, track=tracks.setdefault(box.uuid, len(tracks) + 1)) for box in found]


def mot(film: Results) -> str:
    """Returns a film's boxes in the text format of the MOT Challenge.

    A line for each box: frame and track from 1, left, top, width, height, confidence, and three times -1. Pixels are counted from 1, as there.
    """
    lines = (
        f"{box.frame + 1},{box.track},{box.x + 1:.3f},{box.y + 1:.3f},{box.width:.3f},{box.height:.3f},"
        f"{box.confidence:.4f},-1,-1,-1\n"
        for box in boxes(film)
    )
    return "".join(lines)


def coco(film: Results, file_name: str = "{frame:06}.png") -> dict[str, Any]:
    """Returns a film's boxes as a COCO data set, ready for `json.dump`.

    An image for each frame with a box, a category for each label, and an annotation for each box, with its `score` and `track_id`; rectangles
    have their outline as `segmentation`.

    - `file_name`: the name of a frame's picture; `{frame}` is its number from 0.
    """
    stream = film.stream
    found = boxes(film)
    names = list(dict.fromkeys(box.label for box in found))
    categories = [{"id": number, "name": name} for number, name in enumerate(names, 1)]
    images = [
        {"id": frame, "file_name": file_name.format(frame=frame), "width": stream.width, "height": stream.height}
        for frame in dict.fromkeys(box.frame for box in found)
    ]
    annotations = [
        {
            "id": number,
            "image_id": box.frame,
            "category_id": names.index(box.label) + 1,
            "bbox": [box.x, box.y, box.width, box.height],
            "area": _area(box),
            "iscrowd": 0,
            "segmentation": [list(box.polygon)] if box.polygon else [],
            "score": box.confidence,
            "track_id": box.track,
        }
        for number, box in enumerate(found, 1)
    ]
    return {"images": images, "categories": categories, "annotations": annotations}


def _area(box: Box) -> float:
    """The area of the outline (shoelace formula), or of the box."""
    if not box.polygon:
        return box.width * box.height
    corners = list(zip(box.polygon[::2], box.polygon[1::2]))
    pairs = zip(corners, corners[1:] + corners[:1])
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)) / 2


def detections(film: Results) -> Iterator[tuple[int, supervision.Detections]]:
    """Yields each frame with boxes, by its number from 0, with its boxes as `Detections` of supervision.

    `tracker_id` is the number of the uuid, `data` holds `uuid` and `class_name`, the label.
    """
    import numpy
    import supervision

    found = boxes(film)
    names = list(dict.fromkeys(box.label for box in found))
    frames: dict[int, list[Box]] = {}
    for box in found:
        frames.setdefault(box.frame, []).append(box)
    for frame, seen in frames.items():
        yield (
            frame,
            supervision.Detections(
                xyxy=numpy.array([[box.x, box.y, box.x + box.width, box.y + box.height] for box in seen], dtype=float),
                confidence=numpy.array([box.confidence for box in seen], dtype=float),
                class_id=numpy.array([names.index(box.label) for box in seen], dtype=int),
                tracker_id=numpy.array([box.track for box in seen], dtype=int),
                data={
                    "class_name": numpy.array([box.label for box in seen]),
                    "uuid": numpy.array([box.uuid for box in seen]),
                },
            ),
        )
