"""All cards and what they are measured against: derived, judged exactly, simulated on fresh seeds.

In come the rules and a luck price; out come `Card`s and the bytes of `cards.json`. `read_policies` reads such a file
back, for anyone to play by. A quick grid for other rules is the `quick_grid` of another edition.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from atlas.cards.baselines import baselines
from atlas.cards.fit import FINALISTS, derive_grid
from atlas.cards.goal import Goal
from atlas.cards.grid import Grid, GridPolicy
from atlas.cards.layout import Shape
from atlas.cards.phrases import phrases
from atlas.cards.search import Library, Search
from atlas.cards.strips import StripSize, derive_strips
from atlas.errors import InputError
from atlas.game.edition import Edition
from atlas.game.rules import Outcome, Rules, State
from atlas.game.worth import Worth
from atlas.policies.adventures import NAME as ADVENTURES
from atlas.policies.adventures import Journey, drawn_adventures
from atlas.policies.certify import Certificate, best_solutions, certify_all
from atlas.policies.evaluate import Board, play, total
from atlas.policies.fightsets import FIGHT_GAPS, FIGHT_LUCK, FIGHT_SETS, FIGHT_STAMINA, judging_rules
from atlas.policies.policy import (
    NEVER,
    ByStart,
    Policy,
    Rule,
    RuleList,
)
from atlas.policies.simulate import Advisor, Summary, drawn_from, simulate, simulate_adventures
from atlas.policies.tree import TreePolicy

SEED = 1982
"""for deriving; measuring uses other seeds"""
MEASURE_SEED = 2020
MEASURE_GAMES = 20_000

FRONT = "front-"
"""begins the ids of cards that only show what a card of their size is worth"""
LAST_FIGHT = "last-fight"
"""the quick grid derived at no price of luck"""

QUICK = {Outcome.WON: Shape(bands=4, columns=12, rows=3, most_columns=4), Outcome.LOST: Shape(1, 5, 2, 5)}
GRID_PRICE = Fraction(3, 4)
"""of the thrifty price: what a square of the quick grid, which stands for many fights, is best weighed with"""
STRIPS = StripSize(bands=8, singles=13, columns=6, lost_rows=4, lost_columns=7)
SENTENCES, AHEAD_COUNT, SURVIVAL_COUNT = 6, 25.0, 1.5
"""rules of the sentence card, and what its goals count adventures for"""
FRONT_SHAPES = (
    {Outcome.WON: Shape(1, 1, 2, 1), Outcome.LOST: Shape(1, 2, 1, 2)},
    {Outcome.WON: Shape(2, 3, 2, 2), Outcome.LOST: Shape(1, 3, 1, 3)},
    {Outcome.WON: Shape(3, 6, 3, 2), Outcome.LOST: Shape(1, 4, 1, 4)},
)
"""smaller grids than the quick one"""


@dataclass(frozen=True)
class Derived:
    """A card, or what it is measured against, before it is judged."""

    id: str
    title: str
    kind: str
    """rules, table or baseline"""
    policy: Policy | ByStart

    @property
    def rules(self) -> Sequence[Rule]:
        """The card as rules; none where it depends on how the fight began, or is solved."""
        return self.policy.rules if isinstance(self.policy, RuleList | GridPolicy | TreePolicy) else ()

    @property
    def grids(self) -> Mapping[Outcome, Grid]:
        """The card as grids, where it is one."""
        return self.policy.grids if isinstance(self.policy, GridPolicy) else {}

    @property
    def strips(self) -> list[list[Grid]]:
        """The grids cut up by band: for each, what it says after a won and after a lost round."""
        bands = zip(*(grid.blocks for grid in self.grids.values()), strict=True)
        return [
            [replace(grid, blocks=(block,)) for grid, block in zip(self.grids.values(), blocks, strict=True)]
            for blocks in bands
        ]

    @property
    def published(self) -> bool:
        """Whether it stands for itself, and not for a size of card."""
        return not self.id.startswith(FRONT) and self.id != LAST_FIGHT


@dataclass(frozen=True, kw_only=True)
class Card(Derived):
    """The same with all that is known of it."""

    certificate: Certificate
    survival: float
    """the chance to survive, on the set `adventures`"""
    survival_share: float
    """of what luck can give there: 0 for never testing, 1 for the best play that knows the foes ahead"""
    simulated: Mapping[str, Summary]
    """by fight set, and for the adventures"""


def quick_goal(edition: Edition, luck_price: Fraction | None = None) -> Goal:
    price = edition.luck_price * GRID_PRICE if luck_price is None else luck_price
    return Goal(edition.rules, price, worst_weight=0.25, slack=3.5)


def quick_grid(edition: Edition, finalists: int = FINALISTS, goal: Goal | None = None) -> Derived:
    """A grid that a glance reads; of fewer finalists it is found in half the time, and gives away little more."""
    grid = derive_grid(goal or quick_goal(edition), QUICK, SEED, finalists=finalists)
    return Derived("quick", "The quick grid", "table", grid)


def derive_grids(edition: Edition) -> list[Derived]:
    """The quick grid, smaller ones, and one for the last fight: luck is worth next to nothing there, so ties keep."""
    goal = quick_goal(edition)
    smaller = [derive_grid(goal, shapes, SEED, finalists=1) for shapes in FRONT_SHAPES]
    sizes = [sum(grid.squares for grid in policy.grids.values()) for policy in smaller]
    last = derive_grid(quick_goal(edition, Fraction(1, 10**6)), QUICK, SEED, finalists=1)
    return [
        *(Derived(f"{FRONT}{n}-squares", f"{n} squares", "table", g) for n, g in zip(sizes, smaller, strict=True)),
        quick_grid(edition, goal=goal),
        Derived(LAST_FIGHT, "The quick grid for the last fight", "table", last),
    ]


def derive_strip_card(edition: Edition) -> list[Derived]:
    """A grid of its own for every band of skill gaps."""
    goal = Goal(edition.rules, edition.luck_price, worst_weight=0.05, slack=1.0)
    return [Derived("strips", "The strips", "table", derive_strips(goal, STRIPS, SEED))]


def derive_sentences(edition: Edition) -> list[Derived]:
    """Rules in words; those of fewer rules stand on the front.

    The last rule is looked for with foes ahead in mind, which brings another kind of card; then its numbers are settled
    by fights and adventures as they are, without a price that stands for what lies ahead.
    """
    goal = Goal(edition.rules, edition.luck_price, worst_weight=0.03, slack=6.0)
    library = Library(goal.board, phrases(edition.rules, FIGHT_STAMINA, FIGHT_LUCK))
    shorter = list(Search(goal, library, SEED).grow(SENTENCES - 1))
    ahead = Search(replace(goal, ahead_count=AHEAD_COUNT), library, SEED)
    draft = ahead.one_more(shorter[-1], ahead.advantage(shorter[-1]))
    as_they_are = replace(goal, luck_price=Fraction(0), survival_count=SURVIVAL_COUNT)
    longest = Search(as_they_are, library, SEED).settle(draft)
    front = [
        Derived(f"{FRONT}{n}-rules", f"{n} rule{'s' * (n > 1)}", "rules", library.rule_list(d))
        for n, d in enumerate(shorter, 1)
    ]
    return [*front, Derived("sentences", "The sentence card", "rules", library.rule_list(longest))]


def derive_baselines(edition: Edition) -> list[Derived]:
    """What the cards have to beat."""
    listed = baselines(judging_rules(edition.rules), edition.luck_price)
    return [Derived(id, title, "baseline", policy) for id, title, policy in listed]


DERIVATIONS: Mapping[str, Callable[[Edition], list[Derived]]] = {
    "sentences": derive_sentences,
    "baselines": derive_baselines,
    "strips": derive_strip_card,
    "grids": derive_grids,
}


def judge(edition: Edition, derived: Sequence[Derived]) -> list[Card]:
    """Certify cards exactly and measure them on fresh seeds."""
    rules = judging_rules(edition.rules)
    certificates = certify_all([card.policy for card in derived], best_solutions(rules))
    return [_measured(rules, card, found) for card, found in zip(derived, certificates, strict=True)]


def _measured(rules: Rules, derived: Derived, certificate: Certificate) -> Card:
    journey = _journey(rules)
    survival, (least, most) = journey.survival(derived.policy), _survival_range(rules)
    return Card(
        **vars(derived),
        certificate=certificate,
        survival=survival,
        survival_share=(survival - least) / (most - least),
        simulated=_simulated(rules, derived.policy),
    )


def _simulated(rules: Rules, policy: Policy | ByStart) -> dict[str, Summary]:
    advisor = Advisor(rules, FIGHT_GAPS, policy)
    simulated = {
        fights.name: simulate(
            rules,
            advisor,
            drawn_from(fights),
            skill_gaps=FIGHT_GAPS,
            games=MEASURE_GAMES,
            seed=MEASURE_SEED + number,
        )
        for number, fights in enumerate(FIGHT_SETS)
    }
    on_the_way = simulate_adventures(_journey(rules), advisor, MEASURE_GAMES, MEASURE_SEED + len(simulated))
    return simulated | {ADVENTURES: on_the_way}


def extra_wins(rules: Rules, card: Derived) -> dict[str, float]:
    """What a grid gets of what luck can give, by fight set and on adventures: in floats, for rules of any kind."""
    rules, policy = judging_rules(rules), GridPolicy(card.grids)
    board, worth = Board(rules, FIGHT_GAPS), Worth.of_winning(rules)
    values, never = play(board, board.tests([policy, NEVER]), worth).T
    best = play(board, None, worth)[:, 0]
    found = {}
    for fights in FIGHT_SETS:
        shares = fights.shares(board)
        found[fights.name] = float(total(shares * (values - never)) / total(shares * (best - never)))
    least, most = _survival_range(rules)
    return {ADVENTURES: (_journey(rules).survival(policy) - least) / (most - least)} | found


@lru_cache(maxsize=2)
def _journey(rules: Rules) -> Journey:
    return Journey(rules, drawn_adventures())


@lru_cache(maxsize=2)
def _survival_range(rules: Rules) -> tuple[float, float]:
    """The chance to survive without any test, and with the best play that knows the foes ahead."""
    return _journey(rules).survival(NEVER), _journey(rules).survival(None)


def cards_json(cards: Sequence[Card]) -> bytes:
    """`cards.json`: the cards, then what they are measured against."""
    listed = sorted((card for card in cards if card.published), key=lambda card: card.kind == "baseline")
    return as_json([card_entry(card) for card in listed])


def as_json(value: object) -> bytes:
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()


def card_entry(card: Card) -> dict[str, object]:
    def floats(by_set: Mapping[str, Fraction]) -> dict[str, float]:
        return {name: float(value) for name, value in by_set.items()}

    certificate = card.certificate
    return {
        "id": card.id,
        "title": card.title,
        "kind": card.kind,
        "rules": [rule.written() for rule in card.rules],
        "captured_gain": floats(certificate.captured_gain) | {ADVENTURES: card.survival_share},
        "survival": card.survival,
        "mean_loss": floats(certificate.mean_loss),
        "worst_loss": {
            "loss": float(certificate.worst_loss),
            "skill_gap": certificate.worst_gap,
            **_state(certificate.worst_state),
        },
        "luck_spent": floats(certificate.luck_spent),
        "simulated": {
            name: {
                "win_chance": found.win_chance,
                "standard_error": found.standard_error,
                "games": found.games,
                "seed": found.seed,
            }
            for name, found in card.simulated.items()
        },
    }


def _state(state: State) -> dict[str, int]:
    return {"luck": state.luck, "hero_stamina": state.hero_stamina, "foe_stamina": state.foe_stamina}


def read_policies(data: bytes) -> dict[str, Policy]:
    """The cards of a `cards.json` that have rules, by id. The file is read, never run."""
    try:
        entries = json.loads(data)
        listed = [(entry["id"], entry["kind"], entry["rules"]) for entry in entries]
    except (ValueError, KeyError, TypeError):
        raise InputError("this is no file of cards: it must be a JSON list of cards with id, kind and rules") from None
    return {
        str(name): RuleList(tuple(Rule.read(rule) for rule in rules))
        for name, kind, rules in listed
        if rules or name == "never"
    }
