#!/usr/bin/env python3
# The command where the system fails it: disks that fill, memory and descriptors that run short, readers and sources that stop,
# signals at any moment. It must end within ten seconds, with the right code, and what it has written must be readable.
#
#   faults.py [--command FILE] [--count N] [--seed N] [--only KIND:N]
#
# The kinds take turns by their weights. The same seed makes the same faults; when a signal comes is the machine's affair, too.
import argparse
import array
import fcntl
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import termios
import threading
import time

from runs import TIMEOUT, Program, Tally, check_lines, check_video

FRAMES = 60
BALL = f"videotestsrc num-buffers={FRAMES} pattern=ball ! video/x-raw,format=I420,width=240,height=160,framerate=30/1"
CAMERA = ("videotestsrc is-live=true pattern=ball ! video/x-raw,format=I420,width=240,height=160,framerate=30/1"
          " ! appsink name=frames")
PAGE = ["--rectangle", "0.1,0.1,0.9,0.1,0.9,0.9,0.1,0.9"]
# What the loader says before the program has begun, and what ends a process that gets no memory for its own small things: the
# libraries of Swift and GLib see to that, and leave it no choice.
LOADER = "error while loading shared libraries"
NO_MEMORY = ["failed to allocate", "Cannot allocate memory", "std::bad_alloc", "out of memory"]


class Ground:
    """Where the runs take place: a clip, a folder for what is written, and a disk of one megabyte where one may be made."""

    def __init__(self, folder, command):
        self.folder, self.command = folder, command
        self.clip = os.path.join(folder, "clip.mkv")
        subprocess.run(
            ["sh", "-c", f"gst-launch-1.0 -q {BALL} ! x264enc ! h264parse ! matroskamux ! filesink location={self.clip}"],
            check=True, capture_output=True)
        self.output = os.path.join(folder, "out")
        self.disk = os.path.join(folder, "disk")
        os.mkdir(self.disk)
        mount = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", self.disk], capture_output=True)
        self.has_disk = mount.returncode == 0

    def leave(self):
        if self.has_disk:
            subprocess.run(["umount", "-l", self.disk], check=False)

    def clear(self):
        shutil.rmtree(self.output, ignore_errors=True)
        os.mkdir(self.output)
        if self.has_disk:
            for name in os.listdir(self.disk):
                os.remove(os.path.join(self.disk, name))

    def path(self, name):
        return os.path.join(self.output, name)


def check_written(ground, outcome, folder=None, whole=None):
    """What can be read of the files; all of it where the command says that it went well."""
    folder = folder or ground.output
    whole = outcome.code in (0, 130) if whole is None else whole
    frames = None
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if not os.path.isfile(path):
            continue
        if name.endswith(".jsonl"):
            check_lines(path, outcome.faults, whole=whole)
        elif name.endswith((".mkv", ".mp4")):
            least = FRAMES if outcome.code == 0 and name.startswith("annotated") else 0
            frames = check_video(path, outcome.faults, least)
        elif name.endswith((".png", ".svg")) and whole and os.path.getsize(path) == 0:
            outcome.faults.append(f"{name} is empty")
    return frames


# MARK: Writes that fail

def outputs(rng, folder):
    """One file or several that the command is to write."""
    path = lambda name: os.path.join(folder, name)
    choices = [["--json", path("out.jsonl")], ["--annotate", path("annotated.mkv")], ["--annotate", path("annotated.mp4")],
               ["--trajectories", "--picture", path("out.png")], ["--trajectories", "--picture", path("out.svg")],
               ["--unwarp", path("page.mkv")], ["--unwarp", path("page.png")]]
    options, taken = [], set()
    for choice in rng.sample(choices, rng.choice([1, 1, 2, 3])):
        if not taken & set(choice[:-1]):
            options += choice
            taken |= {option for option in choice[:-1] if option != "--trajectories"}
    if "--trajectories" in options:
        options = ["--trajectories"] + [option for option in options if option != "--trajectories"]
    return options + PAGE


def writes(ground, rng):
    way = rng.choice(["full", "limit", "limit", "disk"])
    if way == "disk" and not ground.has_disk:
        way = "limit"
    if way == "full":
        option = rng.choice([["--json"], ["--annotate"]])
        outcome = Program([ground.command, "analyze", ground.clip, *PAGE, *option, "/dev/full"]).end(TIMEOUT)
        return f"/dev/full {option[0]}", outcome.expect({1})
    folder, limit = ground.output, rng.choice([0, 1, 100, 4096, rng.randrange(60_000), rng.randrange(600_000)])
    if way == "disk":
        folder = ground.disk
        with open(os.path.join(folder, "filler"), "wb") as file:
            file.write(bytes(max(0, (1 << 20) - limit)))

    def prepare():
        if way == "limit":
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    options = outputs(rng, folder)
    outcome = Program([ground.command, "analyze", ground.clip, *options], prepare).end(TIMEOUT).expect({0, 1})
    check_written(ground, outcome, folder)
    return f"{way} {limit} {' '.join(options)}", outcome


