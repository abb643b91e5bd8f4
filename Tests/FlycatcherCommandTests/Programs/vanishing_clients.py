#!/usr/bin/python3
"""Clients of an RTSP server that come to a sudden end: in a request, in garbage, before and after they begin to watch.

Arguments: port, path, number of clients. Says how many of them were playing when they vanished.
"""
import random
import re
import socket
import sys

port, path, count = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
url = f"rtsp://127.0.0.1:{port}{path}"
transport = "Transport: RTP/AVP/TCP;unicast;interleaved=0-1"
random.seed(1)
playing = 0


def ask(client, *lines):
    client.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
    return client.recv(65536).decode(errors="replace")


for index in range(count):
    client = socket.create_connection(("127.0.0.1", port))
    client.settimeout(20)
    kind = index % 4
    try:
        if kind == 0:
            client.sendall(random.randbytes(300))
        elif kind == 1:
            client.sendall(f"DESCRIBE {url} RTSP/1.0\r\nCSe".encode())
        else:
            ask(client, f"DESCRIBE {url} RTSP/1.0", "CSeq: 1", "Accept: application/sdp")
            answer = ask(client, f"SETUP {url}/stream=0 RTSP/1.0", "CSeq: 2", transport)
            session = re.search(r"Session: ([^;\r]+)", answer)
            if kind == 3 and session:
                ask(client, f"PLAY {url} RTSP/1.0", "CSeq: 3", f"Session: {session[1]}")
                playing += 1
    except OSError:
        pass
    client.close()
print(playing)
