"""The command `atlas`: arguments in, the modules above do the work.

Wrong values end in one line on standard error and exit status 2, a signal in 128 and its number, all else that
goes wrong in 1. What is slow to load is loaded by the commands that need it.
"""

import argparse
import errno
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import NoReturn

from atlas.asking import POLICY_NAMES, adventure, lookup, rules_named, simulation
from atlas.build import ALL_PARTS, BuildPart, Order, make
from atlas.errors import MOST_SHOWN, BuildError, InputError, short, shown
from atlas.game.dice import LARGEST_SEED, SKILL_GAPS
from atlas.game.edition import LUCK_PRICE, Edition
from atlas.game.presets import BOOK_RULES_NAME
from atlas.game.rules import BOOK_RULES, LARGEST_LUCK, LARGEST_SKILL, LARGEST_STAMINA, MOST_STATES
from atlas.game.worth import ALLOWED_PRICES, read_price
from atlas.making.output import Output
from atlas.making.process import Stopped, finish_process, one_line, out_of_memory, prepare_process
from atlas.making.progress import Progress

FAILED = 1
BAD_INPUT = 2
WRONG_PATH = {
    errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.EEXIST, errno.EACCES, errno.EPERM, errno.EROFS, errno.ELOOP,
    errno.ENAMETOOLONG,
}  # fmt: skip
"""errors that another path would mend; a full disk and the like are no fault of the values"""
MOST_GAMES = 100_000_000


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {one_line(message)}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; without arguments, those of this process."""
    if arguments is not None:
        return _run(arguments)
    prepare_process()
    status = _run(sys.argv[1:])
    lost = finish_process()
    return _complain(f"standard output: {lost.strerror}", FAILED) if lost and not status else status


def _run(arguments: Sequence[str]) -> int:
    try:
        options = parse(arguments)
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
            status = BAD_INPUT if error.errno in WRONG_PATH else FAILED
            return _complain(f"{error.filename or 'system'}: {error.strerror or error}", status)
        raise


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the arguments of the command."""
    return parser().parse_args(_joined(arguments))


def _joined(arguments: Sequence[str]) -> list[str]:
    """Join `--skill-gaps` with its value: argparse takes a value such as -3..3 for an option."""
    return re.sub(r"(^|\0)--skill-gaps\0", r"\1--skill-gaps=", "\0".join(arguments)).split("\0") if arguments else []


def parser() -> Parser:
    top = Parser(prog="atlas", description="When to Test your Luck in a Fighting Fantasy fight, solved exactly.")
    commands = top.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)

    making = commands.add_parser("build", help="make the site, the PDFs and the data files")
    _add_order(making)
    making.set_defaults(run=_build)

    look = commands.add_parser("lookup", help="answer for one fight: test or keep?")
    _add_fight(look)
    _add_ahead(look)
    text = "a foe that attacks together with this one, such as 8/5; may be given twice"
    look.add_argument("--at-once", type=foe, action="append", default=[], metavar="SKILL/STAMINA", help=text)
    text = "how you roll against several foes at once: against each (default), or one roll against all"
    look.add_argument("--attack", choices=("each", "one"), default="each", help=text)
    text = "print the row of policy.csv.gz and the advice as JSON; the advice alone with --at-once"
    look.add_argument("--json", action="store_true", help=text)
    look.set_defaults(run=lookup)

    way = commands.add_parser("adventure", help="the chance to come through an adventure, and what to do on the way")
    text = "a TOML file of stages, or the name of an adventure that comes with the atlas"
    way.add_argument("file", metavar="FILE", help=text)
    way.add_argument(
        "--new", action="store_true", help="write FILE, an adventure to begin with, and every kind of stage"
    )
    _add_scores(way, *HERO, required=False)
    _add_luck_price(way)
    way.add_argument("--pdf", type=Path, metavar="PATH", help="write the route card, to lie in the book: A5 pages")
    way.add_argument("--html", type=Path, metavar="PATH", help="write the route card for a screen, as one file")
    way.add_argument("--json", action="store_true", help="print the chances, worths and stages as one JSON object")
    way.set_defaults(run=adventure)

    play = commands.add_parser("simulate", help="play a fight, and the foes after it, many times with dice")
    _add_fight(play)
    _add_ahead(play)
    play.add_argument(
        "--games", type=whole("--games", 1, MOST_GAMES), default=100_000, metavar="N", help="default 100000"
    )
    play.add_argument("--seed", type=whole("--seed", 0, LARGEST_SEED), default=1, metavar="N", help="default 1")
    play.add_argument("--policy", default="thrifty", metavar="NAME", help=f"{POLICY_NAMES} (default thrifty)")
    text = "the file that cards are read from, of at most 10 MB (default build/site/data/cards.json)"
    play.add_argument("--cards", type=Path, default=Path("build/site/data/cards.json"), metavar="FILE", help=text)
    play.set_defaults(run=simulation)

    check = commands.add_parser("claims", help="compute the statements of the paper again")
    check.set_defaults(run=_claims)

    serve = commands.add_parser("serve", help="build, show the site on this machine, and build again on every change")
    _add_order(serve)
    serve.add_argument(
        "--port", type=whole("--port", 0, 65535), default=8000, metavar="N", help="default 8000; 0 picks a free one"
    )
    serve.set_defaults(run=_serve)
    return top


