# Seki: neither side can capture the other, and that is what the side to play needs.

# White saves the group at C1, in a seki: G2 H1 D2 F1.
#
#    A B C D E F G H J
#  9 O O O . O . O O O 9
#  8 O O O O O O O O O 8
#  7 X X X X X X X X X 7
#  6 X X X X X X X X X 6
#  5 X X X X X X X X X 5
#  4 . X X X . X X X X 4
#  3 X X X O X X X X X 3
#  2 X X O . O O . O O 2
#  1 X X O . X . X . . 1
#    A B C D E F G H J
loadsgf sgf/seki-01.sgf
10 reg_genmove w
#? [G2]

# Black saves the group at F1, in a seki: D2 C1 B2 B1.
#
#    A B C D E F G H J
#  9 . X X . X X X X X 9
#  8 X X X X X X X X X 8
#  7 O O O O O O O O O 7
#  6 O O O O O O . O O 6
#  5 O O O O O O O O . 5
#  4 O O O O O O O O O 4
#  3 X X X X O O O O O 3
#  2 . . . . X X O O O 2
#  1 O . . O O X O O O 1
#    A B C D E F G H J
loadsgf sgf/seki-02.sgf
20 reg_genmove b
#? [D2]

# Black saves the group at A4, in a seki: B6 A6 A7 A8 B8 A7.
#
#    A B C D E F G H J
#  9 O . X O O O O X X 9
#  8 . . X O O O O X . 8
#  7 . O X O O O O X X 7
#  6 . . X O O . O X X 6
#  5 . X O O O O O X . 5
#  4 X X O O O O O X X 4
#  3 O O O O O O O X X 3
#  2 O . O O O O O X X 2
#  1 O O O O O O O X X 1
#    A B C D E F G H J
loadsgf sgf/seki-03.sgf
30 reg_genmove b
#? [B6]

# White saves the group at A7, in a seki: D8 C9 E9 D9.
#
#    A B C D E F G H J
#  9 X O . . . . O X X 9
#  8 . X X . O O O X X 8
#  7 O O O O X X X X X 7
#  6 X X X X X X X X X 6
#  5 X . X . X X X X X 5
#  4 X X X X X X X X X 4
#  3 X X X X X X X X X 3
#  2 O O O O O O O O O 2
#  1 O O O O O . O O . 1
#    A B C D E F G H J
loadsgf sgf/seki-04.sgf
40 reg_genmove w
#? [D8]

# Black saves the group at A7, in a seki: D8 C8 B8 D9 D7 C9.
#
#    A B C D E F G H J
#  9 O O . . . X O O O 9
#  8 . . . . X X O O O 8
#  7 X X X . O O O O O 7
#  6 O O O O O O O . O 6
#  5 O O O O O O O O O 5
#  4 O O O . O O O O O 4
#  3 O O O O O O O O O 3
#  2 X X X X X X X X X 2
#  1 X X X X . X X . X 1
#    A B C D E F G H J
loadsgf sgf/seki-05.sgf
50 reg_genmove b
#? [D8]
