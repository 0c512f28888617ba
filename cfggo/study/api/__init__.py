"""Games and positions to study: the Python interface.

Its names are those that `import cfggo` offers.  Colours are "black" and "white", moves are vertices
such as "D4", or "pass".
"""
