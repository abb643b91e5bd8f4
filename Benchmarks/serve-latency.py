#!/usr/bin/python3
"""Measures the time from a camera to a client, with "flycatcher serve" between them and without it.

The camera is an RTSP server in this process that draws the time into every picture, as black and white blocks; the client reads it from the
decoded picture. Prints the median and the 95th percentile of both ways, and the difference, in milliseconds.

Arguments: --command FILE, --size WxH (1280x720), --rate N (30), --seconds N (20).
"""
import argparse
import statistics
import subprocess
import threading
import time

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer  # noqa: E402

BITS = 32
# All below the blocks: they move, too, and what is drawn over them could not be read.
REGION = "0,0.1,1,0.9"
parser = argparse.ArgumentParser()
parser.add_argument("--command", default=".build/release/flycatcher")
parser.add_argument("--size", default="1280x720")
parser.add_argument("--rate", type=int, default=30)
parser.add_argument("--seconds", type=int, default=20)
options = parser.parse_args()
width, height = (int(part) for part in options.size.split("x"))
block = width // BITS
Gst.init(None)


def clock():
    """Tenths of a millisecond, as many as the picture has room for."""
    return time.monotonic_ns() // 100_000 % (1 << BITS)


def picture():
    stamp = clock()
    row = b"".join((b"\xeb" if stamp >> bit & 1 else b"\x10") * block for bit in range(BITS)).ljust(width, b"\x10")
    return row * 32 + bytes([0x50]) * (width * (height - 32)) + bytes([128]) * (width * height // 2)


def configure(_factory, media):
    source = media.get_element().get_by_name_recurse_up("drawn")

    def feed():
        while source.emit("push-buffer", Gst.Buffer.new_wrapped(picture())) == Gst.FlowReturn.OK:
            time.sleep(1 / options.rate)

    threading.Thread(target=feed, daemon=True).start()


factory = GstRtspServer.RTSPMediaFactory()
factory.set_launch(
    f"( appsrc name=drawn is-live=true do-timestamp=true format=time max-buffers=1 leaky-type=downstream caps=video/x-raw,format=I420,width={width},"
    f"height={height},framerate={options.rate}/1 ! x264enc tune=zerolatency speed-preset=ultrafast key-int-max=30 "
    "bitrate=8000 ! rtph264pay name=pay0 pt=96 config-interval=1 )")
factory.set_shared(True)
factory.connect("media-configure", configure)
server = GstRtspServer.RTSPServer()
server.set_address("127.0.0.1")
server.set_service("0")
server.get_mount_points().add_factory("/camera", factory)
server.attach(None)
threading.Thread(target=GLib.MainLoop().run, daemon=True).start()
camera = f"rtsp://127.0.0.1:{server.get_bound_port()}/camera"


def watch(address):
    """The ages of the pictures of a stream, milliseconds, after the first two seconds."""
    pipeline = Gst.parse_launch(
        f"rtspsrc location={address} latency=0 ! rtph264depay ! h264parse ! avdec_h264 max-threads=1 ! videoconvert "
        "! video/x-raw,format=GRAY8 ! appsink name=sink sync=false max-buffers=2")
    sink = pipeline.get_by_name("sink")
    pipeline.set_state(Gst.State.PLAYING)
    ages, started = [], None
    while started is None or time.monotonic() < started + options.seconds:
        sample = sink.emit("try-pull-sample", 20 * Gst.SECOND)
        assert sample, f"no picture has come from {address}"
        started = started or time.monotonic()
        shown = sample.get_caps().get_structure(0).get_value("width")
        now, buffer = clock(), sample.get_buffer()
        row = buffer.extract_dup(16 * shown, shown)
        stamp = sum((row[bit * block + block // 2] > 128) << bit for bit in range(BITS))
        age = (now - stamp) % (1 << BITS) / 10
        if time.monotonic() > started + 2 and age < 10_000:
            ages.append(age)
    pipeline.set_state(Gst.State.NULL)
    return ages


def show(name, ages):
    ordered = sorted(ages)
    median, late = statistics.median(ordered), ordered[int(len(ordered) * 0.95)]
    print(f"{name:<28} median {median:6.1f} ms   95 % {late:6.1f} ms   {len(ordered)} pictures", flush=True)
    return median


direct = show("camera to client", watch(camera))
service = subprocess.Popen([options.command, "serve", camera, "--port", "0", "--region-of-interest", REGION], stderr=subprocess.PIPE, text=True)
try:
    address = next(line for line in service.stderr if "  rtsp://" in line).split()[-1]
    threading.Thread(target=service.stderr.read, daemon=True).start()
    through = show("camera to serve to client", watch(address))
finally:
    service.terminate()
    service.wait(20)
print(f"{'added by flycatcher serve':<28} median {through - direct:6.1f} ms")
