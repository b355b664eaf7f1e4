"""What each page shows. In come tables, cards, maps and the ledger; out come pages, rendered through the templates
in `templates/`, and the files around them. Start at `pages`.

In order: mathml, links, engine, prints, pages, card_pages, background, adventures, play, quiz, trainer, embed,
gap_sheet, atlas, rule_pages, paper, theory, files, render.
"""
