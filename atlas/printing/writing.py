"""A finished PDF → its file: only what the pages need, packed as small as it goes.

pydyf writes the file. What no page leads to is left out before; and where objects stand is told by differences, which
pack to next to nothing, as most objects follow one another.
"""

from io import BytesIO

import numpy as np

from atlas.printing.objects import PDF, REFERENCE, Dictionary, Object, Pdf, Stream

VERSION = "1.7"
STREAM, ENDSTREAM = b"\nstream\n", b"\nendstream"
UNUSED = PDF().objects[0]
"""stands for a number that no object has: as number 0, which is never used"""
UP = 2
"""how a row of a PNG says that each byte is told by its difference to the one above"""


def pack(file: PDF) -> None:
    """Pack the streams of a PDF, once for all files that are made of it."""
    for item in file.objects:
        if isinstance(item, Stream) and item.compress:
            _, _, packed = item.data.partition(STREAM)
            item.stream, item.compress = [packed.removesuffix(ENDSTREAM)], False
            item.extra = Dictionary({**item.extra, "Filter": "/FlateDecode"})


def pdf_bytes(pdf: Pdf) -> bytes:
    """Return the file of a PDF as it now is; its pages can be changed and written again."""
    pdf.settle_pages()
    return compact(pdf.file)


def compact(file: PDF) -> bytes:
    """Return the bytes of a file that holds what its catalogue leads to, and nothing else."""
    output = BytesIO()
    _Compact(file).write(output, VERSION, compress=True)
    return output.getvalue()


class _Compact(PDF):
    """A file without what its catalogue does not lead to, and with a short list of where objects stand."""

    def __init__(self, file: PDF) -> None:
        super().__init__()
        needed = _needed(file)
        self.objects = [item if item.number in needed else UNUSED for item in file.objects]
        self.catalog, self.info = file.catalog, file.info

    def add_object(self, item: Object) -> None:
        if isinstance(item, Stream) and item.extra["Type"] == "/XRef":
            _tell_by_differences(item)
        super().add_object(item)


def _tell_by_differences(places: Stream) -> None:
    """Rewrite the rows of a list of where objects stand."""
    columns, (table,) = sum(places.extra["W"]), places.stream
    assert isinstance(table, bytes)
    rows = np.frombuffer(table, np.uint8).reshape(-1, columns)
    differences = np.diff(rows, axis=0, prepend=np.zeros((1, columns), np.uint8))
    places.stream = [np.insert(differences, 0, UP, axis=1).tobytes()]
    places.extra["DecodeParms"] = Dictionary({"Predictor": 10 + UP, "Columns": columns})


def _needed(file: PDF) -> set[int]:
    """Return the numbers of all objects that the catalogue leads to."""
    needed = set[int]()
    waiting = [file.catalog.number]
    while waiting:
        number = waiting.pop()
        if number not in needed:
            needed.add(number)
            told, _, _ = file.objects[number].data.partition(STREAM)
            waiting += map(int, REFERENCE.findall(told))
    return needed
