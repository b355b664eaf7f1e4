"""The command `atlas`: arguments in, the modules above do the work.

Wrong values end in one line on standard error and exit status 2, a signal in 128 and its number, all else that
goes wrong in 1. What is slow to load is loaded by the commands that need it.
"""

import argparse
import json
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from atlas.arguments import address, gaps, part, price, whole
from atlas.build import ALL_PARTS, Order, make
from atlas.errors import BuildError, InputError
from atlas.game.dice import SKILL_GAPS
from atlas.game.edition import LUCK_PRICE, Edition
from atlas.game.rules import BOOK_RULES, LARGEST_SKILL, LARGEST_STAMINA, Rules
from atlas.making.output import Output, regular_file
from atlas.making.process import Stopped, finish, one_line, out_of_memory, settle
from atlas.making.progress import Progress

if TYPE_CHECKING:
    from atlas.game.advice import Fight
    from atlas.policies.policy import Policy

FAILED = 1
BAD_INPUT = 2
MOST_GAMES = 100_000_000
LARGEST_SEED = 2**63 - 1
POLICY_NAMES = "best, thrifty, never, strategy-N@T (1 to 8, threshold), quick-card, strips-card, sentences-card"
BAR = 40
MOST_CARD_BYTES = 10_000_000


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {one_line(message)}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; without arguments, those of this process."""
    if arguments is not None:
        return _run(arguments)
    settle()
    status = _run(sys.argv[1:])
    lost = finish()
    return _complain(f"standard output: {lost.strerror}", FAILED) if lost and not status else status


def _run(arguments: Sequence[str]) -> int:
    try:
        options = parser().parse_args(_joined(arguments))
        run: Callable[[argparse.Namespace], int | None] = options.run
        return run(options) or 0
    except Stopped as stopped:
        return _complain("stopped", stopped.status)
    except InputError as error:
        return _complain(str(error))
    except BuildError as error:
        return _complain(str(error), FAILED)
    except Exception as error:
        if out_of_memory(error):
            return _complain("there is not enough memory", FAILED)
        if isinstance(error, OSError):
            return _complain(f"{error.filename or 'system'}: {error.strerror or error}")
        raise


def _joined(arguments: Sequence[str]) -> list[str]:
    """With `--skill-gaps` and its value as one word: argparse takes a value such as -3..3 for an option."""
    return re.sub(r"(^|\0)--skill-gaps\0", r"\1--skill-gaps=", "\0".join(arguments)).split("\0") if arguments else []


def parser() -> Parser:
    top = Parser(prog="atlas", description="When to Test your Luck in a Fighting Fantasy fight, solved exactly.")
    commands = top.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)

    making = commands.add_parser("build", help="make the site, the PDFs and the data files")
    _add_order(making)
    making.set_defaults(run=_build)

    look = commands.add_parser("lookup", help="answer for one fight: test or keep?")
    _add_fight(look)
    _add_luck_price(look)
    look.add_argument("--json", action="store_true", help="print the row of policy.csv.gz as JSON")
    look.set_defaults(run=_lookup)

    play = commands.add_parser("simulate", help="play one fight many times with dice")
    _add_fight(play)
    _add_luck_price(play)
    play.add_argument(
        "--games", type=whole("--games", 1, MOST_GAMES), default=100_000, metavar="N", help="default 100000"
    )
    play.add_argument("--seed", type=whole("--seed", 0, LARGEST_SEED), default=1, metavar="N", help="default 1")
    play.add_argument("--policy", default="thrifty", metavar="NAME", help=f"{POLICY_NAMES} (default thrifty)")
    text = "the file that cards are read from, of at most 10 MB (default build/site/data/cards.json)"
    play.add_argument("--cards", type=Path, default=Path("build/site/data/cards.json"), metavar="FILE", help=text)
    play.set_defaults(run=_simulate)

    check = commands.add_parser("claims", help="compute the statements of the paper again")
    check.set_defaults(run=_claims)

    serve = commands.add_parser("serve", help="build, show the site on this machine, and build again on every change")
    _add_order(serve)
    serve.add_argument(
        "--port", type=whole("--port", 0, 65535), default=8000, metavar="N", help="default 8000; 0 picks a free one"
    )
    serve.set_defaults(run=_serve)
    return top


def _add_fight(command: argparse.ArgumentParser) -> None:
    numbers = (
        ("--skill", "your SKILL", 0, LARGEST_SKILL),
        ("--stamina", "your STAMINA", 1, LARGEST_STAMINA),
        ("--luck", "your LUCK now", 0, BOOK_RULES.max_luck),
        ("--foe-skill", "the foe's SKILL", 0, LARGEST_SKILL),
        ("--foe-stamina", "the foe's STAMINA", 1, LARGEST_STAMINA),
    )
    for name, what, low, high in numbers:
        text = f"{what}, {low} to {high}"
        command.add_argument(name, type=whole(name, low, high), required=True, metavar="N", help=text)


def _add_luck_price(command: argparse.ArgumentParser) -> None:
    text = "win chance that the thrifty policy wants for a luck point, 0 to 1, such as 1/1000 (default 0.001)"
    command.add_argument("--luck-price", type=price, default=LUCK_PRICE, metavar="P", help=text)


def _add_edition(command: argparse.ArgumentParser) -> None:
    _add_luck_price(command)
    text = "largest stamina tabulated (default 24)"
    command.add_argument(
        "--max-stamina", type=whole("--max-stamina", 1, LARGEST_STAMINA), default=24, metavar="N", help=text
    )
    text = "skill gaps to show, for a quick look: -3..3 (default: all)"
    command.add_argument("--skill-gaps", type=gaps, default=SKILL_GAPS, metavar="FROM..TO", help=text)


def _add_order(command: argparse.ArgumentParser) -> None:
    """What to make, where to, and how."""
    _add_edition(command)
    text = "make only this part, keep the others: site, print or data"
    command.add_argument("--only", type=part, metavar="PART", help=text)
    text = "where the site will be published, for links that cannot be relative"
    command.add_argument("--base-url", type=address, metavar="URL", help=text)
    command.add_argument("--output", type=Path, default=Path("build"), metavar="DIR", help="where to (default build)")
    text = "processes to use (default: all cores)"
    command.add_argument("--workers", type=whole("--workers", 1, 64), metavar="N", help=text)
    command.add_argument("--quiet", action="store_true", help="say nothing but errors")


def _order(options: argparse.Namespace) -> Order:
    edition = Edition(Rules(max_stamina=options.max_stamina), options.luck_price, options.skill_gaps)
    parts = frozenset((options.only,)) if options.only else ALL_PARTS
    return Order(edition, options.base_url, parts)


def _build(options: argparse.Namespace) -> None:
    make(_order(options), Output(options.output), Progress(quiet=options.quiet), workers=options.workers)


def _fight(options: argparse.Namespace) -> "tuple[Fight, Edition]":
    from atlas.game.advice import Fight

    fight = Fight(options.skill, options.stamina, options.luck, options.foe_skill, options.foe_stamina)
    return fight, Edition(Rules(max_stamina=max(fight.stamina, fight.foe_stamina)), options.luck_price)


def _lookup(options: argparse.Namespace) -> None:
    from atlas.game.advice import Advice
    from atlas.tables.gap_table import gap_table

    fight, edition = _fight(options)
    advice = Advice.on(fight, edition)
    if options.json:
        clamped = advice.clamped()
        if clamped:
            print(f"atlas: {clamped}", file=sys.stderr)
        print(json.dumps(gap_table(advice.pair).row(fight.state)))
    else:
        print("\n".join(advice.lines()))


def _simulate(options: argparse.Namespace) -> None:
    from atlas.game.dynamics import course
    from atlas.policies.policy import plan_of
    from atlas.policies.simulate import same_start, simulate
    from atlas.wording import chance

    fight, edition = _fight(options)
    policy = _policy(options, edition, fight.table_gap)
    gap, state = fight.table_gap, fight.state
    found = simulate(
        edition.rules,
        policy,
        same_start(gap, state.luck, state.hero_stamina, state.foe_stamina),
        skill_gaps=(gap,),
        games=options.games,
        seed=options.seed,
        progress=_progress(options.games),
    )
    run = course(edition.rules, gap, plan_of(policy, edition.rules, gap), state)
    left = run.left_after_win()
    print(f"{found.games:,} fights with the policy {options.policy}, seed {found.seed}")
    print(
        f"Won {found.win_chance:.2%} of them, give or take {found.standard_error:.2%}; exactly {chance(run.win_chance)}"
    )
    print(f"Rounds: {found.mean_rounds:.2f} on average; exactly {float(run.mean_rounds):.2f}")
    print(f"Luck spent: {found.mean_luck_spent:.2f} on average")
    if left is not None:
        print(f"Left after a win, exactly: stamina {float(left[0]):.1f}, luck {float(left[1]):.1f}")


def _policy(options: argparse.Namespace, edition: Edition, gap: int) -> "Policy":
    """The policy of a name: solved, one of the paper's strategies, or a card from a file."""
    from atlas.game.solver import solve_pair
    from atlas.policies.policy import NEVER, Solved, strategy

    name = options.policy
    if name in ("best", "thrifty"):
        solution = getattr(solve_pair(edition, gap), name)
        return Solved(edition.rules, {gap: solution.plan})
    if name == "never":
        return NEVER
    numbers = re.fullmatch(r"strategy-([1-8])@([0-9]|1[0-3])", name)
    if numbers:
        return strategy(int(numbers[1]), int(numbers[2]))
    if not name.endswith("-card"):
        raise InputError(f"policy {name!r} is not known; allowed: {POLICY_NAMES}")
    cards = _cards(options.cards)
    card = cards.get(name.removesuffix("-card"))
    if card is None:
        known = ", ".join(f"{known}-card" for known in cards)
        raise InputError(f"there is no {name} in {options.cards}; it has: {known}")
    return card


