"""The paper's figures, drawn again. In come the solved fights and the tables of the nine strategies; out comes each
figure as SVG, with the words that stand beside it. Start at `redrawn`, which lists them.

In order: parts, curves, scheme, strategies, regions, redrawn.
"""
