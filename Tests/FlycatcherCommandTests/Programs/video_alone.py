#!/usr/bin/python3
"""A client of an RTSP server that takes its first stream alone, and stays for some seconds.

Arguments: port, path, seconds. Says how many bytes came in the last of them.
"""
import sys
import time

from rtsp_client import play

port, path, seconds = int(sys.argv[1]), sys.argv[2], float(sys.argv[3])
client, _ = play(port, path)
end, count = time.time() + seconds, 0
client.settimeout(1)
while time.time() < end:
    try:
        data = client.recv(65536)
    except TimeoutError:
        continue
    if time.time() > end - 1:
        count += len(data)
print(count)
