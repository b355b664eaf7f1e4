"""Loads the package before anything else loads NumPy: it sets how many threads the linear algebra may use."""

import atlas as atlas
