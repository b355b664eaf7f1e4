"""Every phrase says in English what its condition says."""

from itertools import combinations, product

import pytest

from atlas.cards.objective import decided_up_to
from atlas.cards.phrases import Phrase, phrases, phrases_in_words
from atlas.game.presets import preset
from atlas.game.rules import BOOK_RULES, Outcome
from atlas.policies.conditions import Condition, Where
from tests.reader import read_conditions

ALL = list(phrases(BOOK_RULES, 24, 12))
PLACES = [
    Where(*place) for place in product((-7, -3, 0, 1, 4), (1, 4, 8, 12), range(1, 25, 2), (*range(1, 13), 15, 20, 24))
]
PLACES += [place._replace(hero_stamina=place.hero_stamina + 1) for place in PLACES]


@pytest.mark.parametrize("phrase", ALL[::7], ids=lambda phrase: phrase.when)
def test_words_and_condition_agree(phrase: Phrase) -> None:
    _compare(phrase.words, Condition(phrase.when))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["books", "weapon-3", "armoured-foe", "foe-yields-at-4"])
def test_all_words_and_conditions_agree(name: str) -> None:
    for phrase in phrases(preset(name).rules, 24, 12):
        _compare(phrase.words, Condition(phrase.when))


def test_two_conditions_mean_what_each_means() -> None:
    for pair in list(combinations(ALL, 2))[::503]:
        held = [Condition(phrase.when) for phrase in pair]
        reading = read_conditions(phrases_in_words(pair))
        for place in PLACES[::31]:
            assert reading(place) == all(condition.holds(place) for condition in held), pair


def test_conditions_are_unique() -> None:
    assert len({phrase.when for phrase in ALL}) == len(ALL)


def test_there_is_nothing_to_add_up() -> None:
    sums = [
        phrase
        for phrase in ALL
        if any(sign in phrase.when.replace(">= -", ">=").replace("< -", "<") for sign in "+*/-")
    ]
    assert [phrase.words for phrase in sums] == []


def test_the_foes_steps_begin_where_luck_can_matter() -> None:
    for name in ("books", "weapon-3", "foe-yields-at-4"):
        rules = preset(name).rules
        steps = [phrase for phrase in phrases(rules, 24, 12) if "foe_stamina %" in phrase.when]
        assert steps
        for phrase in steps:
            condition = Condition(phrase.when)
            assert not any(
                condition.holds(Where(0, 7, 9, foe)) for foe in range(1, decided_up_to(rules)[Outcome.WON] + 1)
            )


def _compare(words: str, condition: Condition) -> None:
    reading = read_conditions(words)
    for place in PLACES[::17]:
        assert reading(place) == bool(condition.holds(place)), words
