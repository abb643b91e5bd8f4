#!/usr/bin/python3
"""Throws a ball through a pipeline and reads what trajectorydetect attached: the meta's fields and the boxes.

Arguments: a description with `appsrc name=in` and `appsink name=out`; how places have changed on the way: same, or
flipped; which boxes to expect: boxes, mirrored ones, or none.
"""
import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstVideo", "1.0")
from gi.repository import Gst, GstVideo  # noqa: E402

WIDTH, HEIGHT, FIRST, LAST, FRAMES = 320, 240, 12, 44, 56


def ball(frame):
    t = frame - FIRST
    return 30 + 6 * t, 200 - 11 * t + 0.3 * t * t


def picture(frame):
    luma = bytearray([60]) * (WIDTH * HEIGHT)
    if FIRST <= frame <= LAST:
        cx, cy = ball(frame)
        for y in range(max(int(cy) - 6, 0), min(int(cy) + 8, HEIGHT)):
            for x in range(max(int(cx) - 6, 0), min(int(cx) + 8, WIDTH)):
                share = min(max(5.5 - ((x - cx) ** 2 + (y - cy) ** 2) ** 0.5, 0), 1)
                luma[y * WIDTH + x] = int(60 + share * 165)
    return bytes(luma) + bytes([128]) * (WIDTH * HEIGHT // 2)


def check(condition, message):
    if not condition:
        sys.exit(f"{sys.argv[1]}: {message}")


def main():
    Gst.init(None)
    description, geometry, boxes = sys.argv[1:4]
    pipeline = Gst.parse_launch(description)
    source, sink = pipeline.get_by_name("in"), pipeline.get_by_name("out")
    source.set_property("format", Gst.Format.TIME)
    source.set_property(
        "caps", Gst.Caps.from_string(f"video/x-raw,format=I420,width={WIDTH},height={HEIGHT},framerate=30/1"))
    sink.set_property("sync", False)
    pipeline.set_state(Gst.State.PLAYING)
    for frame in range(FRAMES):
        buffer = Gst.Buffer.new_wrapped(picture(frame))
        buffer.pts, buffer.duration = frame * Gst.SECOND // 30, Gst.SECOND // 30
        source.emit("push-buffer", buffer)
    source.emit("end-of-stream")
    frames = began = regions = 0
    worst = 0.0
    while True:
        sample = sink.emit("pull-sample")
        if sample is None:
            break
        buffer = sample.get_buffer()
        meta = buffer.get_custom_meta("FlycatcherMeta")
        if meta is None:
            continue
        frames += 1
        fields = meta.get_structure()
        check(fields.get_uint64("frame")[1] == frames - 1, "frames are numbered from 0")
        check(fields.get_boolean("analyzed")[1], "every frame is analyzed")
        observations = fields.get_value("observations")
        seen = list(observations) if observations is not None else []
        for one in seen:
            check(one.get_name() == "trajectory", one.get_name())
            began += one.get_string("state") == "began"
            for time, x, y in zip(one["detected-time"], one["detected-x"], one["detected-y"]):
                truth = ball(round(time * 30 / Gst.SECOND))
                if geometry == "flipped":
                    x = 1 - 1 / WIDTH - x
                worst = max(worst, abs(x * WIDTH - truth[0]), abs(y * HEIGHT - truth[1]))
            if one.get_string("state") != "ended":
                check(one.get_double("confidence")[1] >= 0.5, "confidence")
                check(len(one["equation-coefficients"]) == 3, "three coefficients")
        region = GstVideo.buffer_get_video_region_of_interest_meta_id(buffer, 0)
        if region is not None:
            regions += 1
            size = sample.get_caps().get_structure(0)
            scale = size.get_int("width")[1] / WIDTH
            x, y = ball(fields.get_uint64("frame")[1])
            x = WIDTH - 1 - x if boxes == "mirrored" else x
            check(region.x <= x * scale + 1 <= region.x + region.w + 2 * scale, f"the box at {region.x} holds {x * scale}")
            check(region.y <= y * scale + 1 <= region.y + region.h + 2 * scale, f"the box at {region.y} holds {y * scale}")
    pipeline.set_state(Gst.State.NULL)
    check(frames == FRAMES, f"{frames} frames carry the meta")
    check(began == 1, f"{began} flights began")
    check(worst < 1, f"{worst} pixels off")
    check((regions > 20) == (boxes != "none"), f"{regions} boxes")
    print(f"{frames} frames, {worst:.2f} px, {regions} boxes")


main()
