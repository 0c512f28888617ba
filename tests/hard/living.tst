# Living: one move order works.

# White saves the group at F1: H2 J3 J5 J2 H1 J2 J3 G1.
#
#    A B C D E F G H J
#  9 O O X X X X X X X 9
#  8 O O X X X X X X X 8
#  7 O O X X X X X X X 7
#  6 . O X X X X X O X 6
#  5 O O X . X X X O . 5
#  4 . O X X X X O O X 4
#  3 O O X X O O O X . 3
#  2 O O X X X X O . . 2
#  1 O O X . X O . . X 1
#    A B C D E F G H J
loadsgf sgf/living-01.sgf
10 reg_genmove w
#? [H2]

# Black saves the group at C1: B2 B5 A1 A6 A3 A4.
#
#    A B C D E F G H J
#  9 O O O O O O O X X 9
#  8 O O O O O O O X X 8
#  7 X X X O O O O X X 7
#  6 X X O O O O O X X 6
#  5 O . X O O . O X . 5
#  4 . X O O O O O X X 4
#  3 . X O O O O O X X 3
#  2 . . X O O O O X . 2
#  1 . O X O O . O X X 1
#    A B C D E F G H J
loadsgf sgf/living-02.sgf
20 reg_genmove b
#? [B2]

# Black saves the group at H2: H6 J7 J6 J3.
#
#    A B C D E F G H J
#  9 . X O . O O O O O 9
#  8 X X O O . O X X X 8
#  7 X X O O O O O X . 7
#  6 X X O O O O X . . 6
#  5 X X O O O O O X . 5
#  4 X X O O O O O X X 4
#  3 . X O O O O O X . 3
#  2 X X O O O O O X . 2
#  1 X X O O O O O O O 1
#    A B C D E F G H J
loadsgf sgf/living-03.sgf
30 reg_genmove b
#? [H6]

# Black saves the group at E6: F8 E7 E8 F9 D9 G9.
#
#    A B C D E F G H J
#  9 O X . . O . O X O 9
#  8 O X X X . . X X O 8
#  7 O O O X + X O O O 7
#  6 O O O O X O O O O 6
#  5 O O O O O O + O O 5
#  4 O O O O O . O O O 4
#  3 O O O O O O O O O 3
#  2 X X X X X X X X X 2
#  1 . X X . X X X X X 1
#    A B C D E F G H J
loadsgf sgf/living-04.sgf
40 reg_genmove b
#? [F8]

# White saves the group at F1: D2 B1 D1 C1 A2 E1 B2 C1 B1.
#
#    A B C D E F G H J
#  9 O . O O . O O O O 9
#  8 O O O O O O O O O 8
#  7 X X X X X X X X X 7
#  6 X X X X X X X X X 6
#  5 X . X . X X X X X 5
#  4 X X X X X X X X X 4
#  3 O O O O X X X X X 3
#  2 . . X . O X X X X 2
#  1 X . . . . O X X X 1
#    A B C D E F G H J
loadsgf sgf/living-05.sgf
50 reg_genmove w
#? [D2]

# Black saves the group at F5: H7 H9 G8 H8 G9 J9 H9 D8.
#
#    A B C D E F G H J
#  9 . O O O O X . . O 9
#  8 O O O . X O . . X 8
#  7 O O O O O X X . O 7
#  6 O O O O O X O X X 6
#  5 O O O O O X O O O 5
#  4 O O O O O O . O O 4
#  3 O O O O O O O O O 3
#  2 X X X X X X X X X 2
#  1 X X X . X X . X X 1
#    A B C D E F G H J
loadsgf sgf/living-06.sgf
60 reg_genmove b
#? [H7]

# Black saves the group at H4: H8 J8 H9 J7 J6 H7 J9 J7 H7.
#
#    A B C D E F G H J
#  9 . X O O O . O . . 9
#  8 X X O O O O X . . 8
#  7 X X O O O O X . . 7
#  6 . X O O O O O X . 6
#  5 X X O O O O O X O 5
#  4 X X O O O O O X X 4
#  3 X X O O O O O O O 3
#  2 X X O O O O O O O 2
#  1 X X O O . O O O . 1
#    A B C D E F G H J
loadsgf sgf/living-07.sgf
70 reg_genmove b
#? [H8]

# Black saves the group at G2: H2 H3 J3 J1 G1 H3 G3 F1.
#
#    A B C D E F G H J
#  9 X X O . O O O O O 9
#  8 . X O O O O . O O 8
#  7 X X O O O O O O O 7
#  6 . X O O O O O O O 6
#  5 X X O O O X O O O 5
#  4 X X O O O X X X X 4
#  3 X X O O O X O . . 3
#  2 X X O O O O X . O 2
#  1 X X O O O . . . . 1
#    A B C D E F G H J
loadsgf sgf/living-08.sgf
80 reg_genmove b
#? [H2]

# White saves the group at J2: H6 J7 G6 J3 H2.
#
#    A B C D E F G H J
#  9 O O X X . X X X X 9
#  8 . O X X X X O O O 8
#  7 O O X X X X O X . 7
#  6 O O X X X X . . . 6
#  5 O O X X X X X O O 5
#  4 O O X X X X X O . 4
#  3 O O X X X X X O . 3
#  2 . O X X X X X . O 2
#  1 O O X X X . X X X 1
#    A B C D E F G H J
loadsgf sgf/living-09.sgf
90 reg_genmove w
#? [H6]

# White saves the group at H2: H6 J4 H4 J5 J6 G5 J3 J4.
#
#    A B C D E F G H J
#  9 O O X X X X X X X 9
#  8 O O X X X X X O O 8
#  7 O O X . X X X O X 7
#  6 O O X X X X O . . 6
#  5 O O X X X X + O . 5
#  4 O O X X X X O . . 4
#  3 . O X X + X X O . 3
#  2 O O X X X X X O O 2
#  1 . O X X X X X X X 1
#    A B C D E F G H J
loadsgf sgf/living-10.sgf
100 reg_genmove w
#? [H6]

# White saves the group at F1: B3 E1 C1 B1 A2 D1 F1 D1 E1.
#
#    A B C D E F G H J
#  9 O O O . O O . O O 9
#  8 O O O O O O O O O 8
#  7 X X X X X X X X X 7
#  6 X X X X X X X X X 6
#  5 . X X X X X X X X 5
#  4 X X X X X X X X X 4
#  3 O . O X O X X . X 3
#  2 . O . O O X X X X 2
#  1 X . . . . O O X X 1
#    A B C D E F G H J
loadsgf sgf/living-11.sgf
110 reg_genmove w
#? [B3]

# Black saves the group at C2: F2 H1 H2 C1 D1 J3.
#
#    A B C D E F G H J
#  9 . X X . X X X X X 9
#  8 X X X X X X X X X 8
#  7 O O O O O O O O O 7
#  6 O O O O O O . O O 6
#  5 O O O . O O O O O 5
#  4 O O O O O O O O X 4
#  3 O O O O O X O X . 3
#  2 O O X X X . X . X 2
#  1 O O . . . O O . . 1
#    A B C D E F G H J
loadsgf sgf/living-12.sgf
120 reg_genmove b
#? [F2]

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
loadsgf sgf/living-13.sgf
130 reg_genmove b
#? [C2]
