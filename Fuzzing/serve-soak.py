#!/usr/bin/python3
"""Runs "flycatcher serve" for long, with both trackers, a recording, a client that stays and one that comes back every ten seconds.

Prints a table of its memory, and the slope after the first quarter by least squares with its standard error; fails where that is surely 1 MB in ten
minutes or more, where a picture of the source is not analyzed, recorded and received, or where a timestamp does not increase. With --connections N, strangers that send
garbage, half a request or nothing come N times in a row first, and must leave nothing.

Arguments: FILM, --command FILE, --minutes N (2), --connections N (0).
"""
import argparse
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

parser = argparse.ArgumentParser()
parser.add_argument("film")
parser.add_argument("--command", default=".build/release/flycatcher")
parser.add_argument("--minutes", type=float, default=2)
parser.add_argument("--connections", type=int, default=0)
options = parser.parse_args()
folder = tempfile.TemporaryDirectory()
service = subprocess.Popen(
    [options.command, "serve", options.film, "--loop", "--port", "0", "--record", folder.name, "--segment", "30s",
     "--keep-bytes", "200MB", "--metrics", "0", "--trajectories", "--object", "0.4,0.4,0.1,0.2"],
    stderr=subprocess.PIPE, text=True)
address = next(line for line in service.stderr if "  rtsp://" in line).split()[-1]
metrics = next(line for line in service.stderr if "/metrics" in line).split()[-1]
threading.Thread(target=service.stderr.read, daemon=True).start()
host, port = "127.0.0.1", int(re.search(r":(\d+)/", address).group(1))


def memory():
    """The memory that the process has allocated, kilobytes: not the files it maps, whose pages it shares with whoever else maps them."""
    with open(f"/proc/{service.pid}/smaps_rollup") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith("Anonymous"))


def descriptors():
    return len(os.listdir(f"/proc/{service.pid}/fd"))


def pictures():
    """The number of the source's pictures so far, and of those that no tracker has seen."""
    with urllib.request.urlopen(metrics, timeout=10) as answer:
        text = answer.read().decode()
    totals = [re.search(rf"^flycatcher_{name}_total{{.*}} (\S+)$", text, re.M) for name in ("frames", "frames_skipped")]
    return [int(float(total.group(1))) if total else 0 for total in totals]


recorded = {}


def count_recorded(are_finished=False):
    """Counts the pictures in each file that is finished, as that before the newest may not yet be: later they are removed."""
    names = sorted(name for name in os.listdir(folder.name) if name.endswith(".mkv"))
    for name in names if are_finished else names[:-2]:
        if name not in recorded:
            probe = subprocess.run(
                ["ffprobe", "-v", "error", "-count_packets", "-select_streams", "v", "-show_entries",
                 "stream=nb_read_packets", "-of", "csv=p=0", f"{folder.name}/{name}"], capture_output=True, text=True)
            recorded[name] = int(probe.stdout.strip() or 0)


def processor_time():
    """The seconds of processor time that the process has used, and the number of pages it was given."""
    with open(f"/proc/{service.pid}/stat") as line:
        fields = line.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), int(fields[7])


def strangers(count):
    chance = random.Random(1)
    texts = [b"", b"OPTIONS * RTSP/1.0\r\nCSeq: 1\r\n\r\n", f"DESCRIBE {address} RTSP/1.0\r\nCSe".encode(),
             f"DESCRIBE {address} RTSP/1.0\r\nCSeq: 2\r\n\r\n".encode(), b"GET / HTTP/1.0\r\n\r\n", None]
    for number in range(count):
        text = texts[number % len(texts)]
        with socket.create_connection((host, port), timeout=10) as connection:
            connection.sendall(chance.randbytes(200) if text is None else text)
            if number % 3 == 1:
                connection.settimeout(0.5)
                try:
                    connection.recv(4096)
                except OSError:
                    pass


