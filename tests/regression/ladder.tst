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

# A long ladder into K11. The net at G4 is not tight enough for H4 and L5.
#
#    A B C D E F G H J K L M N
# 13 . . . . . . . . . . . . . 13
# 12 . . O . . . . . . . . . . 12
# 11 . . O X . . . . . X . . . 11
# 10 . . O X . . + . . + . . . 10
#  9 . . O X . . . . . . . . . 9
#  8 . . O X . . . . . . . . . 8
#  7 . . O X . . + . . + . . . 7
#  6 . . O X . . . . . . . . . 6
#  5 . . O X . . . . . . O . . 5
#  4 . . O X O . + O . + . . . 4
#  3 . . O O X . . . . . . . . 3
#  2 . . . O X . . . . . . . . 2
#  1 . . . O X . . . . . . . . 1
#    A B C D E F G H J K L M N
loadsgf sgf/ladder-long.sgf
40 reg_genmove b
#? [F4]

# White's stone at K10 breaks the long ladder: his cutting stone runs.
#
#    A B C D E F G H J K L M N
# 13 . . . . . . . . . . . . . 13
# 12 . . O . . . . . . . . . . 12
# 11 . . O X . . . . . . . . . 11
# 10 . . O X . . + . . O . . . 10
#  9 . . O X . . . . . . . . . 9
#  8 . . O X . . . . . . . . . 8
#  7 . . O X . . + . . + . . . 7
#  6 . . O X . . . . . . . . . 6
#  5 . . O X . . . . . . . . . 5
#  4 . . O X O . + O . + . . . 4
#  3 . . O O X . . . . . . . . 3
#  2 . . . O X . . . . . . . . 2
#  1 . . . O X . . . . . . . . 1
#    A B C D E F G H J K L M N
loadsgf sgf/ladder-long-and-broken.sgf
50 reg_genmove w
#? [E5|F4]
