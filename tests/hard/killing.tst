# Killing: one move order works.

# Black kills the group at A3: B7 B9 A6 A9 A5.
#
#    A B C D E F G H J
#  9 . . O X X X X O O 9
#  8 . X O X X X X O O 8
#  7 X . O X X X X O O 7
#  6 . O X X X X X O O 6
#  5 . O X X X X X O . 5
#  4 . O X X X X X O O 4
#  3 O O O X X . X O O 3
#  2 X X X X X X X O . 2
#  1 X X X . X X X O O 1
#    A B C D E F G H J
loadsgf sgf/killing-01.sgf
10 reg_genmove b
#? [B7]

# Black kills the group at D1: F2 B1 E2 G1 G2 G3 F3 H3 H1.
#
#    A B C D E F G H J
#  9 O O O . O . O O O 9
#  8 O O O O O O O O O 8
#  7 X X X X X X X X X 7
#  6 X X X X X X X X X 6
#  5 X X X X + X X X X 5
#  4 X . X X X X X X X 4
#  3 X X X X O O O O X 3
#  2 X O O O . . . O X 2
#  1 X . . O . X . O X 1
#    A B C D E F G H J
loadsgf sgf/killing-02.sgf
20 reg_genmove b
#? [F2]

# White kills the group at F1: C3 A2 B1 E1 A1 B3 B2 A2 A3.
#
#    A B C D E F G H J
#  9 . X X X X X X . X 9
#  8 X X X X X X X X X 8
#  7 O O O O O O O O O 7
#  6 O . O O O O O O O 6
#  5 O O O O O O O . O 5
#  4 O O O O O O O O O 4
#  3 X X + X X X X O O 3
#  2 . X O . O X O O O 2
#  1 . . . O . X O O O 1
#    A B C D E F G H J
loadsgf sgf/killing-03.sgf
30 reg_genmove w
#? [C3]

# White kills the group at E1: H2 J2 H3 J3 J1 J3 H4 J2 G1.
#
#    A B C D E F G H J
#  9 . X X X X X . X X 9
#  8 X X X X X X X X X 8
#  7 O O O O O O O O O 7
#  6 O O O O . O O O O 6
#  5 O O O O O . O X O 5
#  4 O O O O O O O X X 4
#  3 O O O O X X X . . 3
#  2 O O O O X . O . . 2
#  1 O O O O X . . X O 1
#    A B C D E F G H J
loadsgf sgf/killing-04.sgf
40 reg_genmove w
#? [H2|H3]

# White kills the group at A3: B6 A8 A7 B8 A5 B7 A4 B4 B3.
#
#    A B C D E F G H J
#  9 O O X O . O O X . 9
#  8 . . X O O O O X X 8
#  7 . . X O O O O X X 7
#  6 O . X O O O O X . 6
#  5 . X O O O O O X X 5
#  4 . X O O O O O X X 4
#  3 X X O O O . O X X 3
#  2 O O O O O O O X X 2
#  1 O O O O O O O X X 1
#    A B C D E F G H J
loadsgf sgf/killing-05.sgf
50 reg_genmove w
#? [B6]

# White kills the group at G1: E2 D1 D2 C1 F1 J1 G2 F3 G3.
#
#    A B C D E F G H J
#  9 . X . X X X X X X 9
#  8 X X X X X X X X X 8
#  7 O O O O O O O O O 7
#  6 O O O O O O O O O 6
#  5 O O O O O . O O . 5
#  4 O O O O O O O O O 4
#  3 O O X O X X X O O 3
#  2 O O X . . O . X X 2
#  1 O O . . . . X . . 1
#    A B C D E F G H J
loadsgf sgf/killing-06.sgf
60 reg_genmove w
#? [E2]
