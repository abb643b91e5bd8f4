#!/usr/bin/python3
"""A client of an RTSP server that begins to watch, and then takes nothing.

Arguments: port, path, the seconds for which it takes nothing. Says "playing", and then "closed" where the server has closed the connection.
"""
import sys
import time

from rtsp_client import play

port, path, patience = int(sys.argv[1]), sys.argv[2], float(sys.argv[3])
# What the system takes for it is soon full.
client, _ = play(port, path, buffer=4096)
time.sleep(patience)
# What the system has kept comes before the end.
client.settimeout(1)
deadline, state = time.monotonic() + 20, "still there"
try:
    while time.monotonic() < deadline:
        if not client.recv(1 << 20):
            state = "closed"
            break
except ConnectionError:
    state = "closed"
except TimeoutError:
    state = "still there, without the stream"
print(state, flush=True)
