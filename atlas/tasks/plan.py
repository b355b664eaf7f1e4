"""What a build is made of: the tasks of an edition, each with what it takes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from atlas.game.dice import SKILL_GAPS
from atlas.game.edition import Edition
from atlas.game.presets import Preset, other_presets
from atlas.game.rules import BOOK_RULES
from atlas.making.engine import Task
from atlas.paper.ranges import CLOSE_GAPS
from atlas.policies.fightsets import judging_rules
from atlas.tables.gap_table import Aim
from atlas.tasks.beyond_luck import join_beyond_luck, weigh_eating, weigh_potions_and_escapes, weigh_targets
from atlas.tasks.cards import (
    derive_quick_grid,
    derive_rounds_grid,
    join_cards,
    judge_baselines,
    judge_grids,
    judge_sentences,
    judge_strips,
    look_ahead,
    measure_journeys,
    share_of_luck,
    weigh_front,
)
from atlas.tasks.data import write_conformance, write_data, write_rows, write_tables
from atlas.tasks.maps import (
    draw_for_paper,
    draw_front,
    draw_luck_prices,
    draw_pictures,
    draw_preset,
    draw_sheet,
    travel_adventures,
)
from atlas.tasks.pages import (
    render_adventures,
    render_atlas,
    render_embed,
    render_gap,
    render_main,
    render_page,
    render_paper,
    render_rules,
    render_table,
    render_trainer,
)
from atlas.tasks.paper import draw_paper_figures, explain_theory, gather_evidence, judge_claims, play_encounters
from atlas.tasks.printing import (
    make_own_rounds_card,
    make_own_rule_card,
    make_rule_card,
    measure_outside,
    plan_spans,
    print_atlas,
    print_booklet,
    print_cards,
    print_poster,
    print_routes,
    print_rules,
)
from atlas.tasks.solving import compare_strategies, solve_gap, weigh_luck_prices, weigh_thrift, work_out_preset


@dataclass(frozen=True)
class Results:
    """The tasks whose results are shown, in more than one place most of them."""

    tables: Sequence[Task]
    """by skill gap, as those of the edition"""
    tables_with_next: Sequence[Sequence[Task]]
    """each table with that of one more SKILL, where there is one: beyond ±10 it may be the same"""
    strategies: Sequence[Task]
    """the same; like cards none where fights remember, for they look at staminas and luck alone"""
    cards: Task
    front: Task
    luck_prices: Task
    beyond_luck: Task
    """by the books' rules"""
    on_the_way: Task
    """what potions and Escapes are worth, by the books' rules"""
    adventures: Task
    """travelled, by the books' rules"""
    evidence: Task
    claims: Task
    encounters: Task
    """by the books' rules"""
    presets: Sequence[Task]
    """other rules, in an atlas of the books'"""
    rule_cards: Sequence[Task]
    """cards to print: of these rules, or of those that the atlas is made for"""
    data: Task
    """the data files"""


def results(edition: Edition) -> Results:
    """Return the tasks that work out what an edition shows. What is the same for several editions is one task."""
    everywhere = replace(edition, skill_gaps=SKILL_GAPS)
    price, has_memory = edition.luck_price, edition.has_memory
    # Cards are judged by fights of one size, and adventures have foes of any size.
    sized = edition.rules.sized(BOOK_RULES.max_stamina, BOOK_RULES.max_luck)
    cards_edition = Edition(sized, price)
    derivations = () if has_memory else (judge_sentences, judge_baselines, judge_strips, judge_grids)
    judged = judging_rules(edition.rules)
    measure = measure_journeys(judged)
    ahead = look_ahead(Edition(judged, price), measure)
    cards = join_cards([derive(cards_edition, measure, ahead) for derive in derivations])
    # What LUCK is worth is weighed for fights that remember nothing.
    plain = judging_rules(replace(edition.rules, losing_run=None, rounds=None))
    prices = weigh_luck_prices(plain, measure_journeys(plain))
    tables = {gap: solve_gap(everywhere, gap) for gap in edition.skill_gaps}
    strategies = {} if has_memory else {gap: compare_strategies(edition.rules, gap) for gap in tables}
    rows = [write_rows(table, [strategies[gap]] if strategies else []) for gap, table in tables.items()]
    front = weigh_front(cards_edition, cards, measure)
    evidence = gather_evidence([compare_strategies(BOOK_RULES, gap) for gap in SKILL_GAPS])
    claims = judge_claims(evidence)
    all_tables = list(tables.values())
    presets = _presets(edition, tables, cards)
    beyond = join_beyond_luck(weigh_eating(price), weigh_targets(price))
    on_the_way = weigh_potions_and_escapes()
    return Results(
        tables=all_tables,
        tables_with_next=[_with_next(edition, tables, gap) for gap in tables],
        strategies=list(strategies.values()),
        cards=cards,
        front=front,
        luck_prices=prices,
        beyond_luck=beyond,
        on_the_way=on_the_way,
        adventures=travel_adventures(price),
        evidence=evidence,
        claims=claims,
        encounters=play_encounters(Edition(BOOK_RULES, price)),
        presets=[drawn for drawn, _ in presets],
        rule_cards=_own_rule_cards(edition, cards) if edition.is_variant else [card for _, card in presets],
        data=write_data(write_tables(all_tables, rows), claims, cards, front, write_conformance()),
    )


