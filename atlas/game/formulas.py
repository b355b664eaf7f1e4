"""The closed forms of Johnston (2020), corrected, as exact rationals.

With ρw, ρl the chances to win and to lose a decisive round (draws drop out), and σ the plain hits
a side can take, σh = ⌈hero stamina / 2⌉ and σo = ⌈foe stamina / 2⌉ (printed with floors, although
2n and 2n−1 behave alike):

* without luck, section "Dynamics without luck-based control": the chance of σo wins before σh
  losses, as the sum over game histories and as the paper's hypergeometric expression;
* with constant luck, section "Analytic dynamics with simplified luck-based control": q is the same
  at each test, used after every won round (the paper's result, which lacks the factor ρw of the
  last round and so exceeds 1), or after every lost round (which the paper only mentions).

The damage is that of the `Rules`; the numbers above are the books'.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import comb

from atlas.game.dice import luck_odds, round_ways
from atlas.game.rules import Damage, Outcome, Rules


def hits_to_fall(stamina: int, damage: int) -> int:
    """Return σ: how many hits of this damage bring a stamina to 0."""
    return -(-stamina // damage)


def wins_to_end(rules: Rules, foe_stamina: int) -> int:
    """Return σo: how many plain hits it takes until the foe falls or yields."""
    return hits_to_fall(foe_stamina - rules.foe_yields_at, rules.won.plain)


def win_chance_without_luck(rules: Rules, skill_gap: int, hero_stamina: int, foe_stamina: int) -> Fraction:
    """Return the chance of σo wins before σh losses: Σ over losses of C(σo−1+losses, losses) ρw^σo ρl^losses."""
    win = round_ways(skill_gap).decisive().chance
    wins_needed = wins_to_end(rules, foe_stamina)
    return win**wins_needed * _losses_in_between(wins_needed - 1, hits_to_fall(hero_stamina, rules.lost.plain), 1 - win)


def win_chance_hypergeometric(rules: Rules, skill_gap: int, hero_stamina: int, foe_stamina: int) -> Fraction:
    """Return the win chance by the paper's closed form without luck, with ceilings for floors:

    v = ρw^σo ( ρw^−σo − ρl^σh C(σh+σo−1, σh) ₂F₁(1, σh+σo; σh+1; ρl) )
    """
    win = round_ways(skill_gap).decisive().chance
    if win == 0:
        return Fraction(0)
    sh = hits_to_fall(hero_stamina, rules.lost.plain)
    so = wins_to_end(rules, foe_stamina)
    tail = (1 - win) ** sh * comb(sh + so - 1, sh) * hypergeometric(sh, so, 1 - win)
    return win**so * (win**-so - tail)


def hypergeometric(sh: int, so: int, z: Fraction) -> Fraction:
    """Return ₂F₁(1, σh+σo; σh+1; z) for z < 1, exactly.

    Euler's transformation makes it (1−z)^−σo ₂F₁(σh, 1−σo; σh+1; z), a finite sum.
    """
    term = Fraction(1)
    total = Fraction(0)
    for i in range(so):
        total += term
        term *= Fraction((sh + i) * (1 - so + i), (sh + 1 + i) * (i + 1)) * z
    return (1 - z) ** -so * total


def win_chance_testing_when_won(
    rules: Rules, skill_gap: int, hero_stamina: int, foe_stamina: int, lucky: Fraction
) -> Fraction:
    """Return the win chance with constant luck, tested after every won round and never else; `lucky` is q.

    A history has, before the last round, i lucky and j unlucky hits that leave the foe standing and
    fewer losses than the hero can take; then a won round (ρw) that fells the foe.
    """
    win = round_ways(skill_gap).decisive().chance
    losses_allowed = hits_to_fall(hero_stamina, rules.lost.plain)
    total = Fraction(0)
    for i, j, left in _hits_survived(rules.won, foe_stamina - rules.foe_yields_at):
        last = win * (lucky * (rules.won.lucky >= left) + (1 - lucky) * (rules.won.unlucky >= left))
        before = comb(i + j, i) * (win * lucky) ** i * (win * (1 - lucky)) ** j
        total += before * _losses_in_between(i + j, losses_allowed, 1 - win) * last
    return total


def win_chance_testing_when_lost(
    rules: Rules, skill_gap: int, hero_stamina: int, foe_stamina: int, lucky: Fraction
) -> Fraction:
    """Return the win chance with constant luck, tested after every lost round and never else; `lucky` is q.

    Σ over i lucky and j unlucky losses that the hero survives of
    ρw^σo C(σo−1+i+j, i+j) C(i+j, i) (ρl q)^i (ρl (1−q))^j
    """
    win = round_ways(skill_gap).decisive().chance
    wins_needed = wins_to_end(rules, foe_stamina)
    histories = (
        comb(wins_needed - 1 + i + j, i + j)
        * comb(i + j, i)
        * ((1 - win) * lucky) ** i
        * ((1 - win) * (1 - lucky)) ** j
        for i, j, _ in _hits_survived(rules.lost, hero_stamina)
    )
    return win**wins_needed * sum(histories, Fraction(0))


def break_even(rules: Rules, outcome: Outcome) -> Fraction | None:
    """Return the chance of success at which a single test does not change the expected damage.

    plain = lucky · q + unlucky · (1 − q): 1/3 after a won round, 1/2 after a lost one, by the books. None where
    success makes no difference.
    """
    damage = rules.damage(outcome)
    if damage.lucky == damage.unlucky:
        return None
    return Fraction(damage.plain - damage.unlucky, damage.lucky - damage.unlucky)


def break_even_luck(rules: Rules, outcome: Outcome) -> int | None:
    """Return the lowest luck at which a single test gains on average; None if it gains at no luck of the rules."""
    damage, sign = rules.damage(outcome), 1 if outcome is Outcome.WON else -1

    def gain(luck: int) -> Fraction:
        lucky = luck_odds(luck).chance
        return sign * (lucky * damage.lucky + (1 - lucky) * damage.unlucky - damage.plain)

    return next((luck for luck in rules.lucks if gain(luck) > 0), None)


def _losses_in_between(wins: int, losses_allowed: int, lose: Fraction) -> Fraction:
    """Return Σ over 0 … losses_allowed − 1 losses of their chance times the ways to place them among the wins."""
    lost, rolls, most = lose.numerator, lose.denominator, losses_allowed - 1
    return Fraction(sum(comb(wins + n, n) * lost**n * rolls ** (most - n) for n in range(losses_allowed)), rolls**most)


def _hits_survived(damage: Damage, stamina: int) -> Iterator[tuple[int, int, int]]:
    """Yield every count of lucky and of unlucky hits that leaves stamina, with the stamina left."""
    for i in range(stamina):
        for j in range(stamina):
            left = stamina - i * damage.lucky - j * damage.unlucky
            if left > 0:
                yield i, j, left
