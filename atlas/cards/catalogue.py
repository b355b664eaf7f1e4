"""All cards and what they are measured against: derived, judged exactly, simulated on fresh seeds.

In come the rules and a luck price; out come `Card`s, the front (what each further rule is worth) and the
bytes of `cards.json` and `front.json`. `read_policies` reads such a file back, for anyone to play by.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from atlas.cards.grid import Table, derive_tables, table_policy
from atlas.cards.phrases import plain_phrases, reckoned_phrases
from atlas.cards.search import CARD_LUCK, Goal, Library, Search, card_board
from atlas.errors import InputError
from atlas.game.edition import Edition
from atlas.game.formulas import break_even_luck
from atlas.game.rules import Outcome, Rules, State
from atlas.game.solver import Solution, solve
from atlas.game.worth import Worth
from atlas.policies.certify import Certificate, certify
from atlas.policies.evaluate import Board, Floats, play, total
from atlas.policies.fightsets import EVERY, FIGHT_GAPS, FIGHT_SETS, FIGHT_STAMINA
from atlas.policies.policy import (
    NEVER,
    STRATEGIES,
    ByStart,
    Policy,
    Rule,
    RuleList,
    attack_from,
    killing_blow,
    paper_text_rule,
    strategy,
    strategy_title,
)
from atlas.policies.simulate import Summary, drawn_from, simulate

SEED = 1982
"""for deriving; measuring uses other seeds"""
MEASURE_SEED = 2020
MEASURE_GAMES = 50_000

FRONT = "front-"
"""begins the ids of the front"""

QUICK_RULES, FULL_RULES, FRONT_RULES, THRIFTY_RULES, TABLE_NUMBERS = 4, 6, 8, 7, 60


@dataclass(frozen=True)
class Derived:
    """A card, or what it is measured against, before it is judged."""

    id: str
    title: str
    kind: str
    """rules, table or baseline"""
    policy: RuleList | ByStart
    tables: tuple[Table, ...] = ()
    """the card as tables, where it is one"""

    @property
    def rules(self) -> Sequence[Rule]:
        """The card as rules; none where it depends on how the fight began."""
        return self.policy.rules if isinstance(self.policy, RuleList) else ()

    @property
    def on_front(self) -> bool:
        """Whether it stands for a number of rules, and not for itself."""
        return self.id.startswith(FRONT)


@dataclass(frozen=True, kw_only=True)
class Card(Derived):
    """The same with all that is known of it."""

    certificate: Certificate
    simulated: Mapping[str, Summary]
    """by fight set"""


def derive_quick(edition: Edition) -> list[Derived]:
    """At most four rules that a glance can check."""
    board = card_board(edition.rules)
    library = Library(board, plain_phrases(FIGHT_STAMINA, CARD_LUCK))
    *_, draft = Search(Goal(library), conditions=2, seed=SEED).grow(QUICK_RULES)
    return [Derived("quick", "The quick card", "rules", library.rule_list(draft))]


def derive_front(edition: Edition) -> list[Derived]:
    """Cards of one rule, two rules and so on; the full card is one of them."""
    library = _whole_library(edition)
    grown = Search(Goal(library), conditions=2, seed=SEED).grow(FRONT_RULES)
    lists = [library.rule_list(draft) for draft in grown]
    front = [Derived(f"{FRONT}{len(p.rules)}", f"{len(p.rules)} rules", "rules", p) for p in lists]
    return [*front, Derived("full", "The full card", "rules", lists[FULL_RULES - 1])]


def derive_thrifty(edition: Edition) -> list[Derived]:
    """A card that is judged with a price on luck."""
    library = _whole_library(edition)
    *_, draft = Search(Goal(library, luck_price=edition.luck_price), conditions=2, seed=SEED).grow(THRIFTY_RULES)
    return [Derived("thrifty", "The thrifty card", "rules", library.rule_list(draft))]


def derive_table(edition: Edition) -> list[Derived]:
    """Two small tables to look a number up in."""
    library = Library(card_board(edition.rules), ())
    goal = Goal(library, worst_weight=0.15, slack=2.0)
    tables = derive_tables(goal, TABLE_NUMBERS, games=100_000, seed=SEED)
    return [Derived("table", "The table card", "table", table_policy(tables), tables)]


def derive_baselines(edition: Edition) -> list[Derived]:
    """What the cards have to beat: nothing, the paper's strategies and text, and what players say."""
    board = card_board(edition.rules)
    never = Derived("never", "Never test", "baseline", NEVER)
    pays = break_even_luck(edition.rules, Outcome.WON)
    folk = [
        Derived(f"folk-attack-{pays}", f"Attack with luck only at {pays} or more", "baseline", attack_from(pays)),
        Derived("folk-killing-blow", "Always test for the killing blow", "baseline", killing_blow(edition.rules)),
    ]
    return [never, *_strategies_at_their_best(board), *_paper_text_at_its_best(board), *folk]


DERIVATIONS = {
    "front": derive_front,
    "thrifty": derive_thrifty,
    "quick": derive_quick,
    "table": derive_table,
    "baselines": derive_baselines,
}
"""The longest first, for whoever runs them side by side."""


