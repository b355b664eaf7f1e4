"""All cards, and the baselines they are compared with: derived, judged exactly, and simulated with other seeds.

In come the rules and a luck price; out come `Card`s and the bytes of `cards.json`. `read_policies` reads such a file
again, as policies to play by. For other rules, `quick_grid` of another edition gives a grid alone.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from atlas.cards.baselines import baselines
from atlas.cards.grid import Grid, GridPolicy
from atlas.cards.grid_search import FINALISTS, derive_grid
from atlas.cards.layout import GridShape
from atlas.cards.objective import CardObjective
from atlas.cards.phrases import phrases
from atlas.cards.sentence_search import SentenceSearch, Vocabulary
from atlas.cards.strips import StripSize, derive_strips
from atlas.errors import InputError
from atlas.game.edition import Edition
from atlas.game.rules import Outcome, Rules, State
from atlas.game.worth import Worth
from atlas.policies.adventures import ADVENTURES, SampledChains, drawn_adventures
from atlas.policies.certify import Certificate, best_solutions, certify_all
from atlas.policies.evaluate import Board, play, total
from atlas.policies.fightsets import FIGHT_GAPS, FIGHT_LUCK, FIGHT_SETS, FIGHT_STAMINA, judging_rules
from atlas.policies.journeys import JOURNEYS_SET, Outlook, Yardstick
from atlas.policies.policy import NEVER, Policy, Rule, RuleList
from atlas.policies.simulate import Advisor, Summary, drawn_from, simulate, simulate_adventures

SEED = 1982
"""for deriving cards"""
MEASURE_SEED = 2020
"""for measuring them, with other dice than they were derived from"""
MEASURE_GAMES = 20_000

FRONT = "front-"
"""first part of the ids of cards that are there only to show what a card of their size is worth"""
LAST_FIGHT = "last-fight"
"""id of the quick grid derived at no price of luck"""

QUICK = {Outcome.WON: GridShape(bands=4, columns=12, rows=3, most_columns=4), Outcome.LOST: GridShape(1, 5, 2, 5)}
STRIPS = StripSize(bands=8, singles=13, columns=6, lost_rows=4, lost_columns=7)
SENTENCES = 6
"""rules of the sentence card"""
FRONT_SHAPES = (
    {Outcome.WON: GridShape(1, 1, 2, 1), Outcome.LOST: GridShape(1, 2, 1, 2)},
    {Outcome.WON: GridShape(2, 3, 2, 2), Outcome.LOST: GridShape(1, 3, 1, 3)},
    {Outcome.WON: GridShape(3, 6, 3, 2), Outcome.LOST: GridShape(1, 4, 1, 4)},
)
"""smaller grids than the quick one"""


@dataclass(frozen=True)
class DerivedCard:
    """A card or a baseline before it is judged."""

    id: str
    title: str
    kind: str
    """`rules`, `table` or `baseline`"""
    policy: Policy
    short_title: str = ""
    """for little room; empty where the title is short"""

    @property
    def label(self) -> str:
        """The title where there is little room."""
        return self.short_title or self.title

    @property
    def rules(self) -> Sequence[Rule]:
        """The card as rules; empty if it is a solved plan or depends on the start of the fight."""
        return self.policy.as_rules()

    @property
    def grids(self) -> Mapping[Outcome, Grid]:
        """The grids of the card by outcome; empty if it has none."""
        return self.policy.grids if isinstance(self.policy, GridPolicy) else {}

    @property
    def strips(self) -> list[list[Grid]]:
        """By band of skill gaps: the grid after a won round, and the one after a lost round."""
        bands = zip(*(grid.blocks for grid in self.grids.values()), strict=True)
        return [
            [replace(grid, blocks=(block,)) for grid, block in zip(self.grids.values(), blocks, strict=True)]
            for blocks in bands
        ]

    @property
    def published(self) -> bool:
        """Whether it is in `cards.json`."""
        return not self.id.startswith(FRONT) and self.id != LAST_FIGHT


@dataclass(frozen=True, kw_only=True)
class Card(DerivedCard):
    """A card or a baseline with its figures."""

    certificate: Certificate
    survival: float
    """average chance to survive an adventure of the set `adventures`"""
    survival_share: float
    """the same on a scale where never testing is 0, and the best play for someone who knows the foes ahead is 1"""
    journey_shares: Sequence[float]
    """by journey, the share of what LUCK can give; empty for cards that are not published"""
    simulated: Mapping[str, Summary]
    """by name of the fight set; also for `adventures`; empty for cards that are not published"""

    @property
    def mean_journey_share(self) -> float:
        return sum(self.journey_shares) / len(self.journey_shares)

    @property
    def least_journey_share(self) -> float:
        return min(self.journey_shares)


@dataclass(frozen=True)
class Weights:
    """What counts in the objective of a card, beside fights at the price of LUCK."""

    journeys: float
    worst: float
    slack: float
    price: Fraction = Fraction(1)
    """of the edition's: where journeys count, single fights need not stand for them"""