# MARK: Memory and descriptors

def short(ground, rng, what, kind, amount):
    options = outputs(rng, ground.output)

    def prepare():
        resource.setrlimit(kind, (amount, amount))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    outcome = Program([ground.command, "analyze", ground.clip, *options], prepare).end(TIMEOUT)
    if kind == resource.RLIMIT_AS and outcome.code is not None and outcome.code < 0:
        if any(word in outcome.errors for word in NO_MEMORY):
            outcome.faults.clear()
    elif LOADER not in outcome.errors:
        outcome.expect({0, 1})
    # GStreamer itself complains where it gets no descriptor.
    outcome.faults = [fault for fault in outcome.faults if "CRITICAL" not in fault]
    check_written(ground, outcome)
    return f"{what} {amount} {' '.join(options)}", outcome


def memory(ground, rng):
    return short(ground, rng, "memory", resource.RLIMIT_AS, rng.randrange(40, 1500) << 20)


def descriptors(ground, rng):
    return short(ground, rng, "descriptors", resource.RLIMIT_NOFILE, rng.randrange(3, 64))


# MARK: A reader that stops

def reader(ground, rng):
    """What reads the observations or the video takes some, then nothing more."""
    through_pipeline, is_long = rng.randrange(3) == 0, rng.randrange(2) == 0
    some, then = rng.randrange(40_000), rng.choice(["close", "end", "go on"])
    end, start = os.pipe()
    if through_pipeline:
        line = ["run", f"{CAMERA} appsrc name=annotated ! videoconvert ! fdsink fd={start} sync=false"]
    elif is_long:
        # More than a pipe holds.
        source = CAMERA.replace("is-live=true", "num-buffers=400")
        line = ["run", source, "--object", "0.1,0.1,0.3,0.3", "--object", "0.5,0.1,0.3,0.3", *PAGE, "--json", "-"]
    else:
        line = ["analyze", ground.clip, "--object", "0.1,0.1,0.3,0.3", *PAGE, "--json", "-"]
    program = Program([ground.command, *line], stdout=start, pass_fds=[start])
    os.close(start)
    with os.fdopen(end, "rb", buffering=0) as file:
        left = some
        while left > 0 and (piece := file.read(min(left, 4096))):
            left -= len(piece)
        time.sleep(rng.random() * 1.5)
        if then == "close":
            file.close()
            codes = {0, 1}
        elif then == "end" or through_pipeline:
            program.process.send_signal(signal.SIGTERM)
            codes = {130} if through_pipeline else {0, 130}
        else:
            threading.Thread(target=lambda: [None for _ in iter(lambda: file.read(65536), b"")], daemon=True).start()
            codes = {0}
        outcome = program.end(TIMEOUT).expect(codes)
        if then == "go on" and not through_pipeline:
            time.sleep(0.1)
    return f"{'video' if through_pipeline else 'more observations' if is_long else 'observations'}, {some} bytes, then {then}", outcome


# MARK: A source that stalls

def source(ground, rng):
    """The input comes through a pipe, and stops in the middle."""
    fifo = ground.path("input")
    os.mkfifo(fifo)
    with open(ground.clip, "rb") as file:
        data = file.read()
    some, then = rng.randrange(len(data)), rng.choice(["close", "end", "end", "go on"])
    lines, video = ground.path("out.jsonl"), ground.path("annotated.mkv")
    program = Program([ground.command, "analyze", fifo, "--json", lines, "--annotate", video])
    descriptor = os.open(fifo, os.O_RDWR)
    writer = threading.Thread(target=feed, args=(descriptor, data[:some]), daemon=True)
    writer.start()
    time.sleep(0.3 + rng.random() * 1.5)
    if then == "end":
        program.process.send_signal(signal.SIGTERM)
        codes = {130, -signal.SIGTERM}
    else:
        writer.join(5)
        # What nobody has read yet goes with the last descriptor of a pipe: the command may not even have begun.
        drained(descriptor)
        if then == "go on":
            feed(descriptor, data[some:])
            drained(descriptor)
        codes = {0} if then == "go on" else {0, 1, 3}
        os.close(descriptor)
    outcome = program.end(TIMEOUT).expect(codes)
    if then == "end":
        os.close(descriptor)
        # A signal that comes before the command has begun to listen ends it as any other program, with nothing written.
        if outcome.code == -signal.SIGTERM and not os.path.exists(lines):
            outcome.faults.clear()
    os.remove(fifo)
    # One that ends before its time is a shorter one: how many frames there are to be is not known.
    if os.path.exists(lines):
        check_lines(lines, outcome.faults, whole=outcome.code in (0, 130))
    if os.path.exists(video):
        check_video(video, outcome.faults, FRAMES if then == "go on" else 0)
    return f"{some} of {len(data)} bytes, then {then}", outcome


