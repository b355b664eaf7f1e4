"""Policies for using luck, and what they are worth. In come rule lists, the paper's strategies and solved plans; out
comes their worth: exact, in floats for many policies at once, or simulated with dice. Start at `policy`.

In order: conditions, policy, passage, evaluate, strategies, fightsets, tree, certify, adventures,
eating, fight_ends, journeys, targets, simulate.
"""