QUICK_WEIGHTS = Weights(journeys=300, worst=0.7, slack=8.0, price=Fraction(1, 10))
STRIP_WEIGHTS = Weights(journeys=50, worst=0.05, slack=1.0)
SENTENCE_WEIGHTS = Weights(journeys=300, worst=0.3, slack=8.0, price=Fraction(1, 10))
LAST_FIGHT_PRICE = Fraction(1, 10**6)
"""in the last fight luck left is worth nothing: this tiny price only makes ties keep"""


def objective(edition: Edition, weights: Weights, ahead: Outlook | None) -> CardObjective:
    """Return the objective of a card; without an outlook the price of LUCK alone stands for what lies ahead."""
    price = edition.luck_price * (weights.price if ahead else 1)
    count = weights.journeys if ahead else 0
    return CardObjective(
        edition.rules, price, worst_weight=weights.worst, slack=weights.slack, outlook=ahead, journey_weight=count
    )


def quick_grid(edition: Edition, ahead: Outlook | None, finalists: int = FINALISTS) -> DerivedCard:
    """Derive the quick grid. With one finalist it takes half the time and gives away little more."""
    grid = derive_grid(objective(edition, QUICK_WEIGHTS, ahead), QUICK, SEED, finalists=finalists)
    return DerivedCard("quick", "The quick grid", "table", grid)


def derive_grids(edition: Edition, ahead: Outlook) -> list[DerivedCard]:
    """Derive the quick grid, smaller grids, and one for the last fight."""
    small = objective(edition, QUICK_WEIGHTS, ahead)
    # They only show what a grid of their size is worth: without the log they are found as good in half the time.
    smaller = [derive_grid(small, shapes, SEED, finalists=1, games=0) for shapes in FRONT_SHAPES]
    sizes = [sum(grid.squares for grid in policy.grids.values()) for policy in smaller]
    last = quick_grid(replace(edition, luck_price=LAST_FIGHT_PRICE), None, finalists=1)
    return [
        *(DerivedCard(f"{FRONT}{n}-squares", f"{n} squares", "table", g) for n, g in zip(sizes, smaller, strict=True)),
        quick_grid(edition, ahead),
        replace(last, id=LAST_FIGHT, title="The quick grid for the last fight"),
    ]


def derive_strip_card(edition: Edition, ahead: Outlook) -> list[DerivedCard]:
    """Derive a grid of its own for every band of skill gaps."""
    strips = derive_strips(objective(edition, STRIP_WEIGHTS, ahead), STRIPS, SEED)
    return [DerivedCard("strips", "The strips", "table", strips)]


def derive_sentences(edition: Edition, ahead: Outlook) -> list[DerivedCard]:
    """Derive the sentence card, and cards of fewer rules for the front.

    A card grows rule by rule in single fights, at the price of LUCK; each size is then improved with journeys first.
    """
    fights = objective(edition, SENTENCE_WEIGHTS, None)
    vocabulary = Vocabulary(fights.board, phrases(edition.rules, FIGHT_STAMINA, FIGHT_LUCK))
    journeys = SentenceSearch(objective(edition, SENTENCE_WEIGHTS, ahead), vocabulary, SEED)
    grown = SentenceSearch(fights, vocabulary, SEED).grow(SENTENCES)
    *shorter, longest = (vocabulary.rule_list(journeys.improve(draft)) for draft in grown)
    front = [
        DerivedCard(f"{FRONT}{n}-rules", f"{n} rule{'s' * (n > 1)}", "rules", rules)
        for n, rules in enumerate(shorter, 1)
    ]
    return [*front, DerivedCard("sentences", "The sentence card", "rules", longest)]


def derive_baselines(edition: Edition) -> list[DerivedCard]:
    """Return what the cards are compared with."""
    listed = baselines(judging_rules(edition.rules), edition.luck_price)
    return [DerivedCard(b.id, b.title, "baseline", b.policy, b.short_title) for b in listed]


def judge_cards(edition: Edition, derived: Sequence[DerivedCard], measure: Yardstick) -> list[Card]:
    """Compute the exact figures of cards, and simulate them with other seeds than they were derived from."""
    rules = judging_rules(edition.rules)
    certificates = certify_all([card.policy for card in derived], best_solutions(rules))
    return [_judge(rules, card, certificate, measure) for card, certificate in zip(derived, certificates, strict=True)]


