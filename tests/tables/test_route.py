"""The route card against the answer that it is made from, and what stands on it."""

import re

import pytest

from atlas.cards.small_choice import GroupUse, Score
from atlas.game.adventure_file import adventure_of, adventures
from atlas.game.ahead import Start
from atlas.game.edition import LUCK_PRICE
from atlas.game.journey import AdventureForHero
from atlas.game.rules import Outcome
from atlas.game.stages import ChoiceStage, FightStage, LuckTest
from atlas.printing.route_leaves import route_html
from atlas.signs import ALWAYS, KEEP
from atlas.tables.journey import GROUP_USES, SCORES, journey_lines
from atlas.tables.route import RouteCard, route_card

LONG = {
    "title": "Long way",
    "meals": 3,
    "potion": "fortune",
    "stages": [
        {"name": "Guard", "foe": [8, 7], "escape": "Fork"},
        {"name": "Pit", "test": {"unlucky": {"foe": [6, 5]}, "lucky": {"luck": 1, "meals": 1}}},
        {"name": "Fork", "choice": ["Cave", "Road"]},
        {"name": "Cave", "foes": [[6, 4], [9, 6]], "next": "King"},
        {"name": "Road", "roll": [["Wolves", 1], ["King", 2]]},
        {"name": "Wolves", "unknown": 2},
        {"name": "King", "foe": [10, 10]},
    ],
}


@pytest.fixture(scope="module")
def journey() -> AdventureForHero:
    return AdventureForHero(adventure_of(LONG, "long"), Start(9, 18, 9))


@pytest.fixture(scope="module")
def card(journey: AdventureForHero) -> RouteCard:
    return route_card(journey)


def test_every_stage_is_a_stop_with_its_chance(journey: AdventureForHero, card: RouteCard) -> None:
    assert [stop.name for stop in card.stops] == ["Guard", "Pit", "Fork", "Cave", "Road", "Wolves", "King"]
    assert card.stops[0].here == card.survival == journey.survival
    for stop, number in zip(card.stops, journey.listed(), strict=True):
        kind = journey.adventure.stages[number].kind
        assert (stop.fight is not None) == isinstance(kind, FightStage)
        assert (stop.lucky is not None) == isinstance(kind, LuckTest)
        assert stop.unknown == (2 if stop.name == "Wolves" else 0)
        assert (stop.here is None) == (stop.reached == 0)
        if isinstance(kind, ChoiceStage):
            worths = journey.played.actions(number) or {}
            assert {way.name: way.worth for way in stop.ways} == worths
            assert max(stop.ways, key=lambda way: way.worth or 0).is_best


def test_those_who_fall_and_those_who_come_through_add_up(card: RouteCard) -> None:
    """At the fork, nobody is lost between choosing and what is chosen."""
    stops = {stop.name: stop for stop in card.stops}
    fork = stops["Fork"]
    assert fork.here is not None
    chosen = sum(stops[name].reached * (stops[name].here or 0) for name in ("Cave", "Road"))
    assert fork.reached * fork.here == pytest.approx(float(chosen), abs=1e-12)


def test_grids_cover_all_staminas_once(card: RouteCard) -> None:
    for stop in card.stops:
        for part in stop.grids:
            assert [grid.outcome for grid in part.grids] == list(Outcome)
            for grid in part.grids:
                assert _numbers(grid.foes) == [*range(1, 1 + (stop.fight.foes[0].stamina if stop.fight else 0))]
                assert _numbers(reversed(grid.yours)) == [*range(1, len(_numbers(grid.yours)) + 1)]
                assert all(len(row) == len(grid.foes) for row in grid.squares) and len(grid.squares) == len(grid.yours)
                assert all(re.fullmatch(rf"{KEEP}|{ALWAYS}|1?\d", square) for row in grid.squares for square in row)
        assert len(stop.grids) <= 2 and (stop.cost <= 0.001 or not stop.grids)
    assert any(not part.keeps for part in card.stops[-1].grids)


