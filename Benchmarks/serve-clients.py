#!/usr/bin/python3
"""Measures what each further client costs "flycatcher serve": processor time of the service with one client and with many, in turns.

Processor time is counted by the picture, so that other work on the machine does not change it, and given as a share of a core at the film's own
rate. The clients are a process of their own that reads over TCP and throws away.

Arguments: FILM, --command FILE, --clients N (20), --seconds N (15) of each turn, --turns N (3).
"""
import argparse
import os
import re
import select
import socket
import statistics
import subprocess
import sys
import threading
import time
import urllib.request

parser = argparse.ArgumentParser()
parser.add_argument("film")
parser.add_argument("--command", default=".build/release/flycatcher")
parser.add_argument("--clients", type=int, default=20)
parser.add_argument("--seconds", type=float, default=15)
parser.add_argument("--turns", type=int, default=3)
parser.add_argument("--watch", help=argparse.SUPPRESS)
options = parser.parse_args()


def watch(address):
    """Lets clients read until the end of standard input."""
    host, port = re.search(r"//([^:/]+):(\d+)/", address).groups()
    poll, clients = select.poll(), {}
    for _ in range(options.clients):
        client = socket.create_connection((host, int(port)))

        def ask(*lines):
            client.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
            return client.recv(65536).decode(errors="replace")

        answer = ask(f"DESCRIBE {address} RTSP/1.0", "CSeq: 1", "Accept: application/sdp")
        answer = ask(f"SETUP {address}/stream=0 RTSP/1.0", "CSeq: 2", "Transport: RTP/AVP/TCP;unicast;interleaved=0-1")
        session = re.search(r"Session: ([^;\r]+)", answer)[1]
        client.sendall(f"PLAY {address} RTSP/1.0\r\nCSeq: 3\r\nSession: {session}\r\n\r\n".encode())
        clients[client.fileno()] = client
        poll.register(client, select.POLLIN)
    poll.register(sys.stdin, select.POLLIN)
    print("watching", flush=True)
    while True:
        for descriptor, _ in poll.poll():
            if descriptor == sys.stdin.fileno() or not clients[descriptor].recv(1 << 20):
                return
        # Few and large reads: the clients should not take the processor from the service.
        time.sleep(0.02)


if options.watch:
    watch(options.watch)
    sys.exit()

with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    metrics = free.getsockname()[1]
service = subprocess.Popen(
    [options.command, "serve", options.film, "--loop", "--port", "0", "--metrics", str(metrics)],
    stderr=subprocess.PIPE, text=True)
address = next(line for line in service.stderr if "  rtsp://" in line).split()[-1]
threading.Thread(target=service.stderr.read, daemon=True).start()


def figure(name):
    with urllib.request.urlopen(f"http://127.0.0.1:{metrics}/metrics") as page:
        return float(re.search(rf"^{name}[^ ]* (\S+)$", page.read().decode(), re.M)[1])


def spent():
    """Seconds of the processor that the service has taken, and its pictures."""
    with open(f"/proc/{service.pid}/stat") as line:
        fields = line.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), figure("flycatcher_frames_total")


def clients(count):
    program = subprocess.Popen(
        [sys.executable, __file__, options.film, "--watch", address, "--clients", str(count)], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True)
    assert program.stdout.readline() == "watching\n"
    return program


def measure():
    time.sleep(2)
    began = spent()
    time.sleep(options.seconds)
    ended = spent()
    return (ended[0] - began[0]) / (ended[1] - began[1])


probe = subprocess.run(
    ["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "stream=width,height,r_frame_rate", "-of",
     "csv=p=0", options.film], capture_output=True, text=True, check=True).stdout.strip().split(",")
top, bottom = (int(part) for part in probe[2].split("/"))
rate, turns, counted = top / bottom, [], 0
first = clients(1)
for _ in range(options.turns):
    alone = measure()
    many = clients(options.clients)
    together = measure()
    counted = figure("flycatcher_clients")
    many.stdin.close()
    many.wait()
    turns.append((alone * rate, together * rate))
    print(f"{probe[0]} x {probe[1]}, {rate:.0f} pictures a second: {100 * turns[-1][0]:.1f} % of a core with 1 client, "
          f"{100 * turns[-1][1]:.1f} % with {counted:.0f}", flush=True)
first.stdin.close()
growth = 100 * statistics.median(many - alone for alone, many in turns) / options.clients
print(f"each further client: {growth:.2f} % of a core (wanted: less than 2)")
service.terminate()
service.wait(30)
sys.exit(growth >= 2)
