#!/usr/bin/python3
"""Runs a command with an X screen of its own, on a display that nobody else has; ends as the command does."""
import os
import signal
import subprocess
import sys

# The tests' threads block signals, which their children would inherit.
signal.pthread_sigmask(signal.SIG_SETMASK, [])
server = subprocess.Popen(
    ["Xvfb", "-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp"], stdout=subprocess.PIPE)
try:
    display = server.stdout.readline().decode().strip()
    if not display:
        sys.exit("no screen: Xvfb does not start")
    sys.exit(subprocess.run(sys.argv[1:], env={**os.environ, "DISPLAY": ":" + display}).returncode)
finally:
    server.terminate()
    server.wait()
