"""Luck Atlas: when to Test your Luck in a Fighting Fantasy fight, solved exactly.

Data flows one way: README.md lists the rooms in that order, and a room imports only from those above it.
"""

import os

# The arrays here are small: threads inside the linear algebra cost more than they save.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
