"""What each sheet shows. In come tables, cards and maps; out come PDFs, also imposed to fold. Start at `leaves`
(cheat sheet and pocket cards).

In order: leaves, squares, booklet, full_atlas, rule_leaves, tags, press, imposition.
"""
