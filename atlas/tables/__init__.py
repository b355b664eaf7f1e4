"""Numbers for readers: floats begin here. In come solutions; out come the tables of a skill gap, the data files,
the tables that are printed, and a reason for every verdict. Start at `gap_table`.

In order: packing, gap_table, thresholds, journey, reasons.
"""
