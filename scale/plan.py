"""Which film belongs to which job. Groups stay what they are when films are added, so that no finished one is done again."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path


def films(command: str, inputs: str | os.PathLike[str], results: Path) -> list[str]:
    """Returns the paths of all films in a folder, but those in the folder of the results; or the lines of a list.

    The command says which files of a folder are films, as it does when it is given the folder itself.
    """
    path = Path(inputs)
    if path.is_dir():
        program = [*shlex.split(command), "analyze", os.fspath(path), "--output", os.fspath(results), "--list"]
        text = subprocess.run(program, check=True, stdout=subprocess.PIPE).stdout.decode(errors="surrogateescape")
    else:
        text = path.read_text(encoding="utf-8", errors="surrogateescape")
    return list(dict.fromkeys(line for line in text.split("\n") if line.strip()))


def list_path(results: Path, group: str) -> Path:
    """The file that lists the films of a group."""
    return results / "plan" / f"{group}.txt"


def groups(
    command: str, inputs: str | os.PathLike[str], results: Path, size: int, extends: bool
) -> dict[str, list[str]]:
    """Returns the films of each group. Films that no group holds are put into new groups of `size`, where `extends` says so."""
    if size < 1:
        raise ValueError(f"group is {size}; it must be 1 or more.")
    folder = results / "plan"
    known = {
        path.stem: path.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
        for path in sorted(folder.glob("*.txt"))
    }
    if not extends:
        return known
    taken = {film for group in known.values() for film in group}
    new = [film for film in films(command, inputs, results) if film not in taken]
    folder.mkdir(parents=True, exist_ok=True)
    first = 1 + max((int(name) for name in known), default=-1)
    for number, start in enumerate(range(0, len(new), size), first):
        name = f"{number:06}"
        known[name] = new[start : start + size]
        path = list_path(results, name)
        part = path.with_suffix(".part")
        text = "".join(film + "\n" for film in known[name])
        part.write_text(text, encoding="utf-8", errors="surrogateescape")
        part.rename(path)
    return known


def present(group: list[str]) -> list[str]:
    """Returns the films that are there. Those that are missing are for the command to name: they stop no other."""
    return [film for film in group if os.path.exists(film)]
