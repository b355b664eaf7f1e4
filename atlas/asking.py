"""The commands that answer for a fight or an adventure: look-up, simulation, adventure."""

import argparse
import json
import re
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from atlas.errors import InputError, short, shown
from atlas.game.edition import LUCK_PRICE, Edition
from atlas.game.entries import floats
from atlas.game.presets import Preset, preset, read_file
from atlas.making.output import regular_file

if TYPE_CHECKING:
    from atlas.game.ahead import Leg
    from atlas.game.fight import Fight
    from atlas.game.journey import AdventureForHero
    from atlas.policies.policy import RuleList, SteadyPolicy

POLICY_NAMES = (
    "ahead (best for what lies ahead), best, thrifty, never, strategy-N@T (1 to 8, threshold), "
    "quick-card, strips-card, sentences-card"
)
BAR = 40
MOST_CARDS_BYTES = 10_000_000
MOST_TOML_BYTES = 100_000
MOST_CARDS_NAMED = 20


def rules_named(name: str) -> Preset:
    """Return the rules of a name, or of a TOML file."""
    if not name.endswith(".toml"):
        return preset(name)
    return read_file(_text(Path(name)), name)


def _text(path: Path) -> str:
    try:
        return regular_file(path, MOST_TOML_BYTES).decode()
    except UnicodeDecodeError:
        raise InputError(f"{path} is not a text in UTF-8") from None


def _price(options: argparse.Namespace) -> Fraction:
    """Return the luck price given; else the edition's where nobody knows what comes, and 0 where it is known."""
    return Fraction(0) if options.then and options.luck_price is None else _thrifty_price(options)


def _thrifty_price(options: argparse.Namespace) -> Fraction:
    return LUCK_PRICE if options.luck_price is None else Fraction(options.luck_price)


def _fight(options: argparse.Namespace, rules: Preset) -> "Fight":
    from atlas.game.ahead import Foe
    from atlas.game.fight import Fight
    from atlas.game.worth import EndGoal

    numbers = (options.skill, options.stamina, options.luck, options.foe_skill, options.foe_stamina)
    goal = EndGoal(options.least_stamina, options.least_luck, _price(options))
    return Fight(*numbers, rules.rules, tuple(Foe(*foe) for foe in options.then), goal)


def lookup(options: argparse.Namespace) -> None:
    """Answer for one fight, in words or as JSON."""
    from atlas.game.advice import answer
    from atlas.game.reply import Reply
    from atlas.game.solver import solve_pair
    from atlas.tables.gap_table import gap_table

    rules = rules_named(options.rules)
    if options.attack != "each" and not options.at_once:
        raise InputError(f"--attack {options.attack}: it needs several foes, --at-once")
    if options.at_once:
        _lookup_at_once(options, rules)
        return
    fight = _fight(options, rules)
    reply = Reply(fight, answer(fight), rules)
    if not options.json:
        print("\n".join(reply.lines()))
        return
    if clamped := reply.clamped():
        print(f"atlas: {clamped}", file=sys.stderr)
    rules_here = fight.rules.sized(max(fight.stamina, fight.foe_stamina), fight.luck)
    price = _thrifty_price(options)
    pair = solve_pair(Edition(rules_here, price), fight.table_gap)
    print(json.dumps(gap_table(pair).row(fight.state) | {"advice": floats(reply.answer.exact_entry())}))


def _lookup_at_once(options: argparse.Namespace, rules: Preset) -> None:
    """Answer for a fight against several foes at once."""
    from atlas.game.ahead import Foe
    from atlas.game.at_once import answer_group
    from atlas.game.fight import GroupFight
    from atlas.game.reply import GroupReply
    from atlas.game.worth import EndGoal

    foes = (Foe(options.foe_skill, options.foe_stamina), *(Foe(*foe) for foe in options.at_once))
    goal = EndGoal(options.least_stamina, options.least_luck, _price(options))
    ahead = tuple(Foe(*foe) for foe in options.then)
    scores = (options.skill, options.stamina, options.luck)
    fight = GroupFight(*scores, foes, rules.rules, ahead, goal, options.attack == "one")
    group_answer = answer_group(fight)
    if options.json:
        print(json.dumps({"advice": floats(group_answer.exact_entry())}))
    else:
        print("\n".join(GroupReply(fight, group_answer, rules).lines()))


def simulation(options: argparse.Namespace) -> None:
    """Play a fight, and the foes that come after it, many times with dice."""
    import numpy as np

    from atlas.game.ahead import Prospect, Start, play_ahead, solve_ahead
    from atlas.policies.simulate import BATCH, Advisor, fight_chain
    from atlas.wording import chance

    fight = _fight(options, rules_named(options.rules))
    start = Start(fight.skill, fight.stamina, fight.luck)
    legs = solve_ahead(start, [(fight.rules, foe) for foe in fight.foes], fight.goal)
    policies = [_policy(options, leg) for leg in legs]
    plans = [policy.plan(leg.rules, leg.gap) for policy, leg in zip(policies, legs, strict=True)]
    advisors = [
        (Advisor(leg.rules, (leg.gap,), policy), leg.gap, foe.stamina)
        for leg, policy, foe in zip(legs, policies, fight.foes, strict=True)
    ]

    def expected(worth: Callable[[int, int], Fraction | int]) -> Fraction:
        end = Prospect.of(legs[0].rules, worth)
        return play_ahead(legs, plans, end)[0].at(fight.stamina, fight.luck)

    rng, show = np.random.default_rng(options.seed), _progress(options.games)
    met = luck_left = stamina_left = played = 0
    while played < options.games:
        batch = min(BATCH, options.games - played)
        stamina, luck = fight_chain(advisors, (fight.stamina, fight.luck), rng, batch)
        met += int(((stamina >= fight.goal.least_stamina) & (luck >= fight.goal.least_luck)).sum())
        luck_left += int(luck.sum())
        stamina_left += int(stamina.sum())
        played += batch
        show(played)
    share = met / played
    error = (share * (1 - share) / played) ** 0.5
    exact = expected(lambda stamina, luck: int(fight.goal.met(stamina, luck)))
    saved = expected(lambda stamina, luck: stamina)
    spent = fight.luck - expected(lambda stamina, luck: luck)
    games = "chains of fights" if fight.foes_ahead else "fights"
    print(f"{played:,} {games} with the policy {options.policy}, seed {options.seed}")
    print(f"Won {share:.2%} of them, give or take {error:.2%}; exactly {chance(exact)}")
    print(f"STAMINA left, 0 for a loss: {stamina_left / played:.2f} on average; exactly {float(saved):.2f}")
    print(f"LUCK spent: {fight.luck - luck_left / played:.2f} on average; exactly {float(spent):.2f}")


