"""Adventures with a potion played with dice, to judge the table of potions by.

    python -m tests.dice_potions [GAMES]    play each row of the table 200,000 times, or so often, and compare

Who plays looks one step ahead and does what is worth most there: to eat, to drink, to go on, to test, to keep. What
standing somewhere is worth is looked up in the solved adventure; what the next step does, and what happens, are the
rules of the books and dice, with no code of the solver.
"""

import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from atlas.game.adventure import Solver
from atlas.game.ahead import Start
from atlas.game.books import unknown_foes
from atlas.game.rules import BOOK_RULES
from atlas.game.stages import Potion, UnknownFoe
from atlas.policies.fight_ends import Traveller
from atlas.tables.on_the_way import PotionRow, on_the_way, potion_adventure

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]

GAMES = 200_000
FIGHTS, MEALS = 10, 5
TESTED_BEFORE = {0: (), 4: (3, 5, 8, 10)}
"""by the number of luck tests: the fights before which they come; the Unlucky lose 2 STAMINA, in the last they die"""
GAIN = 1e-9
"""what is worth no more than this is not better: worths are floats"""


class Solved(NamedTuple):
    """What it is worth to stand in the stages of an adventure, by the best play."""

    on_the_way: Sequence[Floats]
    """before each stage, and at the end: STAMINA, LUCK, doses, meals"""
    in_stages: Sequence[Floats]
    """the same when nothing more is eaten and drunk before it"""
    fights: Sequence[Floats]
    """in each fight, before a round: both STAMINAs, LUCK, SKILL gap, doses, meals"""
    gaps: Ints


def solved(potion: Potion, tests: int, traveller: Traveller) -> Solved:
    """Look all worths up that a player needs."""
    solver = Solver(potion_adventure(potion, tests), Start(*traveller), whole=False).run()
    stages = range(solver.adventure.end)
    fights: list[Floats] = []
    gaps: Sequence[int] = ()
    for number in stages:
        if isinstance(solver.adventure.stages[number].kind, UnknownFoe):
            (values,) = solver.unknown(BOOK_RULES, number + 1)
            gaps = values.duel.gaps
            fights.append(values.before.reshape(*values.before.shape[:-1], *solver.shape[2:]))
    return Solved(
        [solver.before(number).array for number in range(solver.adventure.end + 1)],
        [solver.solved[number].worths.array for number in stages],
        fights,
        np.array(gaps),
    )