def watch(seconds, each=lambda count: None):
    """The times of the pictures that a client gets, in units of the stream. Calls `each` with the number of pictures so far."""
    arguments = ["-rtsp_transport", "tcp", "-timeout", "30000000", "-i", address, "-t", str(seconds), "-map", "0:v", "-c", "copy",
                 "-f", "framecrc", "-flush_packets", "1", "-"]
    times = []
    with subprocess.Popen(["ffmpeg", "-nostdin", "-v", "error", *arguments], stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            # ffmpeg makes two packets of a key frame, with one time.
            if line.startswith("0,") and (time := int(line.split(",")[2])) not in times[-1:]:
                times.append(time)
                each(len(times))
    return times


def stay(seconds):
    """Watches, and counts the source's pictures meanwhile: not the first ones, which come all at once."""
    numbers = []
    times = watch(seconds, lambda count: numbers.append((count, pictures()[0])) if count % 300 == 0 else None)
    (first, source_first), (last, source_last) = numbers[0], numbers[-1]
    stayed.append((times, source_last - source_first - (last - first)))


def increases(times):
    return all(before < after for before, after in zip(times, times[1:]))


time.sleep(5)
bad = False
if options.connections:
    watch(3)
    before, started = (memory(), descriptors()), time.monotonic()
    strangers(options.connections)
    took = time.monotonic() - started
    deadline = time.monotonic() + 30
    while descriptors() > before[1] and time.monotonic() < deadline:
        time.sleep(1)
    after = (memory(), descriptors())
    print(f"{options.connections} connections in {took:.0f} s: memory {before[0] / 1000:.1f} to {after[0] / 1000:.1f} MB, "
          f"descriptors {before[1]} to {after[1]}, pictures then: {len(watch(3))}", flush=True)
    bad = after[1] > before[1] + 8
samples, started, end = [], time.monotonic(), time.monotonic() + 60 * options.minutes


def sample():
    """Memory goes up and down by some pictures from one moment to the next: only many samples tell a slope."""
    while time.monotonic() < end and service.poll() is None:
        samples.append((time.monotonic() - started, memory() / 1000))
        time.sleep(1)


stayed = []
before = (pictures(), processor_time())
threads = [threading.Thread(target=sample), threading.Thread(target=stay, args=[60 * options.minutes])]
for thread in threads:
    thread.start()
print("   s   memory MB  descriptors  pictures")
clients = 0
while time.monotonic() < end:
    times = watch(8)
    if not times or not increases(times) or service.poll() is not None:
        print(f"client {clients}: {len(times)} pictures, timestamps {'increase' if increases(times) else 'go back'}", flush=True)
        bad = True
    if clients % 6 == 0:
        print(f"{samples[-1][0]:5.0f} {samples[-1][1]:9.1f} {descriptors():9} {len(times):11}", flush=True)
    clients += 1
    count_recorded()
    time.sleep(2)
took, after = time.monotonic() - started, (pictures(), processor_time())
for thread in threads:
    thread.join()
(frames, skipped), (processor, pages) = [[y - x for x, y in zip(*pair)] for pair in zip(before, after)]
print(f"{frames} pictures of the source in {took:.1f} s ({frames / took:.2f} a second), {skipped} of them unanalyzed; "
      f"{100 * processor / took:.1f} % of a core, {pages / took:.0f} pages a second")
for times, behind in stayed:
    longest = max(after - before for before, after in zip(times, times[1:])) / 90
    print(f"the client that stayed: {len(times)} pictures, {behind} fewer than the source gave meanwhile, "
          f"the longest wait {longest:.0f} ms, timestamps {'increase' if increases(times) else 'go back'}")
    # A few pictures are under way at either moment.
    bad = bad or abs(behind) > 5 or not increases(times)
bad = bad or not stayed or skipped > 0
late = [sample for sample in samples if sample[0] >= 60 * options.minutes / 4]
# Samples of one moment resemble each other: means of ten seconds hardly do.
blocks = [late[index:index + 10] for index in range(0, len(late), 10)]
points = [(sum(x for x, _ in block) / len(block), sum(y for _, y in block) / len(block)) for block in blocks]
middle = [sum(values) / len(points) for values in zip(*points)]
spread = max(sum((x - middle[0]) ** 2 for x, _ in points), 1)
slope = sum((x - middle[0]) * (y - middle[1]) for x, y in points) / spread
left = sum((y - middle[1] - slope * (x - middle[0])) ** 2 for x, y in points)
error = (left / max(len(points) - 2, 1) / spread) ** 0.5
print(f"memory after the first quarter: {slope * 600:+.2f} ± {error * 600:.2f} MB in ten minutes, "
      f"{min(y for _, y in late):.1f} to {max(y for _, y in late):.1f} MB, {clients} clients", flush=True)
source = pictures()[0]
service.terminate()
code = service.wait(30)
if code != 130:
    print(f"exit code {code}")
count_recorded(are_finished=True)
lost = source - sum(recorded.values())
print(f"recorded {sum(recorded.values())} pictures in {len(recorded)} files, of {source} of the source at the end")
sys.exit(bad or code != 130 or lost > 0 or (slope - 2 * error) * 600 >= 1)
