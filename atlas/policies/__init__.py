"""What anyone may follow, and what it is worth. In come policies (rule lists, the paper's strategies, solved
plans); out comes their worth, exactly, in floats for many at once, or played with dice. Start at `policy`.

In order: conditions, policy, passage, evaluate, strategies, foes, fightsets, tree, certify, adventures, simulate.
"""