def _policy(options: argparse.Namespace, leg: "Leg") -> "SteadyPolicy":
    """Return the policy of a name for one fight: solved, one of the paper's strategies, or a card from a file."""
    from atlas.game.solver import solve
    from atlas.game.worth import Worth
    from atlas.policies.policy import NEVER, Solved, strategy

    name = options.policy
    if name == "ahead":
        return Solved(leg.rules, {leg.gap: leg.solution.plan})
    if name in ("best", "thrifty"):
        price = Fraction(0) if name == "best" else _thrifty_price(options)
        solution = solve(leg.rules, leg.gap, Worth.of_winning_thriftily(leg.rules, price))
        return Solved(leg.rules, {leg.gap: solution.plan})
    if name == "never":
        return NEVER
    numbers = re.fullmatch(r"strategy-([1-8])@([0-9]|1[0-3])", name)
    if numbers:
        return strategy(int(numbers[1]), int(numbers[2]))
    if not name.endswith("-card"):
        raise InputError(f"policy {shown(name)} is not known; allowed: {POLICY_NAMES}")
    cards = _cards(options.cards)
    card = cards.get(name.removesuffix("-card"))
    if card is None:
        known = ", ".join(f"{short(known)}-card" for known in list(cards)[:MOST_CARDS_NAMED])
        raise InputError(f"there is no {short(name)} in {options.cards}; it has: {known}")
    return card


def _cards(path: Path) -> "dict[str, RuleList]":
    from atlas.cards.catalogue import read_policies

    content = regular_file(path, MOST_CARDS_BYTES)
    try:
        return read_policies(content)
    except (TypeError, RecursionError):
        raise InputError(f"{path} is no file of cards: its JSON is not what a build writes") from None


def _progress(games: int) -> Callable[[int], None]:
    """Show a bar on a terminal, nothing elsewhere."""

    def show(played: int) -> None:
        if sys.stderr.isatty():
            bar = "#" * (BAR * played // games)
            print(f"\r[{bar:<{BAR}}] {played:,} of {games:,}", end="\n" if played == games else "", file=sys.stderr)

    return show


def adventure(options: argparse.Namespace) -> None:
    """Say how an adventure goes for a hero, what luck is worth on the way, and when to test in each fight."""
    from atlas.game.adventure_file import adventures, new_adventure, read_adventure
    from atlas.game.ahead import Start
    from atlas.game.journey import AdventureForHero
    from atlas.tables.journey import journey_lines

    if options.new:
        _write_new(Path(options.file), new_adventure())
        return
    missing = [name for name in ("skill", "stamina", "luck") if getattr(options, name) is None]
    if missing:
        raise InputError(f"your scores are needed: {', '.join(f'--{name}' for name in missing)}")
    named = {asked.name: asked for asked in adventures()}
    asked = named.get(options.file)
    if asked is None:
        if not options.file.endswith(".toml"):
            raise InputError(f"adventure {shown(options.file)} is not known; allowed: a TOML file, {', '.join(named)}")
        asked = read_adventure(_text(Path(options.file)), options.file)
    journey = AdventureForHero(asked, Start(options.skill, options.stamina, options.luck))
    price = _thrifty_price(options)
    if options.pdf or options.html:
        _write_route(journey, options.pdf, options.html)
    if options.json:
        print(json.dumps(journey.as_entry(price)))
    elif not (options.pdf or options.html):
        print("\n".join(journey_lines(journey, price)))


def _write_route(journey: "AdventureForHero", pdf: Path | None, html: Path | None) -> None:
    """Write the route card of an adventure."""
    from atlas.printing.route_leaves import route_html, route_pdf
    from atlas.tables.route import route_card

    for path, ending in ((pdf, ".pdf"), (html, ".html")):
        if path and path.suffix != ending:
            raise InputError(f"{shown(str(path))} is no name for a route card; allowed: one that ends in {ending}")
    card = route_card(journey)
    for path, write in ((pdf, route_pdf), (html, route_html)):
        if path:
            path.write_bytes(write(card))
            print(f"{path} is written", file=sys.stderr)


def _write_new(path: Path, content: str) -> None:
    """Write a file that is not there yet."""
    if path.suffix != ".toml":
        raise InputError(f"{shown(str(path))} is no name for an adventure; allowed: one that ends in .toml")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(content)
    except FileExistsError:
        raise InputError(f"{path} is there already: --new writes a file that is not") from None
    print(f"{path} is written: change it, and ask atlas adventure {path} --skill 9 --stamina 19 --luck 9")
