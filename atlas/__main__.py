"""`python -m atlas` is the command `atlas`."""

import sys

from atlas.cli import main

sys.exit(main())
