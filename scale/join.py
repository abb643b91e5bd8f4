#!/usr/bin/env python3
"""Joins what `flycatcher analyze … --output` has written into folders: one table of trajectories, one of points, a list of failures.

    join.py FOLDERS trajectories.parquet points.parquet failed.tsv

A trajectory is a row of its source (the film), its number in the film from 0, in order of time, and what its last line says; a point is a row of the
same two keys and its number in the flight. Rows are sorted by these keys, so that the same films give the same tables, wherever they were analyzed.
Only what is whole is read: a file without its summary is left out and named, and makes the exit code 1.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet

FLIGHTS = pyarrow.schema(
    [
        ("source", pyarrow.string()),
        ("trajectory", pyarrow.int32()),
        ("start", pyarrow.float64()),
        ("duration", pyarrow.float64()),
        ("confidence", pyarrow.float64()),
        ("point_count", pyarrow.int32()),
        ("a", pyarrow.float64()),
        ("b", pyarrow.float64()),
        ("c", pyarrow.float64()),
        ("moving_average_radius", pyarrow.float64()),
        ("width", pyarrow.int32()),
        ("height", pyarrow.int32()),
        ("framerate", pyarrow.string()),
    ]
)
POINTS = pyarrow.schema(
    [
        ("source", pyarrow.string()),
        ("trajectory", pyarrow.int32()),
        ("point", pyarrow.int32()),
        ("time", pyarrow.float64()),
        ("x", pyarrow.float64()),
        ("y", pyarrow.float64()),
        ("radius", pyarrow.float64()),
    ]
)
ROWS = 100_000
"""The number of rows that are written at a time."""


class Table:
    """A Parquet file under way, written aside and renamed when it is whole."""

    def __init__(self, path: Path, schema: pyarrow.Schema) -> None:
        """Creates the file."""
        self._path, self._part, self._schema = path, path.with_name(path.name + ".part"), schema
        self._writer = pyarrow.parquet.ParquetWriter(self._part, schema, compression="zstd")
        self._rows: list[tuple[Any, ...]] = []

    def add(self, *row: Any) -> None:
        """Adds a row."""
        self._rows.append(row)
        if len(self._rows) >= ROWS:
            self._flush()

    def _flush(self) -> None:
        columns = [[row[index] for row in self._rows] for index in range(len(self._schema))]
        self._writer.write_table(
            pyarrow.table(
                [pyarrow.array(column, field.type) for column, field in zip(columns, self._schema)], schema=self._schema
            )
        )
        self._rows.clear()

    def finish(self) -> None:
        """Makes the file whole."""
        self._flush()
        self._writer.close()
        self._part.rename(self._path)


def ends_whole(path: Path) -> bool:
    """Whether the last line is the summary."""
    with open(path, "rb") as file:
        file.seek(max(os.path.getsize(path) - 4096, 0))
        tail = file.read()
    return tail.endswith(b"\n") and tail[:-1].rsplit(b"\n", 1)[-1].startswith(b'{"type":"summary"')


def source_of(path: Path) -> str:
    """The film that a file is of."""
    with open(path, encoding="utf-8", errors="replace") as file:
        return str(json.loads(file.readline())["source"])


def lines_of(path: Path) -> Iterator[dict[str, Any]]:
    """The first line of a file, and the last line of each of its flights."""
    with open(path, encoding="utf-8", errors="replace") as file:
        for text in file:
            # Most lines are none of these; they are not even parsed.
            if text.startswith('{"type":"stream"') or '"state":"ended"' in text:
                yield json.loads(text)


def join(folders: Path, flights: Path, points: Path, failed: Path, minimum: float) -> int:
    """Joins all files in the folders of a folder, and returns the number of those that are not whole."""
    results: list[tuple[str, Path]] = []
    broken: list[Path] = []
    for path in sorted(folders.glob("*/*.jsonl")):
        if ends_whole(path):
            results.append((source_of(path), path))
        else:
            broken.append(path)
    results.sort()
    for (source, path), (other, second) in zip(results, results[1:]):
        if source == other:
            sys.exit(f"join.py: {source} is in {path} and in {second}.")
    flight_table, point_table = Table(flights, FLIGHTS), Table(points, POINTS)
    for source, path in results:
        first, *ends = lines_of(path)
        kept = [end for end in ends if end["type"] == "trajectory" and end["confidence"] >= minimum]
        kept.sort(key=lambda end: (end["timeRange"]["start"], [(at["time"], at["x"], at["y"]) for at in end["detectedPoints"]]))
        for number, end in enumerate(kept):
            time, detected = end["timeRange"], end["detectedPoints"]
            flight_table.add(
                source,
                number,
                time["start"],
                time["duration"],
                end["confidence"],
                len(detected),
                *end["equationCoefficients"],
                end["movingAverageRadius"],
                first["width"],
                first["height"],
                first["framerate"],
            )
            for index, at in enumerate(detected):
                point_table.add(source, number, index, at["time"], at["x"], at["y"], at["radius"])
    flight_table.finish()
    point_table.finish()
    failures = sorted(
        line for path in folders.glob("*/failed.txt") for line in path.read_text(errors="surrogateescape").splitlines()
    )
    part = failed.with_name(failed.name + ".part")
    part.write_text("".join(line + "\n" for line in ["input\tcode\treason", *failures]), errors="surrogateescape")
    part.rename(failed)
    for path in broken:
        print(f"join.py: {path} is not whole, and was left out.", file=sys.stderr)
    print(f"{len(results)} films joined, {len(failures)} failed.")
    return len(broken)


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("folders", "trajectories", "points", "failed"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--minimum-confidence", type=float, default=0.5)
    given = parser.parse_args()
    sys.exit(1 if join(given.folders, given.trajectories, given.points, given.failed, given.minimum_confidence) else 0)


if __name__ == "__main__":
    main()
