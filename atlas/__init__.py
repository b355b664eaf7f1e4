"""Luck Atlas: when to Test your Luck in a Fighting Fantasy fight, solved exactly.

Data flows one way, and the modules read in that order:
dice → rules → solver → formulas → wording → tables → pages → render → build → cli.
"""
