"""Cards: advice that a person can carry and follow. In come the rules and a price of luck; out come cards, derived from
simulated fights and judged exactly, `cards.json` and `front.json`. Start at `catalogue`; `grid` is a grid as it is
printed, `phrases` has the words of a sentence, `objective` says what makes a card good.

In order: objective, phrases, grid, fewest, small_grid, small_choice, layout, grid_search, memory_grid, strips,
sentence_search, baselines, catalogue, front, worked.
"""
