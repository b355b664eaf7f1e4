"""Files packed by gzip and zip: the same contents give the same bytes, whichever Python packs them.

Python's own `gzip` and NumPy's `savez` write headers that differ from version to version, so this module
writes its own. The packed stream between the headers is made by the zlib that Python was linked with: the zlib of
zlib.net gives the same stream from version 1.2.13 to 1.3.2; a replacement such as zlib-ng packs the
same contents into other bytes.
"""

import struct
import zipfile
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import IO

LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""the first time that a zip file can name"""
UNIX = 3
GZIP_HEAD = b"\x1f\x8b\x08" + bytes(6) + b"\xff"
"""deflated; without name, time, level of compression and system"""


def gzipped(data: bytes) -> bytes:
    """Return data as a gzip file."""
    packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(data) + packer.flush()
    return GZIP_HEAD + packed + struct.pack("<II", zlib.crc32(data), len(data) % 2**32)


def write_zip(target: Path | IO[bytes], files: Iterable[tuple[str, bytes]]) -> None:
    """Write files by name into a zip. Each is written whole, so that no header leaves room for a larger size."""
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in files:
            entry = zipfile.ZipInfo(name, LONG_AGO)
            entry.create_system = UNIX
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
