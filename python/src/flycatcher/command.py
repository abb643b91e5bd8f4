"""The command, run from Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import threading
import warnings
from collections.abc import Iterator, Sequence
from typing import Any, Union

from .errors import FlycatcherError, UsageError, VersionWarning, error_for
from .observations import Observation, Stream, Summary, parse

Value = Union[str, int, float, bool, None, Sequence[Any]]
"""The value of an option: `True` sets a flag, `False` and `None` leave an option out, a tuple is joined by commas, a list repeats the option."""


def analyze(path: str | os.PathLike[str], *, executable: str = "flycatcher", **options: Value) -> Analysis:
    """Runs `flycatcher analyze` on a video, and yields each observation as soon as it is known.

    Options have the names that they have on the command line, with underscores:

    ```python
    flycatcher.analyze("toss.mp4", region_of_interest=(0, 0, 1, 0.8), minimum_confidence=0.7)
    flycatcher.analyze("match.mp4", object=["0.41,0.30,0.05,0.20=player 7"], trajectories=True)
    ```

    The command ends with the iteration, also where that is left early. Several threads may share it; each observation goes to one
    of them. Raises `UsageError` for a wrong option,
    `UnusableInputError` where the input is no video, `FlycatcherError` for any other failure: in the course of the iteration,
    for what was seen before is true.

    - `path`: a file, or whatever else `flycatcher analyze` takes.
    - `executable`: the command, by its name or its path.
    """
    return Analysis(os.fspath(path), executable, options)


class Analysis(Iterator[Observation]):
    """The observations of a film under way. An iterator, and a context manager that ends the command."""

    def __init__(self, path: str, executable: str, options: dict[str, Value]) -> None:
        """Starts the command; see `analyze`."""
        chosen = arguments_for(options)
        program = shutil.which(executable)
        if program is None:
            raise FlycatcherError(f"There is no command {executable}. Install it, or name it with executable=…")
        _check_version(program)
        self.stream: Stream | None = None
        """The first line; `None` before it was read."""
        self.summary: Summary | None = None
        """The last line; `None` before it was read."""
        self._lock = threading.Lock()
        self._is_closed = False
        self._errors = tempfile.TemporaryFile()
        arguments = [program, "analyze", *chosen, "--json=-", "--", path]
        self._process = subprocess.Popen(
            arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self._errors, encoding="utf-8", errors="replace"
        )

    def __iter__(self) -> Analysis:
        return self

    def __next__(self) -> Observation:
        with self._lock:
            return self._next()

    def _next(self) -> Observation:
        output = self._process.stdout
        for text in output if output and not output.closed else ():
            line = parse(text)
            if isinstance(line, Stream):
                self.stream = line
            elif isinstance(line, Summary):
                self.summary = line
            elif line is not None:
                return line
        self._finish()
        raise StopIteration

    def _finish(self) -> None:
        if self._errors.closed:
            return
        code = self._process.wait()
        self._errors.seek(0)
        message = self._errors.read().decode(errors="replace").strip()
        self._close()
        if self._is_closed:
            return
        if code < 0:
            raise FlycatcherError(f"The command was ended by signal {-code}. {message}")
        if code:
            raise error_for(code, message.removeprefix("flycatcher: ") or f"The command ended with code {code}.")

    def close(self) -> None:
        """Ends the command, where it has not ended."""
        self._is_closed = True
        # Before the lock: a thread that waits for an observation holds it until the command has ended.
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        with self._lock:
            self._close()

    def _close(self) -> None:
        if self._process.stdout:
            self._process.stdout.close()
        self._errors.close()

    def __enter__(self) -> Analysis:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_process"):
            self.close()


_REFUSED = {
    "json": "the lines are read from the command's standard output",
    "help": "it is no analysis",
    "version": "it is no analysis",
}
"""The options that cannot be given, and why."""


def arguments_for(options: dict[str, Value]) -> list[str]:
    """Returns options as the command line takes them. Raises `UsageError` for one that cannot be given here."""
    arguments: list[str] = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        if name in _REFUSED:
            raise UsageError(f"The option {name} cannot be given to analyze: {_REFUSED[name]}.", 2)
        if value is True:
            arguments.append(option)
        else:
            arguments += [f"{option}={_text(one)}" for one in (value if isinstance(value, list) else [value])]
    return arguments


def _text(value: Any) -> str:
    return ",".join(_text(part) for part in value) if isinstance(value, tuple) else str(value)


_checked: set[str] = set()


def _check_version(program: str) -> None:
    """Warns where the command is of another version than this package, once for each command."""
    if program in _checked:
        return
    from . import __version__

    answer = subprocess.run([program, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    version = answer.stdout.strip()
    if answer.returncode != 0 or not version:
        raise FlycatcherError(f"{program} does not tell its version: {answer.stderr.strip() or 'is it Flycatcher?'}")
    _checked.add(program)
    if version.split(".")[:2] != __version__.split(".")[:2]:
        warnings.warn(
            f"{program} is of version {version}, and this package of version {__version__}; what only one of them knows is left out.",
            VersionWarning,
            stacklevel=4,
        )
