# The command under bad conditions: how it is run, and what must hold whatever happens.
import json
import os
import signal
import subprocess
import threading
import time

# What the command may end with of its own will; a signal is none of them. 2 says that it was called wrongly.
CODES = {0, 1, 2, 3, 130}
# No run may be longer than this after what was done to it, seconds.
TIMEOUT = 10
ALARMS = ["Fatal error", "AddressSanitizer", "ThreadSanitizer", "LeakSanitizer", "runtime error", "GLib-CRITICAL", "GStreamer-CRITICAL",
          "stack smashing", "double free", "corrupted", "Backtrace took"]


class Outcome:
    """What a run left behind. `faults` says what was wrong with it."""

    def __init__(self, code, errors, seconds):
        self.code, self.errors, self.seconds = code, errors, seconds
        self.faults = []
        if code is None:
            self.faults.append(f"no end within {seconds:.0f} s")
        elif code < 0:
            self.faults.append(f"ended by {signal.Signals(-code).name}")
        self.faults += [f"it says: {alarm}" for alarm in ALARMS if alarm in errors]
        if code in (1, 3) and not any(line.startswith("flycatcher: ") for line in errors.splitlines()):
            self.faults.append("it failed without a message")

    def expect(self, codes):
        if self.code is not None and self.code >= 0 and self.code not in codes:
            self.faults.append(f"exit code {self.code}, not {' or '.join(map(str, sorted(codes)))}")
        return self


class Program:
    """The command under way, in a session of its own, so that nothing of it is left over."""

    def __init__(self, arguments, prepare=None, environment=None, **options):
        self.errors = b""
        def begin():
            # What this program was told to ignore (nohup) the command must not inherit.
            for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM, signal.SIGPIPE, signal.SIGXFSZ):
                signal.signal(number, signal.SIG_DFL)
            if prepare:
                prepare()

        options.setdefault("stdin", subprocess.DEVNULL)
        options.setdefault("stdout", subprocess.DEVNULL)
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            arguments, stderr=subprocess.PIPE, preexec_fn=begin, start_new_session=True,
            env={**os.environ, "SWIFT_BACKTRACE": "enable=no", **(environment or {})}, **options)

        self.listener = threading.Thread(target=self.listen, daemon=True)
        self.listener.start()

    def listen(self):
        # A file would be bound by the same limits as those that the command writes.
        self.errors = self.process.stderr.read()

    def end(self, timeout):
        """Waits for the end, at most so many seconds from now on."""
        begun = time.monotonic()
        try:
            code = self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            code = None
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self.listener.join(5)
        return Outcome(code, self.errors.decode(errors="replace"), time.monotonic() - begun)


def check_lines(path, faults, whole=True):
    """JSON Lines: every line is an object; the last may be cut off where the file could not be written to its end."""
    with open(path, "rb") as file:
        lines = file.read().split(b"\n")
    cut = lines.pop()
    if cut and whole:
        faults.append("the last line of the observations is cut off")
    for number, line in enumerate(lines):
        try:
            if not isinstance(json.loads(line), dict):
                raise ValueError
        except ValueError:
            faults.append(f"line {number + 1} of the observations is no object: {line[:80]!r}")
            return
    if whole and lines and json.loads(lines[-1])["type"] != "summary":
        faults.append("the observations end without a summary")


def check_video(path, faults, least=0):
    """A video plays up to where it ends."""
    played = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", path, "-f", "framemd5", "-"], capture_output=True, text=True, timeout=120)
    frames = sum(not line.startswith("#") for line in played.stdout.splitlines())
    if frames < least:
        faults.append(f"{frames} frames of {os.path.basename(path)} can be played, not {least}: {played.stderr.strip()[:200]}")
    return frames


class Tally:
    """Counts runs and what went wrong."""

    def __init__(self):
        self.rows = {}

    def add(self, kind, name, outcome):
        row = self.rows.setdefault(kind, [0, 0, 0, 0.0])
        row[0] += 1
        row[1] += bool(outcome.faults)
        row[2] += outcome.code is None
        row[3] = max(row[3], outcome.seconds)
        if outcome.faults:
            print(f"FAULT {kind}: {name}")
            for fault in outcome.faults:
                print(f"  {fault}")
            for line in outcome.errors.strip().splitlines()[:6]:
                print(f"  | {line[:200]}")

    def report(self):
        print(f"{'':24}{'runs':>8}{'faults':>8}{'hangs':>8}{'longest, s':>12}")
        for kind, (runs, faults, hangs, longest) in self.rows.items():
            print(f"{kind:24}{runs:8}{faults:8}{hangs:8}{longest:12.1f}")
        totals = [sum(row[i] for row in self.rows.values()) for i in range(3)]
        print(f"{'in all':24}{totals[0]:8}{totals[1]:8}{totals[2]:8}", flush=True)
        return totals[1]
