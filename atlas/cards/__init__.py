"""What a person can carry. In come the rules and a price of luck; out come cards, derived from simulated fights
and judged exactly, and `cards.json`. Start at `catalogue`; the words of a rule come from `phrases`.

In order: phrases, goal, grid, fit, search, catalogue, worked.
"""
