"""The paper's statements by section, each with the check that judges it. `ledger` in the room above gathers
them. Start anywhere.

In order: game, without_luck, constant_luck, numbers, structure, heuristics, discussion, appendix.
"""
