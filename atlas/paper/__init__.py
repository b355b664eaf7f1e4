"""The paper, checked. In come its statements; out come the ledger, worked fights and its figures drawn again.
Start at `statements`; the claims stand in `claims/`, by section.

In order: notation, ranges, evidence, statements, printed, claims, ledger, encounters, figures.
"""
