#!/usr/bin/python3
"""Reads KLV of MISB ST 0601 with the targets of ST 0903, written from the tables of those standards alone.

Argument: a file of packets one after the other. Checks order and checksum, and prints a line of JSON a packet.
"""
import json
import sys

KEY = bytes.fromhex("060e2b34020b01010e01030101000000")


def length(data, at):
    """BER, short or long form."""
    count, at = data[at], at + 1
    if count < 128:
        return count, at
    return int.from_bytes(data[at:at + (count & 127)], "big"), at + (count & 127)


def items(data):
    at, found = 0, {}
    while at < len(data):
        tag = data[at]
        count, at = length(data, at + 1)
        found[tag], at = data[at:at + count], at + count
    return found


def object_identifier(data):
    value, at = 0, 0
    while True:
        value, at = value << 7 | data[at] & 127, at + 1
        if not data[at - 1] & 128:
            return value, at


def number(data):
    return int.from_bytes(data, "big")


def targets(series):
    at, found = 0, []
    while at < len(series):
        count, at = length(series, at)
        pack, at = series[at:at + count], at + count
        identifier, begin = object_identifier(pack)
        fields = items(pack[begin:])
        found.append({
            "id": identifier, "centroid": number(fields[1]), "topLeft": number(fields[2]),
            "bottomRight": number(fields[3]), "confidence": number(fields[5]), "row": number(fields[19]),
            "column": number(fields[20]), "track": items(fields[104])[1].hex()})
    return found


data = open(sys.argv[1], "rb").read()
at = 0
while at < len(data):
    assert data[at:at + 16] == KEY, f"no universal label at byte {at}"
    count, begin = length(data, at + 16)
    packet = data[at:begin + count]
    outer = items(data[begin:begin + count])
    assert list(outer)[0] == 2 and list(outer)[-1] == 1, f"order of the items: {list(outer)}"
    total = sum(byte << (8 if index % 2 == 0 else 0) for index, byte in enumerate(packet[:-2])) & 0xFFFF
    assert total == number(outer[1]), "checksum"
    inner = items(outer[74])
    print(json.dumps({
        "time": number(outer[2]), "system": inner.get(3,b"").decode(), "version": number(outer[65]), "targetVersion": number(inner[4]),
        "detected": number(inner[5]), "reported": number(inner[6]), "width": number(inner[8]),
        "height": number(inner[9]), "targets": targets(inner.get(101, b""))}))
    at = begin + count
