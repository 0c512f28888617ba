# Nakade: a move inside an eye space of five points or more.

# Black kills the group at B1, by a move inside: B4 C5 A4 A3 B5 C5 A6 C6 C4.
#
#    A B C D E F G H J
#  9 X X X X X X X O O 9
#  8 X X X X X X X O . 8
#  7 X X X . X X X O O 7
#  6 O O O X X X X O O 6
#  5 O . + O X X X O O 5
#  4 . . O X X X X O O 4
#  3 . O X X X X X O O 3
#  2 . O X X . X X O O 2
#  1 . O X X X X X O . 1
#    A B C D E F G H J
loadsgf sgf/nakade-01.sgf
10 reg_genmove b
#? [B4]

# White kills the group at A4, by a move inside: A5 B6 B8 B9 A8 A6 A4 B7 A8.
#
#    A B C D E F G H J
#  9 O . X . O O O X X 9
#  8 . . X O O O O X X 8
#  7 O . X O O . O X . 7
#  6 . . X O O O O X X 6
#  5 . X X O O O O X X 5
#  4 X O O O O O O X X 4
#  3 O O O O O O O X X 3
#  2 O O O O . O O X . 2
#  1 O O O O O O O X X 1
#    A B C D E F G H J
loadsgf sgf/nakade-02.sgf
20 reg_genmove w
#? [A5]

# Black kills the group at E6, by a move inside: F8 G9 E9 D9 E8 E7 F7 B7 E6.
#
#    A B C D E F G H J
#  9 X O . . . . . O X 9
#  8 X O O O . . O O X 8
#  7 X . X X O O X X X 7
#  6 X X X X O X X X X 6
#  5 X X X X X . X X X 5
#  4 . X X X X X X X X 4
#  3 X X X X X X X X X 3
#  2 O O O O O O O O O 2
#  1 O O . O . O O O O 1
#    A B C D E F G H J
loadsgf sgf/nakade-03.sgf
30 reg_genmove b
#? [F8]

# White kills the group at H4, by a move inside: H5 J7 H6 J6 H9 H8 J9 J8 J9.
#
#    A B C D E F G H J
#  9 X X O O O O X . . 9
#  8 . X O O O O X . . 8
#  7 X X O O O O X . . 7
#  6 X X O O O O X . . 6
#  5 X X O O O O X . X 5
#  4 X X O O O O O X O 4
#  3 X X O O O O O O O 3
#  2 . X O O O O O O O 2
#  1 X X O O O . O . O 1
#    A B C D E F G H J
loadsgf sgf/nakade-04.sgf
40 reg_genmove w
#? [H5]

# Black kills the group at B6, by a move inside: B9 A6 B8 A8 C6 A7 A9 B7 A7.
#
#    A B C D E F G H J
#  9 . . . O O X X X X 9
#  8 . . O O O X X X X 8
#  7 . O X X X X X X X 7
#  6 . O . X X X X X . 6
#  5 X X X . X X X X X 5
#  4 X X X X X X X X X 4
#  3 X X X X X X X X X 3
#  2 O O O O O O O O O 2
#  1 O O . O O . O O O 1
#    A B C D E F G H J
loadsgf sgf/nakade-05.sgf
50 reg_genmove b
#? [B9|B8]

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
loadsgf sgf/nakade-06.sgf
60 reg_genmove w
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
loadsgf sgf/nakade-07.sgf
70 reg_genmove w
#? [D9|C9]