def _cards(path: Path) -> "dict[str, Policy]":
    from atlas.cards.catalogue import read_policies

    content = regular_file(path, MOST_CARD_BYTES)
    try:
        return read_policies(content)
    except (TypeError, RecursionError):
        raise InputError(f"{path} is no file of cards: its JSON is not what a build writes") from None


def _progress(games: int) -> Callable[[int], None]:
    """A bar on a terminal, nothing elsewhere."""

    def show(played: int) -> None:
        if sys.stderr.isatty():
            bar = "#" * (BAR * played // games)
            print(f"\r[{bar:<{BAR}}] {played:,} of {games:,}", end="\n" if played == games else "", file=sys.stderr)

    return show


def _claims(options: argparse.Namespace) -> int:
    """The ledger; a claim that should be reproduced and is not makes the command fail."""
    from atlas.paper.evidence import Evidence
    from atlas.paper.ledger import broken, judge_all, ledger_lines

    claims = judge_all(Evidence(BOOK_RULES))
    print("\n".join(ledger_lines(claims)))
    failed = broken(claims)
    for claim in failed:
        print(f"atlas: the claim {claim.id} is no longer reproduced", file=sys.stderr)
    return FAILED if failed else 0


def _serve(options: argparse.Namespace) -> None:
    from atlas.serve import serve

    serve(_order(options), options.output, options.port, workers=options.workers, quiet=options.quiet)


def _complain(message: str, status: int = BAD_INPUT) -> int:
    print(f"atlas: {one_line(message)}", file=sys.stderr)
    return status
