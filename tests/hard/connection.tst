# Connecting and cutting along the edge.

# White saves the 7 stones at C6: E8 G8 F8 D8 E9 B8 H9 E7.
#
#    A B C D E F G H J
#  9 X O O O X O O . O 9
#  8 X . O . . . . O O 8
#  7 X O O X + X X X O 7
#  6 X . O X . O O . O 6
#  5 X X X X X O O O O 5
#  4 X X X X X O . O O 4
#  3 X X + X X O O O O 3
#  2 X X X X X O . O O 2
#  1 X . X X X O O O O 1
#    A B C D E F G H J
loadsgf sgf/connection-01.sgf
10 reg_genmove w
#? [E8]

# White captures the 9 stones at B5: C5 A4 A8 B2 A5 A4 A5 A6 D6.
#
#    A B C D E F G H J
#  9 O O O O O O O O . 9
#  8 . X X X O . O O O 8
#  7 X X X X O O O O O 7
#  6 O X . . O O O O O 6
#  5 . X + . O O O O O 5
#  4 . O O X X X X X X 4
#  3 O . O X X X + X X 3
#  2 O . O X X X X X X 2
#  1 X X X X X X . X X 1
#    A B C D E F G H J
loadsgf sgf/connection-02.sgf
20 reg_genmove w
#? [C5]

# Black captures the 3 stones at A7: C5 A9 D8 D5 A6 B3 B7 C7 B9.
#
#    A B C D E F G H J
#  9 . X O O X X X X X 9
#  8 O O X . X . X . X 8
#  7 O . O X X X X X X 7
#  6 . X O X O O O O O 6
#  5 X X + . O O O O O 5
#  4 X O O X O O O . O 4
#  3 . . O X O O O O O 3
#  2 O O O O O O O O O 2
#  1 O O O . O O O O O 1
#    A B C D E F G H J
loadsgf sgf/connection-03.sgf
30 reg_genmove b
#? [C5]

# Black saves the 4 stones at H3: G6 H5 G5 J7 J8 H5 J6 H8 H6.
#
#    A B C D E F G H J
#  9 X X . X X X . O O 9
#  8 . X X X X X O . . 8
#  7 X X X X X X + X . 7
#  6 X X X X X X . O O 6
#  5 O O O O O O + . X 5
#  4 . O O O O O O X X 4
#  3 O O O O O O + X . 3
#  2 O O O O O O . O X 2
#  1 . O O O O O O O O 1
#    A B C D E F G H J
loadsgf sgf/connection-04.sgf
40 reg_genmove b
#? [G6]

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
loadsgf sgf/connection-05.sgf
50 reg_genmove w
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
loadsgf sgf/connection-06.sgf
60 reg_genmove w
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
loadsgf sgf/connection-07.sgf
70 reg_genmove b
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
loadsgf sgf/connection-08.sgf
80 reg_genmove b
#? [G7]
