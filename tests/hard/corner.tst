# The corner: life and death by a move on its first or second point.

# Black kills the group at J3, by a move in the corner: H9 J4 H4 J9 J6 J5 J4 H8 J5.
#
#    A B C D E F G H J
#  9 O O X X X X O . . 9
#  8 . O X X X X O . O 8
#  7 O O X X X X X O . 7
#  6 O O X X X X X O . 6
#  5 O O X X X X X X O 5
#  4 . O X X X X X . . 4
#  3 O O X X X X X X O 3
#  2 O O X X . X X X X 2
#  1 O O X . X X X X X 1
#    A B C D E F G H J
loadsgf sgf/corner-01.sgf
10 reg_genmove b
#? [H9]

# White saves the group at G5, by a move in the corner: J8 H9 H8 J7 J6.
#
#    A B C D E F G H J
#  9 X X X X X O O . . 9
#  8 . X X X X X O . . 8
#  7 X X X X X X O . . 7
#  6 X X X . X X O O . 6
#  5 X X X X X X O X O 5
#  4 X X X X X X X X X 4
#  3 X X X X X X X X X 3
#  2 O O O O O O O O O 2
#  1 O O . O . O O O O 1
#    A B C D E F G H J
loadsgf sgf/corner-02.sgf
20 reg_genmove w
#? [J8]

# White saves the group at J3, by a move in the corner: J8 H9 J6 H8 H7 H9 J9.
#
#    A B C D E F G H J
#  9 . O X X X O O . X 9
#  8 O O X X X X O . . 8
#  7 . O X X + X O . . 7
#  6 O O X X X X O O . 6
#  5 O O X X X X O X O 5
#  4 O O X X X X X X O 4
#  3 O O X X X X X X O 3
#  2 O O X X X X X X X 2
#  1 O O X X X X X . X 1
#    A B C D E F G H J
loadsgf sgf/corner-03.sgf
30 reg_genmove w
#? [J8]

# White saves the group at B7, by a move in the corner: B9 C8 D8 C9 B8.
#
#    A B C D E F G H J
#  9 . . . . O X X X X 9
#  8 O . . . O X X X X 8
#  7 X O O O X X X X X 7
#  6 X X X X X X X X X 6
#  5 X X X X X X X X X 5
#  4 X X . X . X X X X 4
#  3 X X X X X X X X X 3
#  2 O O O O O O O O O 2
#  1 . O O . O O O O O 1
#    A B C D E F G H J
loadsgf sgf/corner-04.sgf
40 reg_genmove w
#? [B9|C8]

# White saves the group at E6, by a move in the corner: J8 J7 G8 J6 F8.
#
#    A B C D E F G H J
#  9 O O X X X O . O . 9
#  8 O O X X O . . . . 8
#  7 O O X X X O O O . 7
#  6 O O X X O O X X O 6
#  5 O O X X X X X X X 5
#  4 O O X X X X X X X 4
#  3 . O X X + X X X X 3
#  2 O O X X X X X . X 2
#  1 . O X X X X X X X 1
#    A B C D E F G H J
loadsgf sgf/corner-05.sgf
50 reg_genmove w
#? [J8]

# Black saves the group at F1, by a move in the corner: B1 E2 C1 C2 B2 D2 E1 D2 D1.
#
#    A B C D E F G H J
#  9 . X X X X X X . X 9
#  8 X X X X X X X X X 8
#  7 O O O O O O O O O 7
#  6 O O O O O . O O O 6
#  5 O O + O O O O O O 5
#  4 O O O O X O O O O 4
#  3 O X X X X O O O O 3
#  2 X . . . . X X O O 2
#  1 . . . O . X O O O 1
#    A B C D E F G H J
loadsgf sgf/corner-06.sgf
60 reg_genmove b
#? [B1]
