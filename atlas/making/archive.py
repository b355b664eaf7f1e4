"""`python -m atlas.making.archive SITE FOLDER`: a site to hand out, as a zip file and its solver as an npm package.

The same contents give the same bytes. The package is not uploaded anywhere.
"""

import io
import json
import sys
import tarfile
from importlib.metadata import version
from pathlib import Path

from atlas.folders import templates_folder
from atlas.tables.packing import gzipped, write_zip

ENGINE = ("luck-atlas.mjs", "luck-atlas.d.ts", "luck-adventure.mjs", "luck-adventure.d.ts", "luck-advice.mjs")


def archive(folder: Path, target: Path) -> None:
    """Return a folder as a zip file."""
    target.parent.mkdir(parents=True, exist_ok=True)
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    write_zip(target, ((path.relative_to(folder).as_posix(), path.read_bytes()) for path in paths))


def npm_package(site: Path) -> bytes:
    """Return the npm package of a site’s solver, its element and its types."""
    files = {name: (site / "engine" / name).read_bytes() for name in ENGINE}
    files["README.md"] = (templates_folder() / "npm" / "README.md").read_bytes()
    files["LICENSE"] = (site / "licences" / "MIT.txt").read_bytes()
    files["package.json"] = (json.dumps(_description(), indent=2) + "\n").encode()
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, data in sorted(files.items()):
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size, entry.mode = len(data), 0o644
            tar.addfile(entry, io.BytesIO(data))
    return gzipped(archive.getvalue())


def _description() -> dict[str, object]:
    return {
        "name": "luck-atlas",
        "version": version("luck-atlas"),
        "description": "When to Test your Luck in a Fighting Fantasy fight, solved exactly.",
        "license": "MIT",
        "type": "module",
        "types": "./luck-atlas.d.ts",
        "exports": {
            ".": {"types": "./luck-atlas.d.ts", "default": "./luck-atlas.mjs"},
            "./luck-adventure.mjs": {"types": "./luck-adventure.d.ts", "default": "./luck-adventure.mjs"},
            "./luck-advice.mjs": "./luck-advice.mjs",
        },
        "sideEffects": ["./luck-advice.mjs"],
    }


if __name__ == "__main__":
    of, into = Path(sys.argv[1]), Path(sys.argv[2])
    archive(of, into / "luck-atlas-site.zip")
    (into / f"luck-atlas-{version('luck-atlas')}.tgz").write_bytes(npm_package(of))
