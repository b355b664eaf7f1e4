"""Foes as they stand in real books: numbers only.

Counted from the encoded fights of 26 Fighting Fantasy and Sorcery! books in the public repository
`melovictor/gamebooks` (files `*enemies.xml`, `*content.xml`). Some paragraphs are encoded more than once, so
shares can be relied on, single counts cannot.
"""

from typing import NamedTuple


class Foe(NamedTuple):
    """An opponent as a book prints it."""

    skill: int
    stamina: int


_BY_SKILL = {
    1: {7: 1},
    2: {1: 3, 2: 1, 8: 1},
    3: {1: 3, 2: 4, 14: 1},
    4: {2: 1, 3: 5, 4: 11, 5: 7, 6: 2, 7: 2, 8: 2, 9: 3},
    5: {1: 1, 2: 7, 3: 7, 4: 27, 5: 64, 6: 36, 7: 5, 8: 8, 12: 1, 13: 1, 17: 1},
    6: {1: 1, 2: 3, 3: 5, 4: 23, 5: 43, 6: 70, 7: 28, 8: 20, 9: 2, 10: 10, 11: 3, 12: 2, 14: 1, 15: 1, 16: 1},
    7: {1: 3, 2: 9, 3: 4, 4: 13, 5: 28, 6: 61, 7: 49, 8: 50, 9: 21, 10: 9, 11: 6, 12: 10, 13: 2, 15: 1, 20: 1},
    8: {2: 2, 3: 2, 4: 7, 5: 8, 6: 39, 7: 40, 8: 38, 9: 40, 10: 27, 11: 8, 12: 13, 14: 4, 20: 1, 22: 1, 30: 1},
    9: {1: 12, 3: 1, 4: 4, 5: 4, 6: 12, 7: 8, 8: 28, 9: 21, 10: 36, 11: 9, 12: 12, 13: 2, 14: 2, 16: 3, 18: 1},
    10: {4: 2, 5: 2, 6: 6, 7: 2, 8: 10, 9: 7, 10: 40, 11: 10, 12: 13, 14: 5, 15: 7, 16: 4, 17: 4, 18: 2, 19: 1, 20: 2}
    | {25: 1, 30: 1},
    11: {4: 1, 6: 4, 7: 1, 8: 2, 9: 2, 10: 6, 11: 4, 12: 6, 13: 2, 14: 1, 16: 1, 17: 1, 18: 3},
    12: {6: 1, 8: 1, 10: 3, 12: 4, 14: 3, 15: 2, 16: 1, 18: 1, 19: 1, 20: 2, 24: 1},
    13: {10: 1, 12: 1, 18: 2, 21: 1},
    14: {12: 1},
    16: {12: 1},
}
BOOK_FOES = {Foe(skill, stamina): foes for skill, row in _BY_SKILL.items() for stamina, foes in row.items()}
"""how many foes have this SKILL and STAMINA"""