def _with_next(edition: Edition, tables: Mapping[int, Task], gap: int) -> list[Task]:
    following = edition.rules.playing_gap(gap + 1)
    return [tables[gap], *([tables[following]] if following in tables else [])]


def _presets(edition: Edition, tables: Mapping[int, Task], cards: Task) -> list[tuple[Task, Task]]:
    """Return what is drawn for other rules, at the skill gaps that are not far apart, and their cards to print."""
    close = [table for gap, table in tables.items() if gap in CLOSE_GAPS] or list(tables.values())
    made = []
    for preset in other_presets(edition.rules):
        sized = Edition(preset.rules.sized(BOOK_RULES.max_stamina, BOOK_RULES.max_luck), edition.luck_price)
        quick = None if sized.has_memory else derive_quick_grid(sized)
        shares = share_of_luck(sized, quick) if quick else dict[str, float]()
        drawn = draw_preset(edition, work_out_preset(edition, preset, close), quick, shares)
        made.append((drawn, make_rule_card(preset, quick or derive_rounds_grid(sized), shares, cards)))
    return made


def _own_rule_cards(edition: Edition, cards: Task) -> list[Task]:
    """Return the card of the rules that an atlas is made for."""
    preset = Preset("own", edition.title or "Rules of your own", edition.sentence, edition.rules)
    if edition.has_memory:
        return [make_own_rounds_card(preset, derive_rounds_grid(edition))]
    return [make_own_rule_card(preset, cards)]


def site_files(edition: Edition, base_url: str | None, results: Results) -> list[Task]:
    """Return the tasks that make pages, with their pictures; what is the same for all editions is no task."""
    tables, cards = results.tables, results.cards
    everywhere = replace(edition, skill_gaps=SKILL_GAPS)
    thrift, sheets = weigh_thrift(tables), [draw_sheet(pair) for pair in results.tables_with_next]
    figures = draw_paper_figures(results.evidence)
    theory = explain_theory(everywhere, results.evidence, results.luck_prices)
    return [
        draw_pictures(tables),
        *([] if edition.has_memory else [draw_front(results.front)]),
        draw_luck_prices(results.luck_prices),
        *(render_gap(edition, base_url, sheet, thrift) for sheet in sheets),
        render_atlas(edition, base_url, sheets),
        render_table(edition, base_url, cards, results.luck_prices, results.on_the_way),
        render_trainer(edition, base_url, tables, cards),
        render_adventures(edition, base_url, results.adventures, results.beyond_luck, results.on_the_way),
        *([render_rules(edition, base_url, results.presets)] if results.presets else []),
        render_embed(edition, base_url),
        render_main(
            edition, base_url, tables, results.strategies, cards, results.data, results.claims, results.beyond_luck
        ),
        render_paper(edition, base_url, results.claims, results.encounters, figures),
        render_page(edition, base_url, theory),
    ]


def print_files(edition: Edition, base_url: str | None, results: Results) -> list[Task]:
    """Return the tasks that make the PDFs."""
    tables = results.tables
    drawn = [draw_for_paper(edition, pair) for pair in results.tables_with_next]
    encounters = _encounters(edition, results)
    return [
        *(
            print_booklet(
                edition,
                base_url,
                aim,
                tables,
                plan_spans(edition, aim),
                measure_outside(edition, aim),
                results.claims,
                encounters,
            )
            for aim in Aim
        ),
        print_atlas(edition, base_url, drawn),
        print_poster(edition, base_url, tables),
        print_routes(results.adventures),
        *([] if edition.has_memory else [print_cards(edition, base_url, tables, results.cards, results.beyond_luck)]),
        *([print_rules(edition, base_url, results.rule_cards)] if results.rule_cards else []),
    ]


def _encounters(edition: Edition, results: Results) -> Task | list[Task]:
    """Return the task of the paper's encounters by the rules of the edition; none where fights remember."""
    if not edition.is_variant:
        return results.encounters
    return [] if edition.has_memory else play_encounters(replace(edition, skill_gaps=SKILL_GAPS))