HERO = (
    ("--skill", "your SKILL", 0, LARGEST_SKILL),
    ("--stamina", "your STAMINA", 1, LARGEST_STAMINA),
    ("--luck", "your LUCK now", 0, LARGEST_LUCK),
)
FOE = (("--foe-skill", "the foe's SKILL", 0, LARGEST_SKILL), ("--foe-stamina", "the foe's STAMINA", 1, LARGEST_STAMINA))


def _add_scores(command: argparse.ArgumentParser, *scores: tuple[str, str, int, int], required: bool = True) -> None:
    for name, what, low, high in scores:
        text = f"{what}, {low} to {high}"
        command.add_argument(name, type=whole(name, low, high), required=required, metavar="N", help=text)


def _add_fight(command: argparse.ArgumentParser) -> None:
    _add_scores(command, *HERO, *FOE)


def _add_luck_price(command: argparse.ArgumentParser, default: str = f"default {float(LUCK_PRICE):g}") -> None:
    text = f"chance to win that a point of LUCK left is worth, 0 to 1, such as 1/1000 ({default})"
    command.add_argument("--luck-price", type=price, metavar="P", help=text)


def _add_rules(command: argparse.ArgumentParser) -> None:
    text = "the name of a preset, or a TOML file with rules of your own (default books)"
    command.add_argument("--rules", default=BOOK_RULES_NAME, metavar="NAME-OR-FILE", help=text)


def _add_ahead(command: argparse.ArgumentParser) -> None:
    """Add the options for rules and for what lies ahead."""
    command.epilog = (
        f"A question has at most {MOST_STATES:,} states: your STAMINA × that of all foes together × (your LUCK + 1), "
        "times the rounds and the run of lost rounds that the rules set a limit to."
    )
    _add_rules(command)
    text = "a foe that comes after this one, such as 7/7; may be given again"
    command.add_argument("--then", type=foe, action="append", default=[], metavar="SKILL/STAMINA", help=text)
    for name, low, high in (("stamina", 1, LARGEST_STAMINA), ("luck", 0, LARGEST_LUCK)):
        text = f"{name.upper()} that must be left at the very end, {low} to {high} (default {low})"
        option = f"--least-{name}"
        command.add_argument(option, type=whole(option, low, high), default=low, metavar="N", help=text)
    _add_luck_price(command, f"default {float(LUCK_PRICE):g}, or 0 where foes come after")


