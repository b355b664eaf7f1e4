"""The list of where the objects of a PDF stand, told by differences: most follow one another.

pydyf writes the list as it is, three bytes of it for each cell of a table; by differences it packs to next to nothing.
"""

import re
import zlib

import numpy as np

UP = 2
"""how a row of a PNG says that each byte is told by its difference to the one above"""


def shortened(pdf: bytes) -> bytes:
    """The same file with a shorter list."""
    *_, tail = pdf.rpartition(b"startxref\n")
    start = int(tail.split()[0])
    found = re.fullmatch(
        rb"(\d+ 0 obj\n<<.*?)/Length \d+(.*?>>\nstream\n)(.*)(\nendstream\nendobj\nstartxref\n.*)",
        pdf[start:],
        re.DOTALL,
    )
    widths = found and re.search(rb"/W \[([\d ]+)\]", found[1] + found[2])
    if not found or not widths:
        raise ValueError("the list of objects is not as pydyf writes it")
    columns = sum(map(int, widths[1].split()))
    rows = np.frombuffer(zlib.decompress(found[3]), dtype=np.uint8).reshape(-1, columns)
    told = np.diff(rows, axis=0, prepend=np.zeros((1, columns), dtype=np.uint8))
    packed = zlib.compress(np.insert(told, 0, UP, axis=1).tobytes(), 9)
    parameters = b"/DecodeParms <</Predictor 12/Columns %d>>" % columns
    length = b"/Length %d" % len(packed)
    return b"".join((pdf[:start], found[1], parameters, length, found[2], packed, found[4]))
