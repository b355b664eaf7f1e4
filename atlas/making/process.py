"""The command as a process: signals that stop it, and output streams that may be closed or lack a character.

Output that nobody can read any more is dropped: a build goes on when the reader of its messages has gone.
"""

import codecs
import errno
import io
import os
import signal
import sys
import time
from types import FrameType
from typing import TYPE_CHECKING, TextIO

from atlas.errors import short

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
NO_READER = (errno.EPIPE, errno.EBADF)
"""errors of a stream without a reader"""
SECONDS_TO_CLEAR_UP = 1.0
LONGEST_LINE = 1_000
PLAIN = {"−": "-", "–": "-", "×": "x", "’": "'", "“": '"', "”": '"', "…": "...", "→": "->", "≤": "<=", "≥": ">="}
PLAIN |= {"█": "#", "░": "."}
"""what stands for letters that a stream cannot show; "?" for all others"""


class Stopped(BaseException):
    """Raised when a signal asks the process to end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.status = 128 + number


class _Stream(io.FileIO):
    """A stream that accepts all writing, and drops what cannot be written."""

    first_error: OSError | None = None
    """the first error other than a missing reader"""

    def write(self, data: "ReadableBuffer", /) -> int:
        try:
            return super().write(data)
        except OSError as error:
            if error.errno not in NO_READER:
                self.first_error = self.first_error or error
            return memoryview(data).nbytes


def prepare_process() -> None:
    """Make all streams writable, and let signals end the process by `Stopped`."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free: this one
    codecs.register_error("plain", _plainly)
    sys.stdout, sys.stderr = _stream(1, sys.stdout), _stream(2, sys.stderr)
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _stop)


def finish_process() -> OSError | None:
    """Ignore further signals, flush all streams, and return the error that lost printed text, if any."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    sys.stdout.flush()
    stream = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    return stream.first_error if isinstance(stream, _Stream) else None


def out_of_memory(error: BaseException) -> bool:
    """Return whether an error means a lack of memory; a library that fails to load says so only in its message."""
    if isinstance(error, OSError) and error.errno == errno.ENOMEM:
        return True
    signs = ("failed to map segment", "annot allocate memory", "can't start new thread", "without exception set")
    return isinstance(error, MemoryError) or any(sign in str(error) for sign in signs)


def one_line(text: str) -> str:
    """Return a message on one short line without control characters, for a terminal."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in short(text, LONGEST_LINE))


def _stream(descriptor: int, before: TextIO | None) -> TextIO:
    raw = io.BufferedWriter(_Stream(descriptor, "wb", closefd=False))
    encoding = before.encoding if before else "utf-8"
    return io.TextIOWrapper(raw, encoding, errors="plain", line_buffering=True)


def _plainly(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(PLAIN.get(letter, "?") for letter in error.object[error.start : error.end]), error.end


_stopped_at = -SECONDS_TO_CLEAR_UP


def _stop(number: int, frame: FrameType | None) -> None:
    """Raise Stopped, but not for a second signal soon after the first.

    Signals often come twice, from the terminal and from the shell: the second would interrupt the cleanup.
    """
    global _stopped_at
    before, _stopped_at = _stopped_at, time.monotonic()
    if _stopped_at - before >= SECONDS_TO_CLEAR_UP:
        raise Stopped(number)
