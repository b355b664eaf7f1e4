"""`python -m atlas.making.archive FOLDER FILE.zip`: a folder as a zip file, the same bytes for the same contents."""

import sys
from pathlib import Path

from atlas.tables.packing import write_zip


def archive(folder: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    write_zip(target, ((path.relative_to(folder).as_posix(), path.read_bytes()) for path in paths))


if __name__ == "__main__":
    archive(Path(sys.argv[1]), Path(sys.argv[2]))
