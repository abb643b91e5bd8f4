#!/usr/bin/python3
"""Many connections to a server at once that say nothing.

Arguments: port, number of connections. Says "there", and stays for six seconds.
"""
import socket
import sys
import time

crowd = []
for _ in range(int(sys.argv[2])):
    connection = socket.socket()
    connection.setblocking(False)
    connection.connect_ex(("127.0.0.1", int(sys.argv[1])))
    crowd.append(connection)
print("there", flush=True)
time.sleep(6)
