# Double threats: two chains in atari at once.

# White saves the 5 stones at E1, by two ataris at once: D2 E3 B1 B2 C1 G3 G2 F3 A1.
#
#    A B C D E F G H J
#  9 . O O O X X X X X 9
#  8 O O O O X X X X X 8
#  7 O O O O X X X X X 7
#  6 . O O O X X X X X 6
#  5 O O O O X . X . X 5
#  4 O O O O X X X X X 4
#  3 X X O X + . + X X 3
#  2 X . X . O O . X X 2
#  1 . . . X O O O X X 1
#    A B C D E F G H J
loadsgf sgf/double-threat-01.sgf
10 reg_genmove w
#? [D2]

# Black captures the 4 stones at H1, by two ataris at once: H4 J2 J5 J6 J7 G6 F2 J8 H5.
#
#    A B C D E F G H J
#  9 O O O O O O O O O 9
#  8 O O O O O O X O . 8
#  7 O . O . O O X O . 7
#  6 O O O O O . . X . 6
#  5 O O O O O O X O . 5
#  4 O O O O O X X . O 4
#  3 X X X X X X X O X 3
#  2 X . X X X . O O . 2
#  1 X X . X X X X O . 1
#    A B C D E F G H J
loadsgf sgf/double-threat-02.sgf
20 reg_genmove b
#? [H4]

# White captures the 3 stones at C1, by two ataris at once: C3 B2 B4 A1 A3 B5 D4 C6 A4.
#
#    A B C D E F G H J
#  9 X X X X X X X X X 9
#  8 O O X X X . X X X 8
#  7 O . + O X X X X X 7
#  6 . O . X X X X X X 6
#  5 O . X X X X X X . 5
#  4 . . O . X X X X X 4
#  3 . X + X O O O O O 3
#  2 . . X O O O O O O 2
#  1 . O X X O . O O . 1
#    A B C D E F G H J
loadsgf sgf/double-threat-03.sgf
30 reg_genmove w
#? [C3]
