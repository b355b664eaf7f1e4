"""`python -m atlas.archive FOLDER FILE.zip`: a folder as a zip file, the same bytes for the same contents."""

import sys
import zipfile
from pathlib import Path

LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""the first time that a zip file can name"""


def archive(folder: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), LONG_AGO)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            made.writestr(entry, path.read_bytes())


if __name__ == "__main__":
    archive(Path(sys.argv[1]), Path(sys.argv[2]))
