"""Luck Atlas: when to Test your Luck in a Fighting Fantasy fight, solved exactly.

Data flows one way: README.md lists the rooms in that order, and a room imports only from those above it.
"""

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from atlas.game.advice import advise

# The arrays here are small: threads inside the linear algebra cost more than they save.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

__all__ = ["advise"]


def __getattr__(name: str) -> object:
    """Load `advise` only when it is asked for: a build that has nothing to do loads no solver."""
    if name != "advise":
        raise AttributeError(f"module 'atlas' has no attribute {name!r}")
    from atlas.game.advice import advise

    return advise
