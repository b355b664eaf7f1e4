"""Zip files read from their bytes, by the book and by nobody's library."""

import struct
import zlib

PLAIN = (20, 0, 8, 0, 0x21)
"""version 2.0, no flags, deflated, midnight, the first of January 1980"""
UNIX_FILE = (3 << 8) + 20
READABLE = 0o644 << 16


def plain_zip(data: bytes) -> dict[str, bytes]:
    """The files in a zip. No header of it says when, by what or on which system it was written."""
    files, places, place = {}, {}, 0
    while data[place : place + 4] == b"PK\3\4":
        *head, crc, packed, size, name, extra = struct.unpack_from("<HHHHHIIIHH", data, place + 4)
        assert (*head, extra) == (*PLAIN, 0)
        begin = place + 30 + name
        path = data[place + 30 : begin].decode("ascii")
        files[path] = zlib.decompress(data[begin : begin + packed], -15)
        assert (zlib.crc32(files[path]), len(files[path])) == (crc, size)
        places[path], place = (crc, packed, size, place), begin + packed
    listed = place
    for path, (crc, packed, size, begin) in places.items():
        named = (crc, packed, size, len(path), 0, 0, 0, 0, READABLE, begin)
        assert struct.unpack_from("<4sHHHHHHIIIHHHHHII", data, place) == (b"PK\1\2", UNIX_FILE, *PLAIN, *named)
        assert data[place + 46 : place + 46 + len(path)].decode("ascii") == path
        place += 46 + len(path)
    count = len(files)
    assert struct.unpack("<4sHHHHIIH", data[place:]) == (b"PK\5\6", 0, 0, count, count, place - listed, listed, 0)
    return files
