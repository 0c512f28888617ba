# Ladders: stones that run into others, or against the side.

# White's cutting stone is caught: in a ladder that runs into G8, or in a net.
#
#    A B C D E F G H J
#  9 . . . . . . . . . 9
#  8 . . O . . . X . . 8
#  7 . . O X + . + . . 7
#  6 . . O X . . . . . 6
#  5 . . O X + . + . . 5
#  4 . . O X O . . . . 4
#  3 . . O O X . + . . 3
#  2 . . . O X . . . . 2
#  1 . . . O X . . . . 1
#    A B C D E F G H J
loadsgf sgf/ladder-works.sgf
10 reg_genmove b
#? [F4|G4]

# Colours exchanged: the ladder runs into a white stone, and the net works too.
#
#    A B C D E F G H J
#  9 . . . . . . . . . 9
#  8 . . X . . . O . . 8
#  7 . . X O + . + . . 7
#  6 . . X O . . . . . 6
#  5 . . X O + . + . . 5
#  4 . . X O X . . . . 4
#  3 . . X X O . + . . 3
#  2 . . . X O . . . . 2
#  1 . . . X O . . . . 1
#    A B C D E F G H J
loadsgf sgf/ladder-works-for-white.sgf
20 reg_genmove w
#? [F4|G4]

# White's long chain has two liberties. An atari from below drives it along the side into Black's
# stones.
#
#    A B C D E F G H J
#  9 . . O . . X . . . 9
#  8 . O X O O O X . . 8
#  7 . X X X O X O X . 7
#  6 . . X . O X O X . 6
#  5 . X + . O X O X . 5
#  4 . O X X O X O X . 4
#  3 . O O O X X(O). . 3
#  2 . . . O O X . . . 2
#  1 . . . . . . . . . 1
#    A B C D E F G H J
loadsgf sgf/ladder-three-steps.sgf
30 reg_genmove b
#? [G2]

# Three white stones have a way out along the side: Black stops it.
#
#    A B C D E F G H J
#  9 . . . . X . . . . 9
#  8 . . . O X . . . . 8
#  7 . . + O X . + . . 7
#  6 . . . O X . . . . 6
#  5 . . O O X X X . . 5
#  4 . O O X O O X . . 4
#  3 . O X X O X X . . 3
#  2 . O X . . . O O . 2
#  1 . O X . . . . O . 1
#    A B C D E F G H J
loadsgf sgf/ladder-caught-on-the-edge.sgf
40 reg_genmove b
#? [E2|F2]
