"""How a build is made, safe and quick. In come tasks; out come their results, kept for the next build, and an
output folder that is swapped whole. Start at `engine`.

In order: needs, process, sources, code, cache, workers, engine, output, progress, archive.
"""