def _judge(rules: Rules, derived: DerivedCard, certificate: Certificate, measure: Yardstick) -> Card:
    """Return a card with its figures."""
    survival, (least, most) = _adventures(rules).survival(derived.policy), _survival_range(rules)
    return Card(
        **vars(derived),
        certificate=certificate,
        survival=survival,
        survival_share=(survival - least) / (most - least),
        journey_shares=measure.shares_of(rules, derived.policy) if derived.published else (),
        simulated=_simulate(rules, derived.policy) if derived.published else {},
    )


def _simulate(rules: Rules, policy: Policy) -> dict[str, Summary]:
    """Simulate a policy on every fight set and on adventures."""
    advisor = Advisor(rules, FIGHT_GAPS, policy)
    summaries = {
        fights.name: simulate(advisor, drawn_from(fights), games=MEASURE_GAMES, seed=MEASURE_SEED + number)
        for number, fights in enumerate(FIGHT_SETS)
    }
    in_adventures = simulate_adventures(_adventures(rules), advisor, MEASURE_GAMES, MEASURE_SEED + len(summaries))
    return summaries | {ADVENTURES: in_adventures}


def extra_wins(rules: Rules, card: DerivedCard) -> dict[str, float]:
    """Return the share of the extra wins that a grid gets, by fight set and on adventures, in floats.

    Never testing gets 0 of them, best play 1. Works for all rules, also those of other editions.
    """
    rules, policy = judging_rules(rules), GridPolicy(card.grids)
    board, worth = Board(rules, FIGHT_GAPS), Worth.of_winning(rules)
    values, never = play(board, board.tests([policy, NEVER]), worth).T
    best = play(board, None, worth)[:, 0]
    in_fights = {}
    for fights in FIGHT_SETS:
        shares = fights.shares(board)
        in_fights[fights.name] = float(total(shares * (values - never)) / total(shares * (best - never)))
    least, most = _survival_range(rules)
    return {ADVENTURES: (_adventures(rules).survival(policy) - least) / (most - least)} | in_fights


@lru_cache(maxsize=2)
def _adventures(rules: Rules) -> SampledChains:
    """Return the set `adventures`."""
    return SampledChains(rules, drawn_adventures())


@lru_cache(maxsize=2)
def _survival_range(rules: Rules) -> tuple[float, float]:
    """Return the chance to survive without any test, and by best play for someone who knows the foes ahead."""
    return _adventures(rules).survival(NEVER), _adventures(rules).survival(None)


def cards_json(cards: Sequence[Card]) -> bytes:
    """Return `cards.json`: the published cards, then the baselines."""
    listed = sorted((card for card in cards if card.published), key=lambda card: card.kind == "baseline")
    return as_json([card_entry(card) for card in listed])


def as_json(value: object) -> bytes:
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()


def card_entry(card: Card) -> dict[str, object]:
    """Return the entry of a card in `cards.json`."""

    def floats(by_set: Mapping[str, Fraction]) -> dict[str, float]:
        return {name: float(value) for name, value in by_set.items()}

    certificate = card.certificate
    return {
        "id": card.id,
        "title": card.title,
        "kind": card.kind,
        "rules": [rule.as_entry() for rule in card.rules],
        "captured_gain": floats(certificate.captured_gain)
        | {ADVENTURES: card.survival_share}
        | {JOURNEYS_SET: card.mean_journey_share if card.journey_shares else None},
        "least_journey_share": card.least_journey_share if card.journey_shares else None,
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
                "win_chance": summary.win_chance,
                "standard_error": summary.standard_error,
                "games": summary.games,
                "seed": summary.seed,
            }
            for name, summary in card.simulated.items()
        },
    }


def _state(state: State) -> dict[str, int]:
    return {"luck": state.luck, "hero_stamina": state.hero_stamina, "foe_stamina": state.foe_stamina}


def read_policies(data: bytes) -> dict[str, RuleList]:
    """Return the cards of a `cards.json` that have rules, by id. Nothing in the file is run as code."""
    try:
        entries = json.loads(data)
        listed = [(entry["id"], entry["kind"], entry["rules"]) for entry in entries]
    except (ValueError, KeyError, TypeError):
        raise InputError("this is no file of cards: it must be a JSON list of cards with id, kind and rules") from None
    return {
        str(name): RuleList(tuple(Rule.from_entry(rule) for rule in rules))
        for name, kind, rules in listed
        if rules or name == "never"
    }
