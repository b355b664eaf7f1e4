"""The tasks of a build, by stage. In comes an edition; out come the tasks whose results are the files of its site.
Start at `plan`.

A worker loads the module of its task alone. What only some functions of a module use and takes long to load
(matplotlib half a second) they import themselves, so that neither the build nor other workers load it.

In order: solving, cards, beyond_luck, paper, maps, data, pages, printing, plan.
"""
