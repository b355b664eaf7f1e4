"""Every phrase says in English what its condition says."""

from itertools import combinations, product

import pytest

from atlas.cards.phrases import Phrase, in_words, plain_phrases, reckoned_phrases
from atlas.policies.conditions import Condition, Where
from tests.reader import read_conditions

ALL = [*plain_phrases(24, 12), *reckoned_phrases()]
PLACES = [
    Where(*place) for place in product((-7, -3, 0, 1, 4), (1, 4, 8, 12), range(1, 25, 2), (*range(1, 13), 15, 20, 24))
]
PLACES += [place._replace(hero_stamina=place.hero_stamina + 1) for place in PLACES]


@pytest.mark.parametrize("phrase", ALL[::7], ids=lambda phrase: phrase.when)
def test_words_and_condition_agree(phrase: Phrase) -> None:
    _compare(phrase.words, Condition(phrase.when))


@pytest.mark.slow
def test_all_words_and_conditions_agree() -> None:
    for phrase in ALL:
        _compare(phrase.words, Condition(phrase.when))


def test_what_two_say_about_one_stamina_is_said_at_once() -> None:
    by_when = {phrase.when: phrase for phrase in ALL}
    three_or_seven = [by_when["foe_stamina <= 8"], by_when["foe_stamina % 4 == 3"]]
    assert in_words(three_or_seven, 24) == "the foe has 3 or 7 stamina"
    assert (
        in_words([*three_or_seven, by_when["luck >= 6"]], 24) == "the foe has 3 or 7 stamina and your luck is 6 or more"
    )
    assert in_words([by_when["luck >= 6"]], 24) == "your luck is 6 or more"


def test_joined_words_mean_what_the_phrases_mean_together() -> None:
    for pair in list(combinations(ALL, 2))[::2503]:
        held = [Condition(phrase.when) for phrase in pair]
        reading = read_conditions(in_words(pair, 24))
        for place in PLACES[::31]:
            assert reading(place) == all(condition.holds(place) for condition in held), pair


def test_conditions_are_unique() -> None:
    assert len({phrase.when for phrase in ALL}) == len(ALL)


def _compare(words: str, condition: Condition) -> None:
    reading = read_conditions(words)
    for place in PLACES[::17]:
        assert reading(place) == bool(condition.holds(place)), words
