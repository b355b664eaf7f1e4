"""What a person can carry. In come the rules and a price of luck; out come cards, derived from simulated fights
and judged exactly, `cards.json` and `front.json`. Start at `catalogue`; a grid as it is printed is in `grid`, the words
of a sentence come from `phrases`.

In order: goal, phrases, grid, layout, fit, strips, search, baselines, catalogue, front, worked.
"""