def _numbers(texts: object) -> list[int]:
    spans_of = [re.findall(r"\d+", str(text)) for text in texts]  # type: ignore[attr-defined]
    return [number for low, *rest in spans_of for number in range(int(low), int(rest[0] if rest else low) + 1)]


def test_escapes_and_targets_are_told(journey: AdventureForHero, card: RouteCard) -> None:
    guard, cave = card.stops[0], card.stops[3]
    assert guard.escape_to == "Fork" and [way.name for way in guard.ways] == ["fight", "escape"]
    assert cave.reached == 0 or (cave.target is not None and cave.target in cave.fight.foes)  # type: ignore[union-attr]


def test_a_fork_that_hangs_on_a_score_is_told_by_it() -> None:
    stages = [
        *({"unknown": 1}, {"unknown": 1}, {"name": "Fork", "choice": ["Troll", "Pit"]}),
        *({"name": "Troll", "foe": [10, 8], "next": "end"}, {"name": "Pit", "test": {"unlucky": {"dead": True}}}),
    ]
    journey = AdventureForHero(adventure_of({"stages": stages, "meals": 3}, "fork"), Start(9, 20, 7))
    card = route_card(journey)
    (fork,) = (stop for stop in card.stops if stop.name == "Fork")
    lines = [line.strip() for line in journey_lines(journey, LUCK_PRICE)]
    html = re.sub(r"<[^>]+>", "", route_html(card).decode())
    for way in fork.ways:
        assert f"GO to {way.name} with STAMINA {way.scores} in all" in lines
        assert f"GO to {way.name} with STAMINA {way.scores} in all" in html
    assert {way.scores for way in fork.ways} == {"11 or more", "10 or less"}
    assert "in all: each meal counts as 4" in lines and "In all: each meal counts as 4." in html


def test_of_three_foes_it_is_said_whom_to_hit_next() -> None:
    stages = [{"foes": [[6, 3], [7, 3], [5, 3]]}, {"foes": [[6, 3], [7, 3]]}]
    journey = AdventureForHero(adventure_of({"stages": stages}, "groups"), Start(9, 12, 5))
    said = [line.strip() for line in journey_lines(journey, LUCK_PRICE) if "HIT" in line]
    first = "HIT the foe with SKILL 7 and STAMINA 3 first"
    assert said == [f"{first}, then the highest SKILL", first]
    html = re.sub(r"<[^>]+>", "", route_html(route_card(journey)).decode())
    assert html.count("HIT SKILL 7, STAMINA 3 first") == 2 and html.count("first, then the highest SKILL") == 1


def test_there_are_words_for_all_that_is_told() -> None:
    assert set(GROUP_USES) == set(GroupUse) and set(SCORES) == set(Score) - {Score.NOTHING}


def test_a_fight_without_a_name_is_a_fight() -> None:
    stages = [{"foe": [5, 2]}, {"name": "SKILL of your own", "foe": [5, 2]}]
    card = route_card(AdventureForHero(adventure_of({"stages": stages}, "names"), Start(9, 6, 3)))
    assert [stop.name for stop in card.stops] == ["A fight", "SKILL of your own"]


def test_the_file_for_a_screen_needs_no_other(card: RouteCard) -> None:
    html = route_html(card).decode()
    assert html.count('<li class="stop') == len(card.stops) and "<title>Long way</title>" in html
    assert not re.findall(r"""(?:src|href)=|url\(|@import|<script""", html)


def test_the_adventures_that_come_with_the_atlas_are_short() -> None:
    for adventure in adventures():
        stops = route_card(AdventureForHero(adventure, Start(9, 19, 9))).stops
        squares = [len(g.yours) * len(g.foes) for stop in stops for part in stop.grids for g in part.grids]
        assert max(squares) <= 40 and sum(squares) / len(squares) < 6
