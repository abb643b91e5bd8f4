"""What can go wrong, and what is worth a warning."""

from __future__ import annotations


class FlycatcherError(Exception):
    """The command failed, or its lines cannot be read. Another attempt may succeed."""

    def __init__(self, message: str, code: int = 1) -> None:
        super().__init__(message)
        self.code = code
        """The exit code of the command; 1 where it did not run."""


class UsageError(FlycatcherError):
    """An option is unknown, or its value is not allowed."""


class UnusableInputError(FlycatcherError):
    """The input cannot be used, now or later: not a video, without video, unreadable."""


class CutOffWarning(UserWarning):
    """The lines end too early: the command was killed, or is still at work. All whole lines were read."""


class VersionWarning(UserWarning):
    """The lines, or the command, are of another version than this package."""


def error_for(code: int, message: str) -> FlycatcherError:
    """Returns the error for an exit code of the command."""
    kind = {2: UsageError, 3: UnusableInputError}.get(code, FlycatcherError)
    return kind(message, code)
