# Living: one move order works.

# Black saves the group at G1: C2 B1 D1 E1 F1 B2 A1 B1 C1.
#
#    A B C D E F G H J
#  9 . X X . X X X X X 9
#  8 X X X X X X X X X 8
#  7 O O O O O O O O O 7
#  6 O O O O O O O O O 6
#  5 O O O O + O O O . 5
#  4 O O O X O O O O O 4
#  3 O X X X O O X O O 3
#  2 X . . . X X X O O 2
#  1 . . O . . . X O O 1
#    A B C D E F G H J
loadsgf sgf/living-01.sgf
10 reg_genmove b
#? [C2]

# Black saves the group at D1: G2 F1 E1 G1 J1 J2 H2.
#
#    A B C D E F G H J
#  9 X X X X X . X . X 9
#  8 X X X X X X X X X 8
#  7 O O O O O O O O O 7
#  6 O O O O O O O O O 6
#  5 O O + O + O O O O 5
#  4 O O O O O O O O O 4
#  3 O O O X X X X X X 3
#  2 O O O O X . . O O 2
#  1 O O O X . . . X . 1
#    A B C D E F G H J
loadsgf sgf/living-02.sgf
20 reg_genmove b
#? [G2]

# White saves the group at G1: B3 C1 D1 B1 C2 E1 A1 B1 C1.
#
#    A B C D E F G H J
#  9 O O O . O O O O . 9
#  8 O O O O O O O O O 8
#  7 X X X X X X X X X 7
#  6 X X X X . X X X X 6
#  5 X X X X X X X X X 5
#  4 X O X X X X . X X 4
#  3 O . O O O X X X X 3
#  2 X O . O . . X X X 2
#  1 . . . . . . O X X 1
#    A B C D E F G H J
loadsgf sgf/living-03.sgf
30 reg_genmove w
#? [B3]

# White saves the group at F1: D2 C1 B1 D1 E2 E1 C2 D1 E1.
#
#    A B C D E F G H J
#  9 O . O O O O O O . 9
#  8 O O O O O O O O O 8
#  7 X X X X X X X X X 7
#  6 X X X X X X X X X 6
#  5 X X X X X X X X X 5
#  4 X X X . X X X X X 4
#  3 X X O O X . X . X 3
#  2 O O . . . X X X X 2
#  1 . . . . . O . X X 1
#    A B C D E F G H J
loadsgf sgf/living-04.sgf
40 reg_genmove w
#? [D2]

# Black saves the group at A3: B8 A7 A8 A5 A6 A7 A4 B9 A9.
#
#    A B C D E F G H J
#  9 . . X O O O O X X 9
#  8 . . . X . O O X . 8
#  7 . O X X X O O X X 7
#  6 . X O O O O O X . 6
#  5 . X O O O . O X X 5
#  4 X O O . O O O X X 4
#  3 X O O O O O O X X 3
#  2 O O O O O O O X X 2
#  1 O O O O O O O X X 1
#    A B C D E F G H J
loadsgf sgf/living-05.sgf
50 reg_genmove b
#? [B8]