def _whole_library(edition: Edition) -> Library:
    phrases = (*plain_phrases(FIGHT_STAMINA, CARD_LUCK), *reckoned_phrases())
    return Library(card_board(edition.rules), phrases)


def _strategies_at_their_best(board: Board) -> list[Derived]:
    """Each of the paper's strategies with the τ that is best on the set `every`."""
    shares = EVERY.shares(board)
    taus = board.rules.lucks[:-1]
    best = []
    for number in STRATEGIES[1:]:
        values = play(board, board.tests([strategy(number, tau) for tau in taus]), Worth.of_winning(board.rules))
        tau = taus[int(total(shares[:, None] * values).round(12).argmax())]
        title = f"The paper’s strategy {number}, τ = {tau}: {strategy_title(number).lower()}, with luck above {tau}"
        best.append(Derived(f"strategy-{number}", title, "baseline", strategy(number, tau)))
    return best


class Reading(NamedTuple):
    """Numbers for the words of the paper's advice, as `paper_text_rule` takes them."""

    whose: str
    low: int
    high: int
    tau: int
    offence_tau: int

    def policy(self) -> ByStart:
        return paper_text_rule(self.tau, self.high, self.low, whose=self.whose, offence_tau=self.offence_tau)


ADVICE_TAUS = [*((tau, tau) for tau in range(3, 9)), (6, 5)]
"""one threshold for all strategies, or those that the paper finds"""


def advice_readings(board: Board) -> dict[Reading, float]:
    """The average win chance over the set `every` for each way to read the paper's advice."""
    shares = EVERY.shares(board)

    @cache
    def values(policy: RuleList) -> Floats:
        return play(board, board.tests([policy]), Worth.of_winning(board.rules))[:, 0]

    def average(reading: Reading) -> float:
        text = reading.policy()
        chosen = np.choose(text.choice(board.where), [values(choice) for choice in text.choices])
        return round(float(total(shares * chosen)), 12)

    numbers = product(("foe_stamina", "hero_stamina"), range(1, 9), range(8, board.rules.max_luck + 1), ADVICE_TAUS)
    readings = [Reading(whose, low, high, *taus) for whose, low, high, taus in numbers]
    return {reading: average(reading) for reading in readings}


def _paper_text_at_its_best(board: Board) -> list[Derived]:
    """The paper's advice with the numbers that are best on the set `every`: as printed, and with your stamina."""
    averages = advice_readings(board)
    found = []
    for id, whose, printed in (("paper-text", "foe_stamina", "the foe’s"), ("paper-text-hero", "hero_stamina", "your")):
        best = max((reading for reading in averages if reading.whose == whose), key=lambda reading: averages[reading])
        found.append(Derived(id, _advice_title(best, printed), "baseline", best.policy()))
    return found


def _advice_title(reading: Reading, whose: str) -> str:
    tau = (
        str(reading.tau) if reading.tau == reading.offence_tau else f"{reading.tau}, for offence {reading.offence_tau}"
    )
    return (
        f"The paper’s advice, read at its best: luck {reading.high} or more is high, {whose} stamina {reading.low} or "
        f"less is low, τ = {tau}"
    )


def judge(edition: Edition, derived: Derived) -> Card:
    """Certify a card exactly and measure it on fresh seeds."""
    rules = replace(edition.rules, max_stamina=FIGHT_STAMINA)
    simulated = {
        fights.name: simulate(
            rules,
            derived.policy,
            drawn_from(fights),
            skill_gaps=FIGHT_GAPS,
            games=MEASURE_GAMES,
            seed=MEASURE_SEED + number,
        )
        for number, fights in enumerate(FIGHT_SETS)
    }
    certificate = certify(derived.policy, _best_solutions(rules))
    return Card(**vars(derived), certificate=certificate, simulated=simulated)


@cache
def _best_solutions(rules: Rules) -> dict[int, Solution]:
    return {gap: solve(rules, gap, Worth.of_winning(rules)) for gap in FIGHT_GAPS}


def cards_json(cards: Sequence[Card]) -> bytes:
    """`cards.json`: the cards and the baselines, without those of the front."""
    return _json([_entry(card) for card in cards if not card.on_front])


def front_json(cards: Sequence[Card]) -> bytes:
    """`front.json`: by number of rules, what the best card found captures and loses, and its rules."""
    front = [card for card in cards if card.on_front]
    keys = ("captured_gain", "worst_loss", "rules")
    return _json([{"number_of_rules": len(c.rules)} | {key: _entry(c)[key] for key in keys} for c in front])


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()


def _entry(card: Card) -> dict[str, Any]:
    def floats(by_set: Mapping[str, Fraction]) -> dict[str, float]:
        return {name: float(value) for name, value in by_set.items()}

    certificate = card.certificate
    return {
        "id": card.id,
        "title": card.title,
        "kind": card.kind,
        "rules": [rule.written() for rule in card.rules],
        "captured_gain": floats(certificate.captured_gain),
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
