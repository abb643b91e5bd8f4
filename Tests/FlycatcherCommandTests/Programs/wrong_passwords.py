#!/usr/bin/python3
"""A stranger who tries passwords at an RTSP server with digest authentication, and somebody who knows one.

Arguments: port, path, user, password. Prints as JSON the answers to a user that exists and to one that does not, without what is new in each; the
number of wrong passwords tried in a second; the status of the right one at once after them, and two seconds later.
"""
import hashlib
import json
import re
import socket
import sys
import time

port, path, user, password = int(sys.argv[1]), *sys.argv[2:5]
url = f"rtsp://127.0.0.1:{port}{path}"


def md5(text):
    return hashlib.md5(text.encode()).hexdigest()


def ask(client, sequence, *lines):
    client.sendall("\r\n".join([f"DESCRIBE {url} RTSP/1.0", f"CSeq: {sequence}", *lines, "", ""]).encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += client.recv(4096)
    return answer.decode()


def attempt(name, word):
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        asked = ask(client, 1)
        realm, nonce = (re.search(f'{key}="([^"]+)"', asked)[1] for key in ("realm", "nonce"))
        response = md5(f"{md5(f'{name}:{realm}:{word}')}:{nonce}:{md5(f'DESCRIBE:{url}')}")
        return ask(client, 2, f'Authorization: Digest username="{name}", realm="{realm}", nonce="{nonce}", uri="{url}", '
                              f'response="{response}"')


def plain(answer):
    return re.sub(r'nonce="[^"]+"|Date: .*', "", answer)


def status(answer):
    return int(answer.split()[1])


first = status(attempt(user, password))
answers = [plain(attempt(user, "wrong")), plain(attempt("nobody" + user, "wrong"))]
time.sleep(1.1)
began, tried = time.monotonic(), 0
while time.monotonic() - began < 0.8 and tried < 40:
    assert status(attempt(user, f"wrong{tried}")) == 401
    tried += 1
at_once = status(attempt(user, password))
time.sleep(2)
print(json.dumps({"first": first, "answers": answers, "tried": tried, "atOnce": at_once,
                  "later": status(attempt(user, password))}))
