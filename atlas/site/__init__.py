"""What each page shows. In come tables, cards, maps and the ledger; out come pages, rendered through the templates
in `templates/`, and the files around them. Start at `pages`.

In order: mathml, links, pages, adventures, codes, play_data, play, gap_sheet, atlas, paper, theory, files, render.
"""
