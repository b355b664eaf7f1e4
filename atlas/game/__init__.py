"""The fight and its exact answers. In come the rules, what an end is worth and a skill gap; out come the best
decision and its worth in every state, in whole numbers. Start at `solver`: `solve` has the line that decides. Whole
adventures start at `adventure`.

In order: dice, rules, entries, presets, worth, edition, solver, formulas, dynamics, ahead, fight, worths, duel, melee,
melee_course, at_once, advice, reply, books, stages, adventure_file, adventure, adventure_size, played, journey.
"""
