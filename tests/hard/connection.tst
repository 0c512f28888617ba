# Connecting and cutting along the edge.

# Black captures the 3 stones at B8: C7 A7 B5 C6 A8 A7 A6 A8 B9.
#
#    A B C D E F G H J
#  9 O . O X X . X X X 9
#  8 . O O X X X X . X 8
#  7 . X + X X X X X X 7
#  6 O X . O O O O O O 6
#  5 X . O O O O O O . 5
#  4 X X O O O O O O O 4
#  3 O O O O O O O O O 3
#  2 O O O O O O O O O 2
#  1 O O O . O O O O O 1
#    A B C D E F G H J
loadsgf sgf/connection-01.sgf
10 reg_genmove b
#? [C7]

# White saves the 4 stones at A3: B2 A1 C2 D2 D1 E1 E2 B1.
#
#    A B C D E F G H J
#  9 X X X X X O O O O 9
#  8 . X X X X O O O O 8
#  7 X X X . X O + O O 7
#  6 X X X X X O O O . 6
#  5 X X X X X O O O O 5
#  4 O O X X X O O O O 4
#  3 O O X O O O X . O 3
#  2 . . . . . O . X O 2
#  1 . . O . . O . X O 1
#    A B C D E F G H J
loadsgf sgf/connection-02.sgf
20 reg_genmove w
#? [B2]

# White saves the 4 stones at B3: D5 A3 A7 A8.
#
#    A B C D E F G H J
#  9 O O O O O O O O O 9
#  8 . . O . O O O O . 8
#  7 . . + . O O O . O 7
#  6 X X X X O O O O O 6
#  5 O . X . O O O O O 5
#  4 O . . O X X X X X 4
#  3 . O O O X X + X X 3
#  2 X X X X X X X X X 2
#  1 X X X X X X X . X 1
#    A B C D E F G H J
loadsgf sgf/connection-03.sgf
30 reg_genmove w
#? [D5]

# White saves the 4 stones at A1: D2 B2 C3 E1 C2 G1 F3 E3 G2.
#
#    A B C D E F G H J
#  9 X X . X X O O O O 9
#  8 X X X X X O . O O 8
#  7 X X X X X O O . O 7
#  6 X X X X X O O O O 6
#  5 . X X X X O O O O 5
#  4 X X X X X O O O O 4
#  3 X O + . + . + X O 3
#  2 O . X . O X . X O 2
#  1 O O O X X O . . O 1
#    A B C D E F G H J
loadsgf sgf/connection-04.sgf
40 reg_genmove w
#? [D2]

# Black captures the 4 stones at H5: H4 J4 H3 F6 H6 G3 G5 J7 J6.
#
#    A B C D E F G H J
#  9 X X X X X X X X X 9
#  8 X . X X . X X X X 8
#  7 X X X X X . X X O 7
#  6 X X X X X . . . O 6
#  5 X X X X X X + O O 5
#  4 O O O O O . X . . 4
#  3 . O + O O X + . X 3
#  2 O O O O O . . O X 2
#  1 O O O O O O O O O 1
#    A B C D E F G H J
loadsgf sgf/connection-05.sgf
50 reg_genmove b
#? [H4|H3]

# Black captures the 6 stones at E6: G7 J7 H8 J8 H9 J6 D7 F8 G9.
#
#    A B C D E F G H J
#  9 . X X X O O . . O 9
#  8 X X X O O . O . . 8
#  7 X X X . O X + X . 7
#  6 X X X . O X . O . 6
#  5 X X X X X X O O O 5
#  4 X X X X X X O . O 4
#  3 X X X X X X O O O 3
#  2 X X X . X X O . O 2
#  1 X X X X X X O O O 1
#    A B C D E F G H J
loadsgf sgf/connection-06.sgf
60 reg_genmove b
#? [G7]
