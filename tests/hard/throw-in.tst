# Throw-ins: a stone is given away to take liberties or an eye.

# White kills the group at G1, with a throw-in: H2 J2 J6 G1 J1 J4 G2 J2 J5.
#
#    A B C D E F G H J
#  9 X X O O O O O O O 9
#  8 . X O O O O O O O 8
#  7 X X O O O O X X X 7
#  6 X X O O O O X . . 6
#  5 X X O O O O O X . 5
#  4 X X O O O O O X . 4
#  3 X X O . O O O X O 3
#  2 X X O O O O X . . 2
#  1 . X O . O O X O . 1
#    A B C D E F G H J
loadsgf sgf/throw-in-01.sgf
10 reg_genmove w
#? [H2]

# Black kills the group at A2, with a throw-in: B5 A5 A6 A7 A3 A6 A4 B7 A7.
#
#    A B C D E F G H J
#  9 X X X X . X X O . 9
#  8 O O X X X X X O O 8
#  7 . O X X X X X O O 7
#  6 . O X X X X X O O 6
#  5 . . O X + X X O O 5
#  4 . X O O X X X O O 4
#  3 . . O X X X X O . 3
#  2 O O O X X X X O O 2
#  1 X X X X X X X O O 1
#    A B C D E F G H J
loadsgf sgf/throw-in-02.sgf
20 reg_genmove b
#? [B5]

# White saves the group at A3, with a throw-in: A8 A7 A6 A5 A4 B5.
#
#    A B C D E F G H J
#  9 . O O X X X X O . 9
#  8 . X O X X X X O O 8
#  7 . O X X X X X O O 7
#  6 . O X X X X X O . 6
#  5 . . X X X X X O O 5
#  4 . O X . X X X O O 4
#  3 O O X X X . X O O 3
#  2 X X X X X X X O O 2
#  1 X X X X X X X O O 1
#    A B C D E F G H J
loadsgf sgf/throw-in-03.sgf
30 reg_genmove w
#? [A8]

# White saves the group at A3, with a throw-in: B7 B9 B8 A7 A9 A6 A5 A4.
#
#    A B C D E F G H J
#  9 X . O O X X X O O 9
#  8 O . . O X X X O O 8
#  7 . . O X X X X O O 7
#  6 . X X X X X X O O 6
#  5 . O X X X X X O . 5
#  4 . O X X X . X O O 4
#  3 O X X X X X X O . 3
#  2 X X X X X X X O O 2
#  1 X X X X X . X O O 1
#    A B C D E F G H J
loadsgf sgf/throw-in-04.sgf
40 reg_genmove w
#? [B7]

# Black saves the group at C1, with a throw-in: B4 A2 A1 A5 A4 A2 A3 A6.
#
#    A B C D E F G H J
#  9 O O O O O O O X X 9
#  8 O O O . O O O X . 8
#  7 X X O O O O O X X 7
#  6 . . X O . O O X X 6
#  5 . X O O O O O X X 5
#  4 . . X O O O O X X 4
#  3 O X O O O O O X X 3
#  2 . X X O O O O X . 2
#  1 . . X O O O O X X 1
#    A B C D E F G H J
loadsgf sgf/throw-in-05.sgf
50 reg_genmove b
#? [B4]
