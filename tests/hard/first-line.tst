# The first line: life and death by a move on the edge.

# Black saves the group at A2, from the first line: A4 B4 C4 D4 B4 A7 A6.
#
#    A B C D E F G H J
#  9 O O O O . O O X X 9
#  8 X X O O O O O X X 8
#  7 . X O O O O O X X 7
#  6 . X O O O O O X . 6
#  5 . X O O O O O X X 5
#  4 . . X X O O O X X 4
#  3 . X O O O O O X X 3
#  2 X X O O O O O X . 2
#  1 O O O . O O O X X 1
#    A B C D E F G H J
loadsgf sgf/first-line-01.sgf
10 reg_genmove b
#? [A4|B4]

# Black saves the group at C1, from the first line: D1 J1 J2 G2.
#
#    A B C D E F G H J
#  9 X X X . X X . X X 9
#  8 X X X X X X X X X 8
#  7 O O O O O O O O O 7
#  6 O O O O O O . O O 6
#  5 O O O O O O O O O 5
#  4 . O O O O O O O X 4
#  3 O O X X O O O O . 3
#  2 O O X O X X . X . 2
#  1 O O X . . X O O . 1
#    A B C D E F G H J
loadsgf sgf/first-line-02.sgf
20 reg_genmove b
#? [D1]

# White saves the group at B1, from the first line: D1 C2 D2 G1.
#
#    A B C D E F G H J
#  9 . O O O O O O . O 9
#  8 O O O O O O O O O 8
#  7 X X X X X X X X X 7
#  6 X X X X X X X X X 6
#  5 X X X X X . X X . 5
#  4 X X X X X X X X X 4
#  3 X O O O X X X O X 3
#  2 X O . . O O O O X 2
#  1 X O X . . . . O X 1
#    A B C D E F G H J
loadsgf sgf/first-line-03.sgf
30 reg_genmove w
#? [D1|D2]

# Black saves the group at H2, from the first line: J5 H6 G6 H5 H7 H6 J6.
#
#    A B C D E F G H J
#  9 X X O O O O O O O 9
#  8 X X O . O O X X X 8
#  7 X X O O O O X . X 7
#  6 X X O O O X . . O 6
#  5 X X O O O O X . . 5
#  4 X X O O O O O X . 4
#  3 . X O O O O O X O 3
#  2 X X O . O O O X X 2
#  1 . X O O O O O O O 1
#    A B C D E F G H J
loadsgf sgf/first-line-04.sgf
40 reg_genmove b
#? [J5|H6]

# Black saves the group at A1, from the first line: D1 B1 B2 A2 F1 A1.
#
#    A B C D E F G H J
#  9 X X X X X X . X . 9
#  8 X X X X X X X X X 8
#  7 O O O O O O O O O 7
#  6 O O O O O . O O O 6
#  5 O O O O O O O O O 5
#  4 O O O O O O O O O 4
#  3 X X O X X O O O O 3
#  2 . . X . X X O . O 2
#  1 X . . . O . X O O 1
#    A B C D E F G H J
loadsgf sgf/first-line-05.sgf
50 reg_genmove b
#? [D1|B2]

# Black saves the group at H2, from the first line: J6 H7 H4 H6 J7 J4 J5 J4 H7.
#
#    A B C D E F G H J
#  9 X X O . O O O O O 9
#  8 . X O O O O X X X 8
#  7 X X O O O O X . . 7
#  6 X X O O O O X . . 6
#  5 X X O O O O O X . 5
#  4 X X O O O O X . . 4
#  3 . X O O + O O X O 3
#  2 X X O O O O . X X 2
#  1 X X O O O O O O O 1
#    A B C D E F G H J
loadsgf sgf/first-line-06.sgf
60 reg_genmove b
#? [J6|H4]
