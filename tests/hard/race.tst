# Races of chains that are cut off, with approach moves, eyes and shared liberties.

# Black saves the 3 stones at F1 in a race: G3 G6 G7 H2 J5 J6 H1 J7 J3.
#
#    A B C D E F G H J
#  9 X X X X X X X X X 9
#  8 X X X X X . X X X 8
#  7 X X + X X X + X . 7
#  6 X X X X X O . X . 6
#  5 X X X X X X O O . 5
#  4 X X X X X X O O O 4
#  3 O O O O O O + X . 3
#  2 O . O O O . X . X 2
#  1 O O . O O X X . X 1
#    A B C D E F G H J
loadsgf sgf/race-01.sgf
10 reg_genmove b
#? [G3]

# Black saves the 3 stones at B1 in a race: B4 C4 A4 A6 C6 A2 B3 C1 A7.
#
#    A B C D E F G H J
#  9 X X X X X X X X X 9
#  8 O O X X X X X X X 8
#  7 . X X . X X X X X 7
#  6 . O . X X X . X X 6
#  5 O X O X X X X X X 5
#  4 . . . O O O O O O 4
#  3 X . O O O . O O O 3
#  2 . X X O O O . O O 2
#  1 . X . O O O O O O 1
#    A B C D E F G H J
loadsgf sgf/race-02.sgf
20 reg_genmove b
#? [B4]

# White saves the 3 stones at C2 in a race: C5 D4 C3 D6 B7 D7 A7 B8 A6.
#
#    A B C D E F G H J
#  9 X X . X O O O O O 9
#  8 X . O O O . O O O 8
#  7 . . X . O O O O O 7
#  6 . X O . O O O O . 6
#  5 O X + X O O O O O 5
#  4 . O O . X X X X X 4
#  3 X X + O X X X . X 3
#  2 . . O O X X X X X 2
#  1 X X X X X X X X . 1
#    A B C D E F G H J
loadsgf sgf/race-03.sgf
30 reg_genmove w
#? [C5]

# Black saves the 4 stones at H2 in a race: G5 J2 J3 J4.
#
#    A B C D E F G H J
#  9 X X X X X X . . O 9
#  8 X X X X . X X . . 8
#  7 . X X X X X X O . 7
#  6 X X X X X X . O . 6
#  5 X X X X X X + O O 5
#  4 O O O O O O X X . 4
#  3 O O O O O . O X . 3
#  2 O O O O O O O X . 2
#  1 O . O O O O O . X 1
#    A B C D E F G H J
loadsgf sgf/race-04.sgf
40 reg_genmove b
#? [G5]

# White saves the 3 stones at A2 in a race: C5 A6 A5 A8 B2 B1 A4 B6 A7.
#
#    A B C D E F G H J
#  9 X X X O O O O O O 9
#  8 . X O O O O O O . 8
#  7 O X X O O O O . O 7
#  6 . . X O O O O O O 6
#  5 . O + X X X X X X 5
#  4 . . O X X X X X X 4
#  3 O O X . X X X X . 3
#  2 O . X X X X X X X 2
#  1 . . X X X X X X X 1
#    A B C D E F G H J
loadsgf sgf/race-05.sgf
50 reg_genmove w
#? [C5]

# Black saves the 3 stones at A8 in a race: F8 D7 F9 F7 C9 C8 J7 G9 J8.
#
#    A B C D E F G H J
#  9 X X . X X . . O O 9
#  8 X . . X O . O O . 8
#  7 . O X . O . X O . 7
#  6 O O O O X X X X X 6
#  5 O O + O X X X X X 5
#  4 O O O O X X X X X 4
#  3 O O O O X X X X X 3
#  2 . O O O X X . X . 2
#  1 O O O O X X X X X 1
#    A B C D E F G H J
loadsgf sgf/race-06.sgf
60 reg_genmove b
#? [F8]

# Black captures the 3 stones at H2 in a race: H4 G8 G2 H5 G3 G6 J3 J5 J1.
#
#    A B C D E F G H J
#  9 O O O O O O O O O 9
#  8 O O O O O O . O X 8
#  7 O O O O O O + . X 7
#  6 O . O O . O . X X 6
#  5 O O O O O O O . . 5
#  4 X X X X X X X . X 4
#  3 . X X X X X + O . 3
#  2 X X X X X X . O O 2
#  1 X X X X . X O X . 1
#    A B C D E F G H J
loadsgf sgf/race-07.sgf
70 reg_genmove b
#? [H4]
