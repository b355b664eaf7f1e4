"""Numbers for readers: floats begin here. In come solutions; out come the tables of a skill gap, the data files,
and the tables that are printed. Start at `gap_table`.

In order: packing, gap_table, thresholds, spans, outside, callouts, regions, variants, route, journey, luck_prices,
beyond_luck, on_the_way, drawn_adventures, conformance.
"""
