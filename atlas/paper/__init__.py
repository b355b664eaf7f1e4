"""The paper, checked. In come its statements; out come the ledger of claims, errata, worked fights and its figures
drawn again. Start at `statements`; the claims stand in `claims/`, by section.

In order: evidence, statements, printed, claims, ledger, errata, encounters, figures.
"""
