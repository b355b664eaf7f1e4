"""What each sheet shows. In come tables, cards and maps; out come PDFs, also imposed to fold. Start at
`card_leaves` (cheat sheet, bookmarks, pocket cards).

In order: leaves, squares, grids, card_leaves, pocket_book, gap_pages, patterns, booklet, gap_maps, full_atlas,
poster, rule_leaves, objects, typesetter, tags, copies, writing, press, route_leaves, imposition.
"""