class Drinkers:
    """Many adventurers with the same scores on the same way, with a potion or without."""

    def __init__(self, traveller: Traveller, potion: Potion, *, carried: bool, games: int, seed: int) -> None:
        self.dice, self.start, self.potion = np.random.default_rng(seed), traveller, potion
        self.stamina, self.luck = np.full(games, traveller.stamina), np.full(games, traveller.luck)
        self.doses, self.meals = np.full(games, int(carried)), np.full(games, MEALS)

    def play(self, worths: Solved, tests: int) -> float:
        """Return the share of adventures that is come through."""
        stage = 0
        for fight in range(1, FIGHTS + 1):
            if fight in TESTED_BEFORE[tests]:
                self.provide(worths.on_the_way[stage], worths.in_stages[stage])
                self.test(self.stamina if fight == TESTED_BEFORE[tests][-1] else 2)
                stage += 1
            self.provide(worths.on_the_way[stage], worths.in_stages[stage])
            self.fight(worths.fights[fight - 1], worths.gaps)
            stage += 1
        return float((self.stamina > 0).mean())

    def pair(self, count: int) -> Ints:
        rolled: Ints = self.dice.integers(1, 7, size=(2, count)).sum(axis=0)
        return rolled

    def test(self, loss: Ints | int) -> None:
        """Test your Luck as the text says."""
        lucky = self.pair(len(self.luck)) <= self.luck
        self.luck = np.maximum(self.luck - 1, 0)
        self.stamina = np.maximum(self.stamina - np.where(lucky, 0, loss), 0)

    def provide(self, before: Floats, stage: Floats) -> None:
        """Eat and drink as long as that is worth more than to go on."""
        while True:
            going_on = stage[self.stamina, self.luck, self.doses, self.meals]
            fed = np.minimum(self.stamina + 4, self.start.stamina)
            eating = np.where(self.meals > 0, before[fed, self.luck, self.doses, self.meals - 1], 0)
            stamina, luck = self.drunk()
            drinking = np.where(self.doses > 0, before[stamina, luck, self.doses - 1, self.meals], 0)
            alive = self.stamina > 0
            eats = alive & (eating > going_on + GAIN) & (eating >= drinking)
            drinks = alive & (drinking > going_on + GAIN) & ~eats
            if not (eats | drinks).any():
                return
            self.stamina = np.where(eats, fed, np.where(drinks, stamina, self.stamina))
            self.luck = np.where(drinks, luck, self.luck)
            self.meals, self.doses = self.meals - eats, self.doses - drinks

    def drunk(self) -> tuple[Ints, Ints]:
        """Return STAMINA and LUCK after a dose."""
        if self.potion is Potion.STRENGTH:
            return np.full_like(self.stamina, self.start.stamina), self.luck
        return self.stamina, np.full_like(self.luck, self.start.luck + 1)

    def fight(self, worths: Floats, known_gaps: Ints) -> None:
        """Fight one foe of the books each, until one side has fallen."""
        foes, counts = np.array([*unknown_foes()]), np.array([*unknown_foes().values()])
        met = self.dice.choice(len(foes), size=len(self.stamina), p=counts / counts.sum())
        skill, foe = foes[met].T.copy()
        gaps = np.searchsorted(known_gaps, np.clip(self.start.skill - skill, -10, 10))
        standing = np.flatnonzero(self.stamina > 0)
        while len(standing):
            apart = self.start.skill + self.pair(len(standing)) - skill[standing] - self.pair(len(standing))
            for won, wounded in ((True, standing[apart > 0]), (False, standing[apart < 0])):
                self.wound(worths, wounded, foe, gaps[wounded], won=won)
            standing = standing[(self.stamina[standing] > 0) & (foe[standing] > 0)]

    def wound(self, worths: Floats, who: Ints, foe: Ints, gaps: Ints, *, won: bool) -> None:
        """Give wounds, or take them, and test where that is worth more than to keep."""
        hero, luck, carried = self.stamina[who], self.luck[who], (self.doses[who], self.meals[who])

        def after(damage: Ints | int) -> tuple[Ints, Ints]:
            return (hero, np.maximum(foe[who] - damage, 0)) if won else (np.maximum(hero - damage, 0), foe[who])

        normal, lucky, unlucky = (2, 4, 1) if won else (2, 1, 3)
        chance = np.array([sum(a + b <= n for a in range(1, 7) for b in range(1, 7)) for n in range(20)])[luck] / 36
        spent = np.maximum(luck - 1, 0)
        keep = worths[*after(normal), luck, gaps, *carried]
        test = chance * worths[*after(lucky), spent, gaps, *carried]
        test += (1 - chance) * worths[*after(unlucky), spent, gaps, *carried]
        tests: Bools = (luck > 0) & (test > keep + GAIN)
        is_lucky = self.pair(len(who)) <= luck
        self.stamina[who], foe[who] = after(np.where(tests, np.where(is_lucky, lucky, unlucky), normal))
        self.luck[who] = np.where(tests, spent, luck)


def compared(rows: Sequence[PotionRow], games: int) -> Iterator[tuple[str, float, float, float]]:
    """Yield each figure of some rows in words, what dice gave, what stands there, and the standard errors between."""
    seed = 0
    for row in rows:
        traveller = row.traveller
        for tests in TESTED_BEFORE:
            worths = {potion: solved(potion, tests, traveller) for potion in (Potion.STRENGTH, Potion.FORTUNE)}
            for potion in (None, *worths):
                kind, seed = potion or Potion.STRENGTH, seed + 1
                drinkers = Drinkers(traveller, kind, carried=potion is not None, games=games, seed=seed)
                share, chance = drinkers.play(worths[kind], tests), row.chances[tests][potion]
                name = f"{'/'.join(map(str, traveller))}, {tests} luck tests, {potion or 'no potion'}"
                yield name, share, chance, (share - chance) / (chance * (1 - chance) / games) ** 0.5


if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    for name, share, chance, apart in compared(on_the_way().potions, games):
        print(f"{name}: dice {100 * share:.3f}%, table {100 * chance:.3f}%, {apart:+.2f} standard errors")