def drained(descriptor):
    """Waits until everything has been read, as long as a run may take."""
    for _ in range(TIMEOUT * 20):
        unread = array.array("i", [0])
        fcntl.ioctl(descriptor, termios.FIONREAD, unread)
        if unread[0] == 0:
            return
        time.sleep(0.05)


def feed(descriptor, data):
    try:
        while data:
            data = data[os.write(descriptor, data[:4096]) :]
    except OSError:
        pass


# MARK: Signals

def signals(ground, rng):
    number = rng.choice([signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE, signal.SIGINT])
    lives = rng.random() < 0.6
    moment = rng.random() * (2.5 if lives else 1.2)
    container = rng.choice(["mkv", "mkv", "mp4"])
    lines, video = ground.path("out.jsonl"), ground.path(f"annotated.{container}")
    line = ["analyze", "-" if lives else ground.clip, "--json", lines, "--annotate", video]
    if rng.randrange(3) == 0:
        line += [*PAGE, "--unwarp", ground.path(rng.choice(["page.mkv", "page.png"]))]
    options = {}
    if lives:
        options["stdin"] = subprocess.PIPE
    program = Program([ground.command, *line], **options)
    if lives:
        program.process.stdin.write(CAMERA.encode())
        program.process.stdin.close()
    time.sleep(moment)
    program.process.send_signal(number)
    if number == signal.SIGPIPE:
        if lives:
            time.sleep(0.5)
            program.process.send_signal(signal.SIGTERM)
        outcome = program.end(TIMEOUT)
    else:
        outcome = program.end(TIMEOUT)
    codes = {130} if lives else {0} if number == signal.SIGPIPE else {0, 130}
    # A signal that comes before the command has begun to listen ends it as any other program, with nothing written.
    if outcome.code is not None and outcome.code < 0 and not os.path.exists(lines):
        outcome.faults.clear()
    else:
        outcome.expect(codes)
    frames = check_written(ground, outcome)
    if outcome.code == 130 and os.path.exists(lines) and not outcome.faults:
        import json
        with open(lines) as file:
            said = json.loads(file.read().splitlines()[-1])["frames"]
        if said and os.path.exists(video):
            check_video(video, outcome.faults, said)
    return f"{number.name} after {moment:.2f} s, {' '.join(line[1:])}", outcome


KINDS = {"writes": (writes, 14), "memory": (memory, 6), "descriptors": (descriptors, 6), "reader": (reader, 6), "source": (source, 6),
         "signals": (signals, 12)}


def main():
    parser = argparse.ArgumentParser()
    here = os.path.dirname(os.path.abspath(__file__))
    parser.add_argument("--command", default=os.path.join(here, "../.build/release/flycatcher"))
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only")
    chosen = parser.parse_args()
    # A whole turn holds every kind as often as it weighs.
    turn = [kind for kind, (_, weight) in KINDS.items() for _ in range(weight)]
    random.Random(chosen.seed).shuffle(turn)
    plan = [(turn[index % len(turn)], index) for index in range(chosen.count)]
    if chosen.only:
        kind, index = chosen.only.split(":")
        plan = [(kind, int(index))]
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        ground = Ground(folder, os.path.abspath(chosen.command))
        try:
            for kind, index in plan:
                ground.clear()
                what, outcome = KINDS[kind][0](ground, random.Random(f"{chosen.seed} {kind} {index}"))
                tally.add(kind, f"--seed {chosen.seed} --only {kind}:{index}  {what}", outcome)
                if chosen.only:
                    print(f"{what}: exit code {outcome.code} after {outcome.seconds:.1f} s\n{outcome.errors}")
        finally:
            ground.leave()
    sys.exit(1 if tally.report() else 0)


main()
