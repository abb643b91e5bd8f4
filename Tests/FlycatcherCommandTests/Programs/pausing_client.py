#!/usr/bin/python3
"""A client of an RTSP server that watches, pauses and goes on.

Arguments: port, path. Says what comes of each request, and "watching" where the stream comes.
"""
import re
import sys

from rtsp_client import play

port, path = int(sys.argv[1]), sys.argv[2]
client, session = play(port, path)
client.settimeout(40)
heard = b""


def hear():
    global heard
    piece = client.recv(1 << 16)
    if not piece:
        sys.exit("closed")
    heard += piece


def watch():
    global heard
    heard = b""
    while len(heard) < 20_000:
        hear()
    print("watching", flush=True)


watch()
for number, method in [(4, "PAUSE"), (5, "PLAY")]:
    request = f"{method} rtsp://127.0.0.1:{port}{path} RTSP/1.0\r\nCSeq: {number}\r\nSession: {session}\r\n\r\n"
    client.sendall(request.encode())
    # The answer comes among the pictures.
    answer = rf"RTSP/1\.0 (\d+) [^\r]*\r\nCSeq: {number}\r\n".encode()
    while not (found := re.search(answer, heard)):
        hear()
    print(method, found[1].decode(), flush=True)
watch()