def _add_edition(command: argparse.ArgumentParser) -> None:
    _add_rules(command)
    _add_luck_price(command)
    text = "largest stamina tabulated (default 24)"
    command.add_argument(
        "--max-stamina", type=whole("--max-stamina", 1, LARGEST_STAMINA), default=24, metavar="N", help=text
    )
    text = "skill gaps to show, for a quick look: -3..3 (default: all)"
    command.add_argument("--skill-gaps", type=gaps, default=SKILL_GAPS, metavar="FROM..TO", help=text)


def _add_order(command: argparse.ArgumentParser) -> None:
    """Add the options for what to make, where to, and how."""
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
    named = rules_named(options.rules)
    rules = replace(named.rules, max_stamina=options.max_stamina)
    price = LUCK_PRICE if options.luck_price is None else options.luck_price
    edition = Edition(rules, price, options.skill_gaps)
    if rules.foe_yields_at >= rules.max_stamina:
        raise InputError(
            f"--max-stamina {rules.max_stamina}: it must be {rules.foe_yields_at + 1} or more, because the foe yields "
            f"at {rules.foe_yields_at}"
        )
    if edition.is_variant:
        edition = replace(edition, title=named.title, sentence=named.sentence)
    parts = frozenset((options.only,)) if options.only else ALL_PARTS
    return Order(edition, options.base_url, parts)


def _build(options: argparse.Namespace) -> None:
    make(_order(options), Output(options.output), Progress(quiet=options.quiet), workers=options.workers)


def _claims(options: argparse.Namespace) -> int:
    """Print the ledger. Fail if a claim that should be reproduced is not."""
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


# Readers of values: each names the value and what is allowed.


def whole(name: str, low: int, high: int) -> Callable[[str], int]:
    """Return a reader of whole numbers, whose errors name the value and what is allowed."""

    def read(text: str) -> int:
        if not re.fullmatch(r"[+-]?[0-9]+", text):
            raise argparse.ArgumentTypeError(f"{shown(text)} is not a whole number; allowed: {low} to {high}")
        if len(text) > MOST_SHOWN or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"{short(text)} is out of range; allowed: {low} to {high}")
        return int(text)

    read.__name__ = name
    return read


def price(text: str) -> Fraction:
    """Read a luck price, exactly as written: 0.001 is 1/1000."""
    value = read_price(text)
    if value is None:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a luck price; allowed: {ALLOWED_PRICES}")
    return value


def gaps(text: str) -> range:
    """Read skill gaps from one to another, both included."""
    low, high = SKILL_GAPS[0], SKILL_GAPS[-1]
    ends = re.fullmatch(r"([+-]?[0-9]{1,3})\.\.([+-]?[0-9]{1,3})", text.replace("−", "-"))
    if not ends or not low <= int(ends[1]) <= int(ends[2]) <= high:
        raise argparse.ArgumentTypeError(
            f"{shown(text)} is not a range of skill gaps; allowed: {low}..{high} or within"
        )
    return range(int(ends[1]), int(ends[2]) + 1)


def foe(text: str) -> tuple[int, int]:
    """Read a foe, written as SKILL/STAMINA."""
    numbers = re.fullmatch(r"([0-9]{1,2})/([0-9]{1,2})", text)
    if not numbers or not int(numbers[2]):
        allowed = f"SKILL 0 to {LARGEST_SKILL}, STAMINA 1 to {LARGEST_STAMINA}, such as 7/8"
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a foe; allowed: {allowed}")
    return int(numbers[1]), int(numbers[2])


def part(text: str) -> BuildPart:
    try:
        return BuildPart(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a part; allowed: {', '.join(BuildPart)}") from None


def address(text: str) -> str:
    """Read the address of a site; return it with a slash at the end."""
    if not re.fullmatch(r"https?://[A-Za-z0-9.\-]+(:[0-9]{1,5})?(/[A-Za-z0-9._~/\-]*)?", text):
        raise argparse.ArgumentTypeError(f"{shown(text)} is not an address; allowed: https://… without query or spaces")
    return text.rstrip("/") + "/"
