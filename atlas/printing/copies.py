"""Parts of a sheet that are the same several times are laid out once, on a page of their own, and drawn everywhere.

The first keeps its tags; the others say nothing new, so a screen reader passes over them. The page of the part goes.
"""

from collections.abc import Sequence

from atlas.printing.leaves import MM, SheetPart
from atlas.printing.objects import ARTIFACT, END, Bracket, Pdf


def lay_over(pdf: Pdf, parts: Sequence[SheetPart], scale: float) -> None:
    """Draw parts on the sheets before them, in a PDF as WeasyPrint hands it over, set at this scale."""
    count = len(pdf.pages) - len(parts)
    sheets, pages = pdf.pages[:count], pdf.pages[count:]
    for sheet in sheets if parts else ():
        sheet.content.stream = [b"q", *sheet.content.stream, b"Q"]
    for part, page in zip(parts, pages, strict=True):
        drawn = page.content.stream
        bare = [operator for operator in drawn if not isinstance(operator, Bracket)]
        first, *others = part.places
        sheets[first.sheet].content.stream += [b"q", *drawn, b"Q"]
        for place in others:
            moved = f"1 0 0 1 {MM * scale * place.right:.3f} {-MM * scale * place.down:.3f} cm".encode()
            sheets[place.sheet].content.stream += [ARTIFACT, b"q", moved, *bare, b"Q", END]
    pdf.pages = sheets
