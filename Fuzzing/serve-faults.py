#!/usr/bin/python3
"""Lets a camera fail in every way, one fault after the other, and sees that "flycatcher serve" brings its pictures back each time.

The camera is an RTSP server of another process: it is killed, stopped with its connection alive, restarted at once (its timestamps begin at 0
again), restarted later, and restarted with another codec and size. A client watches all the while, and its timestamps must only increase.

Arguments: --command FILE, --count N (20).
"""
import argparse
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import threading
import time

STALL = 3
# The time that a recovery may take after the camera can be reached again, beside the stall timeout: the longest pause is bounded by it.
ALLOWED = STALL + 5
parser = argparse.ArgumentParser()
parser.add_argument("--command", default=".build/release/flycatcher")
parser.add_argument("--count", type=int, default=20)
options = parser.parse_args()
program = pathlib.Path(__file__).parent.parent / "Tests/FlycatcherCommandTests/Programs/camera.py"

with socket.socket() as probe:
    probe.bind(("127.0.0.1", 0))
    port = probe.getsockname()[1]


def camera(size=(1280, 720), codec="h264"):
    process = subprocess.Popen(
        ["/usr/bin/python3", str(program), str(port), *map(str, size), codec], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    return process


def end(process):
    process.kill()
    process.wait()


source = camera()
service = subprocess.Popen(
    [options.command, "serve", f"rtsp://127.0.0.1:{port}/camera", "--port", "0", "--stall-timeout", str(STALL)],
    stderr=subprocess.PIPE, text=True)
seen, address = [], None
there = threading.Condition()


def read():
    for line in service.stderr:
        with there:
            seen.append((time.monotonic(), line))
            there.notify_all()


threading.Thread(target=read, daemon=True).start()


def wait(text, after, within):
    """The moment at which a line with this text came after a moment."""
    with there:
        deadline = time.monotonic() + within
        while time.monotonic() < deadline:
            for moment, line in seen:
                if moment >= after and text in line:
                    return moment, line
            there.wait(0.1)
    sys.exit(f"no line with {text!r} within {within} s:\n" + "".join(line for _, line in seen[-20:]))


address = wait("  rtsp://", 0, 20)[1].split()[-1]
wait("is there", 0, 30)
client = subprocess.Popen(
    ["ffmpeg", "-nostdin", "-v", "error", "-rtsp_transport", "tcp", "-i", address, "-map", "0:v", "-c", "copy", "-f",
     "framecrc", "-"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
times = []
threading.Thread(
    target=lambda: times.extend(
        (time.monotonic(), int(line.split(",")[2])) for line in client.stdout if re.match(r"0,", line)), daemon=True).start()
kinds = ["killed", "stopped", "restarted", "other codec"]
worst, is_large = 0, False
for number in range(options.count):
    kind, began = kinds[number % len(kinds)], time.monotonic()
    if kind == "stopped":
        os.kill(source.pid, signal.SIGSTOP)
        wait("No picture has come", began, STALL + 10)
        os.kill(source.pid, signal.SIGCONT)
    else:
        end(source)
        wait("Next attempt", began, 15)
        if kind == "killed":
            time.sleep(2)
        if kind == "other codec":
            is_large = not is_large
        source = camera(*(((1920, 1080), "h265") if is_large else ((1280, 720), "h264")))
    back = time.monotonic()
    recovered, _ = wait("is there", back, 40)
    worst = max(worst, recovered - back)
    assert service.poll() is None, "the service has ended"
    print(f"{number + 1:3} {kind:<12} pictures again after {recovered - back:4.1f} s", flush=True)
time.sleep(2)
client.terminate()
client.wait()
service.send_signal(signal.SIGINT)
code = service.wait(20)
end(source)
values = [value for _, value in times]
assert code == 130, f"exit code {code}"
assert len(values) > 100 and all(a < b for a, b in zip(values, values[1:])), "the client's timestamps do not only increase"
longest = max(b[0] - a[0] for a, b in zip(times, times[1:]))
print(f"{options.count} faults, {options.count} recoveries, the slowest {worst:.1f} s after the camera was back (allowed {ALLOWED}); "
      f"one client throughout: {len(values)} pictures, timestamps increase, the longest wait for a picture {longest:.1f} s")
sys.exit(worst > ALLOWED)
