# Nakade: a move inside an eye space of five points or more.

# White kills the group at D7, by a move inside: E9 H8 D9 C9 F9 G9 E8 H9.
#
#    A B C D E F G H J
#  9 O X . . . . . X O 9
#  8 O O X X . X X . O 8
#  7 O O O X X X O X O 7
#  6 O O O O O O O O O 6
#  5 O . O O O O O O O 5
#  4 O O O O O . O O O 4
#  3 O O O O O O O O O 3
#  2 X X X X X X X X X 2
#  1 . X X X X X . X X 1
#    A B C D E F G H J
loadsgf sgf/nakade-01.sgf
10 reg_genmove w
#? [E9]

# Black kills the group at D1, by a move inside: E2 G1 E1 F1 B1 C1 H1 F2 G2.
#
#    A B C D E F G H J
#  9 O O O O . O O . O 9
#  8 O O O O O O O O O 8
#  7 X X X X X X X X X 7
#  6 X X X X . X X X X 6
#  5 X X X X X X X X X 5
#  4 X O X X X . X X X 4
#  3 X O O O O X X X X 3
#  2 X O O . . O O X X 2
#  1 X . . O . . . . X 1
#    A B C D E F G H J
loadsgf sgf/nakade-02.sgf
20 reg_genmove b
#? [E2]

# Black kills the group at G1, by a move inside: H1 H2 J2 J4 J5 H5 J1 J3 J5.
#
#    A B C D E F G H J
#  9 O O X X X X X X X 9
#  8 O O X X X X X X X 8
#  7 O O X X X . X X X 7
#  6 O O X X X X O O O 6
#  5 . O X X X X O . . 5
#  4 O O X X X X O O . 4
#  3 . O X X X X X O . 3
#  2 O O X . X X X . . 2
#  1 O O X X X X O . O 1
#    A B C D E F G H J
loadsgf sgf/nakade-03.sgf
30 reg_genmove b
#? [H1|H2]

# Black kills the group at G1, by a move inside: H2 J2 H3 H1 J1 H1 J3 G2 G3.
#
#    A B C D E F G H J
#  9 O . O O O . O O O 9
#  8 O O O O O O O O O 8
#  7 X X X X X X X X X 7
#  6 X X X X X X X X X 6
#  5 X X X X X X + O . 5
#  4 X X X . X X X O O 4
#  3 X X X X X X O . . 3
#  2 X . X X X X O . . 2
#  1 X X X X X X O . . 1
#    A B C D E F G H J
loadsgf sgf/nakade-04.sgf
40 reg_genmove b
#? [H2]

# White kills the group at G6, by a move inside: H8 J8 G7 H7 G8 G9 J7 H6 J6.
#
#    A B C D E F G H J
#  9 X X O O O X . . . 9
#  8 X X O O O X . . . 8
#  7 X X O O X X + . . 7
#  6 X X O O O O X X X 6
#  5 X X O O O O O O O 5
#  4 . X O O O O . O O 4
#  3 X X O O O . O O O 3
#  2 X X O O O O O O O 2
#  1 . X O O O O O O O 1
#    A B C D E F G H J
loadsgf sgf/nakade-05.sgf
50 reg_genmove w
#? [H8|G7]

# White kills the group at C6, by a move inside: D9 C9 C8 C9 B8 C7 C6 D6 E9.
#
#    A B C D E F G H J
#  9 O X . . . . X O O 9
#  8 O X . X X X . O O 8
#  7 O X X O O O O O O 7
#  6 O O X X X O O O O 6
#  5 . O O O O O O O . 5
#  4 O O O O O O O O O 4
#  3 O O O O O O O O O 3
#  2 X X X X X X X X X 2
#  1 X X X X X . X . X 1
#    A B C D E F G H J
loadsgf sgf/nakade-06.sgf
60 reg_genmove w
#? [D9|C9]
