"""A finished PDF → its file: only what the pages need, packed as small as it goes.

pydyf would write everything it was given, and the list of where objects stand as it is, three bytes of it for each
cell of a table. Here the list is told by differences, which packs to next to nothing: most objects follow one another.
"""

import re
import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np

HEADER = b"%PDF-1.7\n%\xf0\x9f\x96\xa4\n"
REFERENCE = re.compile(rb"(\d+) 0 R")
STREAM, ENDSTREAM = b"\nstream\n", b"\nendstream"
PLACE = np.dtype([("kind", "u1"), ("where", ">u4"), ("order", ">u4")])
"""of an object in the file: from its beginning, or in which other object, as the how-manieth"""
APART, TOGETHER = 1, 2
"""kinds of objects: standing by themselves, or packed with others"""
UP = 2
"""how a row of a PNG says that each byte is told by its difference to the one above"""


def pack(pdf: Any) -> None:
    """Pack the streams of a PDF, once for all files that are made of it."""
    import pydyf

    for item in pdf.objects:
        if isinstance(item, pydyf.Stream) and item.compress:
            _, _, packed = item.data.partition(STREAM)
            item.stream, item.compress = [packed.removesuffix(ENDSTREAM)], False
            item.extra = pydyf.Dictionary({**item.extra, "Filter": "/FlateDecode"})


def pdf_bytes(pdf: Any) -> bytes:
    """The file of a PDF as it now is; the PDF can be changed and written again."""
    objects = _reached(pdf)
    information, group, places = range(len(pdf.objects), len(pdf.objects) + 3)
    objects[information] = pdf.info.data
    file, where = bytearray(HEADER), [(0, 0, 0)] * (places + 1)
    together = list[tuple[int, bytes]]()
    for number in sorted(objects):
        if STREAM in objects[number]:
            where[number] = APART, len(file), 0
            file += _apart(number, objects[number])
        else:
            where[number] = TOGETHER, group, len(together)
            together.append((number, objects[number]))
    where[group] = APART, len(file), 0
    file += _apart(group, _together(together))
    where[places] = APART, len(file), 0
    told = {"Root": pdf.catalog.reference.decode(), "Info": f"{information} 0 R", "Size": str(places + 1)}
    file += _apart(places, _list_of_places(where, told))
    return bytes(file) + b"startxref\n%d\n%%%%EOF\n" % where[places][1]


def _reached(pdf: Any) -> dict[int, bytes]:
    """All that the file needs, as it is written, by number: what the catalogue names, and what that names in turn."""
    found: dict[int, bytes] = {}
    waiting = [pdf.catalog.number]
    while waiting:
        number = waiting.pop()
        if number not in found:
            found[number] = pdf.objects[number].data
            told, _, _ = found[number].partition(STREAM)
            waiting += map(int, REFERENCE.findall(told))
    return found


def _apart(number: int, data: bytes) -> bytes:
    return b"%d 0 obj\n%b\nendobj\n" % (number, data)


def _together(objects: Sequence[tuple[int, bytes]]) -> bytes:
    """Many objects in one stream, after a list of their numbers and places in it."""
    numbers, datas = zip(*objects, strict=True)
    starts = np.cumsum([0, *(len(data) + 1 for data in datas)]).tolist()
    index = " ".join(f"{number} {start}" for number, start in zip(numbers, starts, strict=False)).encode()
    told = {"Type": "/ObjStm", "N": str(len(numbers)), "First": str(len(index) + 1)}
    return _stream(told, index + b"\n" + b"\n".join(datas))


def _list_of_places(where: Sequence[tuple[int, int, int]], told: dict[str, str]) -> bytes:
    rows = np.array(where, dtype=PLACE).view(np.uint8).reshape(-1, PLACE.itemsize)
    differences = np.diff(rows, axis=0, prepend=np.zeros((1, PLACE.itemsize), dtype=np.uint8))
    widths = " ".join(str(PLACE[name].itemsize) for name in PLACE.names or ())
    parameters = f"<</Predictor {10 + UP}/Columns {PLACE.itemsize}>>"
    told = {"Type": "/XRef", "W": f"[{widths}]", "DecodeParms": parameters} | told
    return _stream(told, np.insert(differences, 0, UP, axis=1).tobytes())


def _stream(told: dict[str, str], content: bytes) -> bytes:
    packed = zlib.compress(content, 9)
    told = told | {"Filter": "/FlateDecode", "Length": str(len(packed))}
    words = "".join(f"/{name} {value}" for name, value in told.items())
    return b"<<%b>>%b%b%b" % (words.encode(), STREAM, packed, ENDSTREAM)
