#!/usr/bin/python3
"""Runs a script between two streams of a real RTSP server, and reads with ffprobe and ffmpeg what it publishes.

Argument: the script. The server serves a ball that is thrown again and again at /camera, takes what the script records
at /published, and serves that at /view.
"""
import json
import os
import signal
import subprocess
import sys
import threading
import time

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer  # noqa: E402

WIDTH, HEIGHT, FRAMES = 320, 240, 45


def picture(frame):
    """The ball flies for a second and a half, over a floor of fine grain."""
    t = frame % FRAMES
    cx, cy = 20 + 6.5 * t, 200 - 12 * t + 0.3 * t * t
    luma = bytearray(60 + (x * 7 + y * 13) % 9 for y in range(HEIGHT) for x in range(WIDTH))
    for y in range(max(int(cy) - 6, 0), min(int(cy) + 8, HEIGHT)):
        for x in range(max(int(cx) - 6, 0), min(int(cx) + 8, WIDTH)):
            share = min(max(5.5 - ((x - cx) ** 2 + (y - cy) ** 2) ** 0.5, 0), 1)
            luma[y * WIDTH + x] = int(luma[y * WIDTH + x] * (1 - share) + 225 * share)
    return bytes(luma) + bytes([128]) * (WIDTH * HEIGHT // 2)


def film(media_factory, media, pictures):
    source, number = media.get_element().get_by_name("in"), [0]

    def feed(source, _):
        buffer = Gst.Buffer.new_wrapped(pictures[number[0] % FRAMES])
        buffer.pts, buffer.duration = number[0] * Gst.SECOND // 30, Gst.SECOND // 30
        number[0] += 1
        source.emit("push-buffer", buffer)

    source.connect("need-data", feed)


def factory(description, records=False):
    made = GstRtspServer.RTSPMediaFactory()
    made.set_launch(description)
    made.set_shared(True)
    if records:
        made.set_transport_mode(GstRtspServer.RTSPTransportMode.RECORD)
    return made


def serve():
    server = GstRtspServer.RTSPServer()
    server.set_address("127.0.0.1")
    server.set_service("0")
    encode = "videoconvert ! x264enc tune=zerolatency speed-preset=veryfast key-int-max=15 ! h264parse "
    encode += "! rtph264pay name=pay0 pt=96"
    camera = factory(
        f"( appsrc name=in format=time is-live=true do-timestamp=false caps=video/x-raw,format=I420,width={WIDTH},"
        f"height={HEIGHT},framerate=30/1 ! identity sync=true ! {encode} )")
    camera.connect("media-configure", film, [picture(frame) for frame in range(FRAMES)])
    mounts = server.get_mount_points()
    mounts.add_factory("/camera", camera)
    mounts.add_factory(
        "/published", factory(
            "( rtph264depay name=depay0 ! h264parse ! avdec_h264 ! videoconvert ! intervideosink )", True))
    mounts.add_factory("/view", factory(
        f"( intervideosrc ! video/x-raw,width={WIDTH},height={HEIGHT},framerate=30/1 ! {encode} )"))
    server.attach(None)
    threading.Thread(target=GLib.MainLoop().run, daemon=True).start()
    return server, f"rtsp://127.0.0.1:{server.get_bound_port()}"


def probe(address):
    arguments = ["-v", "error", "-rtsp_transport", "tcp", "-show_streams", "-of", "json", address]
    result = subprocess.run(["timeout", "20", "ffprobe", *arguments], capture_output=True, check=False)
    streams = json.loads(result.stdout or "{}").get("streams", [])
    return streams[0] if streams else {}


def colored(address):
    """How many pixels of three seconds are colored: the camera's picture is gray, and the overlay is not."""
    arguments = ["-v", "error", "-rtsp_transport", "tcp", "-i", address, "-frames:v", "90"]
    arguments += ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-"]
    data = subprocess.run(["timeout", "30", "ffmpeg", *arguments], capture_output=True, check=False).stdout
    size = WIDTH * HEIGHT * 3 // 2
    chroma = (data[at + WIDTH * HEIGHT:at + size] for at in range(0, len(data) - size + 1, size))
    return sum(abs(value - 128) > 30 for plane in chroma for value in plane)


def main():
    # The tests' threads block signals, which the script would inherit.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    Gst.init(None)
    server, address = serve()
    script = subprocess.Popen(
        [sys.argv[1], address + "/camera", address + "/published"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        start_new_session=True)
    try:
        time.sleep(4)
        if script.poll() is not None:
            sys.exit(f"the script ended: {script.stdout.read().decode()}")
        stream = probe(address + "/view")
        wanted = {"codec_name": "h264", "width": WIDTH, "height": HEIGHT}
        if {name: stream.get(name) for name in wanted} != wanted:
            sys.exit(f"{wanted} is not what is published: {stream}")
        if colored(address + "/view") < 500:
            sys.exit("no flight is drawn on what is published")
    finally:
        os.killpg(script.pid, signal.SIGINT)
        try:
            script.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(script.pid, signal.SIGKILL)
            sys.exit("Ctrl-C does not end the script")
    del server


main()
