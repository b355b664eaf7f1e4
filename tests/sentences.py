"""The sentences of a site: what its pages and PDFs say, piece by piece, each with where it stands."""

import re
import subprocess
from collections import defaultdict
from collections.abc import Callable
from html import unescape
from pathlib import Path

BLOCKS = (
    "p|li|td|th|h[1-6]|dt|dd|caption|tr|div|table|math|figcaption|figure|title|summary|button|label|section|nav|a|br"
)


def sentences(site: Path, wanted: Callable[[str], bool] = lambda path: True) -> dict[str, set[str]]:
    """By sentence: the files that have it."""
    pages: defaultdict[str, set[str]] = defaultdict(set)
    for file in sorted((*site.rglob("*.html"), *site.rglob("*.pdf"))):
        path = file.relative_to(site).as_posix()
        if wanted(path):
            for sentence in re.split(
                r"(?<=[.:;?!])\s+|\n", page_text(file) if file.suffix == ".html" else pdf_text(file)
            ):
                pages[" ".join(sentence.split())].add(path)
    return dict(pages)


def page_text(page: Path) -> str:
    """What is seen, what is spoken, and what a search engine is told."""
    text = re.sub(r"<(script|style)\b.*?</\1>", "", page.read_text(), flags=re.DOTALL)
    text = re.sub(r'<meta name="description" content="([^"]*)">', r"\n\1\n", text)
    text = re.sub(r'<[^>]*\b(?:alt|aria-label)="([^"]*)"[^>]*>', r"\n\1\n", text)
    text = re.sub(rf"</?(?:{BLOCKS})\b[^>]*>", "\n", text)
    return unescape(re.sub(r"<[^>]+>", "", text))


def pdf_text(file: Path) -> str:
    """Lines joined to the sentences they were."""
    text = subprocess.run(["pdftotext", file, "-"], capture_output=True, text=True, check=True).stdout
    return re.sub(r"(?<![.:?!])\n(?=\S)", " ", text)
