#!/usr/bin/env python3
# Damaged videos and pictures through the command: it may refuse them, but neither crash nor hang, and what it writes is whole.
#
#   damage.py [--command FILE] [--count N] [--seed N] [--only N]     --only runs one again and keeps its file
#
# The originals are rendered here; the same seed makes the same damage.
import argparse
import os
import random
import subprocess
import sys
import tempfile

from runs import TIMEOUT, Program, Tally, check_lines

BALL = "videotestsrc num-buffers=24 pattern=ball ! video/x-raw,format=I420,width=160,height=96,framerate=30/1"
ORIGINALS = {
    "h264.mp4": f"{BALL} ! x264enc bframes=2 key-int-max=8 ! h264parse ! mp4mux ! filesink location=",
    "fragmented.mp4": f"{BALL} ! x264enc ! h264parse ! mp4mux fragment-duration=200 ! filesink location=",
    "h264.mkv": f"{BALL} ! x264enc ! h264parse ! matroskamux ! filesink location=",
    "vp8.webm": f"{BALL} ! vp8enc deadline=1 ! webmmux ! filesink location=",
    "mjpeg.avi": f"{BALL} ! jpegenc ! avimux ! filesink location=",
    "picture.png": "videotestsrc num-buffers=1 ! video/x-raw,width=160,height=96 ! videoconvert ! pngenc ! filesink location=",
    "picture.jpg": "videotestsrc num-buffers=1 ! video/x-raw,width=160,height=96 ! jpegenc ! filesink location=",
}
NUMBERS = [b"\0", b"\xff", b"\x80", b"\x7f", b"\0\0\0\0", b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\x80\0\0\0", b"\0\0\0\1",
           b"\1\xff\xff\xff\xff\xff\xff\xff"]


def render(folder):
    for name, pipeline in ORIGINALS.items():
        path = os.path.join(folder, name)
        subprocess.run(["sh", "-c", f"gst-launch-1.0 -q {pipeline}{path}"], check=True, capture_output=True)


def damage(data, rng):
    """One to six wounds: flipped bits, other numbers, pieces that are missing, doubled, moved or cut off."""
    data = bytearray(data)
    # The beginning and the end hold what says how to read the rest.
    def place():
        edge = min(1500, len(data))
        return rng.choice([rng.randrange(len(data)), rng.randrange(edge), len(data) - 1 - rng.randrange(edge)])

    for _ in range(rng.randint(1, 6)):
        if len(data) < 40:
            break
        at, length = place(), 1 << rng.randrange(11)
        match rng.randrange(8):
            case 0:
                data[at] ^= 1 << rng.randrange(8)
            case 1:
                for _ in range(rng.randint(1, 64)):
                    data[rng.randrange(len(data))] = rng.randrange(256)
            case 2:
                number = rng.choice(NUMBERS)
                data[at : at + len(number)] = number
            case 3:
                del data[at : at + length]
            case 4:
                data[at:at] = data[at : at + length]
            case 5:
                data[at : at + length] = bytes(len(data[at : at + length]))
            case 6:
                other = place()
                data[at : at + length] = data[other : other + length]
            case _:
                if rng.randrange(3) == 0:
                    del data[max(at, 20) :]
    return bytes(data)


def arguments(name, folder, rng):
    path = lambda file: os.path.join(folder, file)
    chosen = ["--json", path("out.jsonl")]
    if rng.randrange(3) == 0 and not name.startswith("picture"):
        chosen += ["--annotate", path("out.mkv")]
    if rng.randrange(4) == 0:
        chosen += ["--trajectories", "--picture", path("out.png")]
    if rng.randrange(3) == 0:
        chosen += ["--object", "0.2,0.2,0.3,0.3"]
    if rng.randrange(3) == 0:
        chosen += ["--rectangles"]
    return chosen


def main():
    parser = argparse.ArgumentParser()
    here = os.path.dirname(os.path.abspath(__file__))
    parser.add_argument("--command", default=os.path.join(here, "../.build/release/flycatcher"))
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int)
    chosen = parser.parse_args()
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        render(folder)
        names = sorted(ORIGINALS)
        for index in range(chosen.count) if chosen.only is None else [chosen.only]:
            rng = random.Random(f"{chosen.seed} {index}")
            name = names[index % len(names)]
            with open(os.path.join(folder, name), "rb") as file:
                data = damage(file.read(), rng)
            path = os.path.join(folder, f"damaged-{name}")
            for written in ["out.jsonl", "out.mkv", "out.png"]:
                if os.path.exists(os.path.join(folder, written)):
                    os.remove(os.path.join(folder, written))
            with open(path, "wb") as file:
                file.write(data)
            line = [chosen.command, "analyze", path] + arguments(name, folder, rng)
            outcome = Program(line, environment={"GST_REGISTRY_FORK": "no"}).end(TIMEOUT).expect({0, 1, 3})
            # Demuxers complain of themselves over some of it (matroskademux: of an element that is none) and go on.
            outcome.faults = [fault for fault in outcome.faults if "CRITICAL" not in fault]
            lines = os.path.join(folder, "out.jsonl")
            if os.path.exists(lines):
                check_lines(lines, outcome.faults, whole=outcome.code == 0)
            tally.add(name, f"--seed {chosen.seed} --only {index}: {' '.join(line[3:])}", outcome)
            if chosen.only is not None:
                kept = os.path.join(os.getcwd(), f"damaged-{chosen.seed}-{index}-{name}")
                os.rename(path, kept) if os.stat(path).st_dev == os.stat(".").st_dev else open(kept, "wb").write(data)
                print(f"{kept}: exit code {outcome.code} after {outcome.seconds:.1f} s\n{outcome.errors}")
    sys.exit(1 if tally.report() else 0)


main()
