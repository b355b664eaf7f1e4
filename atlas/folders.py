"""Where the package and its templates are, and the package's own data."""

from pathlib import Path

PACKAGE = Path(__file__).parent


DATA_SUFFIXES = (".toml", ".csv")
"""the files of data that stand beside the code that reads them"""


def package_texts(pattern: str) -> dict[str, str]:
    """Return files of data by their names without the ending, such as `game/adventures/*.toml`."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(PACKAGE.glob(pattern))}


def templates_folder() -> Path:
    """Return the folder of the templates: in the package where it is installed, beside it in a checkout."""
    installed = PACKAGE / "templates"
    return installed if installed.is_dir() else PACKAGE.parent / "templates"
