"""Where the package and its templates are."""

from pathlib import Path

PACKAGE = Path(__file__).parent


def templates_folder() -> Path:
    """Inside the package where it is installed, beside it in a checkout."""
    installed = PACKAGE / "templates"
    return installed if installed.is_dir() else PACKAGE.parent / "templates"
