"""The beginning of a client of an RTSP server, for the programs beside this one."""
import re
import socket


def play(port, path, buffer=None):
    """Returns a connection over which the first stream of a path has begun to come, and its session.

    buffer: the bytes that the system keeps for it; as many as it likes where none are given.
    """
    url = f"rtsp://127.0.0.1:{port}{path}"
    client = socket.socket()
    if buffer:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    client.settimeout(20)
    client.connect(("127.0.0.1", port))

    def ask(*lines):
        client.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        return client.recv(65536).decode(errors="replace")

    ask(f"DESCRIBE {url} RTSP/1.0", "CSeq: 1", "Accept: application/sdp")
    answer = ask(f"SETUP {url}/stream=0 RTSP/1.0", "CSeq: 2", "Transport: RTP/AVP/TCP;unicast;interleaved=0-1")
    session = re.search(r"Session: ([^;\r]+)", answer)[1]
    ask(f"PLAY {url} RTSP/1.0", "CSeq: 3", f"Session: {session}")
    print("playing", flush=True)
    return client, session
