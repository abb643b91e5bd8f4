"""What other tools read, read by those tools."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import flycatcher
from flycatcher import convert


@pytest.fixture
def film(lines: Path) -> flycatcher.Results:
    return flycatcher.read(lines)


def test_boxes_are_where_the_observations_are(film: flycatcher.Results) -> None:
    boxes = convert.boxes(film)
    assert [box.frame for box in boxes] == sorted(box.frame for box in boxes)
    assert {box.kind for box in boxes} == {"trajectory", "object", "rectangle"}
    width, height = film.stream.width, film.stream.height
    seen = [one for one in film.objects if one.state in ("nominated", "tracked", "recovered")]
    objects = [box for box in boxes if box.kind == "object"]
    assert len(objects) == len(seen)
    first = next(one for one in seen if one.uuid == objects[0].uuid and one.frame == objects[0].frame)
    assert objects[0].x == pytest.approx(first.bounding_box.x * width)
    assert objects[0].height == pytest.approx(first.bounding_box.height * height)
    point = film.points[0][2]
    ball = next(box for box in boxes if box.kind == "trajectory" and box.uuid == film.points[0][0])
    assert ball.x + ball.width / 2 == pytest.approx(point.x * width)
    assert ball.y + ball.height / 2 == pytest.approx(point.y * height)
    assert ball.frame == round(point.time * 60)


def test_points_that_know_their_frame_need_no_rate(lines: Path, tmp_path: Path) -> None:
    text = lines.read_text().replace('"framerate":"60/1"', '"framerate":"0/1"')
    path = tmp_path / "varying.jsonl"
    path.write_text(text)
    with pytest.raises(flycatcher.FlycatcherError, match="rate varies"):
        convert.boxes(flycatcher.read(path))
    counted = [json.loads(line) for line in text.splitlines()]
    for line in counted:
        for point in line.get("detectedPoints", []):
            point["frame"] = 7
    path.write_text("".join(json.dumps(line) + "\n" for line in counted))
    assert {box.frame for box in convert.boxes(flycatcher.read(path)) if box.kind == "trajectory"} == {7}


def test_mot(film: flycatcher.Results) -> None:
    text = convert.mot(film)
    rows = [line.split(",") for line in text.splitlines()]
    assert len(rows) == len(convert.boxes(film))
    assert all(len(row) == 10 and row[7:] == ["-1", "-1", "-1"] for row in rows)
    # A track has one box a frame, and numbers begin at 1.
    assert len({(row[0], row[1]) for row in rows}) == len(rows)
    assert min(int(row[0]) for row in rows) == 1 and min(int(row[1]) for row in rows) == 1


def test_coco_is_read_by_its_own_tools(film: flycatcher.Results, tmp_path: Path) -> None:
    coco = pytest.importorskip("pycocotools.coco")
    path = tmp_path / "coco.json"
    path.write_text(json.dumps(convert.coco(film)))
    data = coco.COCO(str(path))
    assert len(data.getAnnIds()) == len(convert.boxes(film))
    names = {category["name"] for category in data.loadCats(data.getCatIds())}
    assert names == {"trajectory", "rectangle", "one"}
    shapes = data.loadAnns(data.getAnnIds(catIds=data.getCatIds(catNms=["rectangle"])))
    for shape in shapes:
        assert data.annToMask(shape).sum() == pytest.approx(shape["area"], rel=0.05)


def test_detections(film: flycatcher.Results) -> None:
    pytest.importorskip("supervision")
    boxes = convert.boxes(film)
    frames = dict(convert.detections(film))
    assert sum(len(found) for found in frames.values()) == len(boxes)
    first = frames[boxes[0].frame]
    assert first.xyxy[0].tolist() == [
        boxes[0].x,
        boxes[0].y,
        boxes[0].x + boxes[0].width,
        boxes[0].y + boxes[0].height,
    ]
    assert first.tracker_id is not None and first.tracker_id[0] == boxes[0].track
    assert first.data["uuid"][0] == boxes[0].uuid


def test_without_a_size_there_are_no_pixels(lines: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(lines.read_text().replace('"width":320,"height":180,', '"width":0,"height":0,'))
    with pytest.raises(flycatcher.FlycatcherError, match="size"):
        convert.boxes(flycatcher.read(path))
