"""Pictures. In come tables; out come maps for the site (`svg`) and for paper (`pdf`), plates, plots, icons. What
a map shows is decided in `map`, what is drawn of it in `scene`, its colours in `style`. Start at `map`.

In order: style, fonts, operators, bars, cell_font, contours, map, scene, svg, pdf, room, large, wall,
documents, plates, charts, plots, pictures.
"""
