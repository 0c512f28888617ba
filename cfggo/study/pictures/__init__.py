"""Pictures of positions as SVG.

`board_svg` is the board that all of them have, and the one of match reports. `graph`, `policy`,
`ownership` and `search` draw one kind of picture each, from a `Scene` and what it shows; `sheet`
puts one or several of them into one SVG document.
"""
