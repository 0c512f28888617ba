# Snapbacks: what captures a stone or two is captured back.

# Black saves the group at D1, with a snapback: C3 B1 A1 A2 A1 A2 C1 A3.
#
#    A B C D E F G H J
#  9 O O O O O O O X . 9
#  8 O O O O . O O X X 8
#  7 O O O O O O O X X 7
#  6 O O O O O . O X . 6
#  5 O O O O O O O X X 5
#  4 X X X O O O O X X 4
#  3 O O + X O O O X X 3
#  2 . X . X O O O X X 2
#  1 . . . X O O O X X 1
#    A B C D E F G H J
loadsgf sgf/snapback-01.sgf
10 reg_genmove b
#? [C3]

# Black saves the 3 stones at A6, with a snapback: B4 B5 A5 A4 B2 B1 B2 A4 A3.
#
#    A B C D E F G H J
#  9 O O O O O O O O O 9
#  8 O O O O O O O O O 8
#  7 X . + O O O O . O 7
#  6 X X . O O O O O O 6
#  5 . . O O O O O O . 5
#  4 . . X O O O O O O 4
#  3 O O X X X X X X X 3
#  2 O . O X . X . X X 2
#  1 O . O X X X X X X 1
#    A B C D E F G H J
loadsgf sgf/snapback-02.sgf
20 reg_genmove b
#? [B4]

# White captures the 4 stones at A6, with a snapback: A5 B6 B9 C9 C6 B8 B9 A9 A8.
#
#    A B C D E F G H J
#  9 X . . O O O O O O 9
#  8 X . X O O O O O O 8
#  7 X O O O + O O O . 7
#  6 X . . O O O O O O 6
#  5 . O O X X X X X X 5
#  4 . X . X . X X X . 4
#  3 . . X X X X X X X 3
#  2 O O X X X X X X X 2
#  1 X X X X X X X X X 1
#    A B C D E F G H J
loadsgf sgf/snapback-03.sgf
30 reg_genmove w
#? [A5]

# White saves the group at G1, with a snapback: G2 H3 H4 G3 J2 F3 E3 G3 H3.
#
#    A B C D E F G H J
#  9 O O X X X X . X X 9
#  8 O O X X X X X X X 8
#  7 O O X X X X X X X 7
#  6 O O X X X X X X X 6
#  5 . O X X X X X O . 5
#  4 O O X X X O O . . 4
#  3 O O X X O . + . O 3
#  2 . O X X X O . X . 2
#  1 O O X . X X O O X 1
#    A B C D E F G H J
loadsgf sgf/snapback-04.sgf
40 reg_genmove w
#? [G2]

# White saves the group at A2, with a snapback: B5 B4 A5 A3 A2 C5 C6 A6 A4.
#
#    A B C D E F G H J
#  9 X X X X X X X O O 9
#  8 X X X X X X X O . 8
#  7 O O O . X X X O O 7
#  6 . . . O X X X O O 6
#  5 . . + O X X X O O 5
#  4 X . O X X X X O O 4
#  3 . O O X X . X O O 3
#  2 O X X X . X X O O 2
#  1 X X X X X X X O . 1
#    A B C D E F G H J
loadsgf sgf/snapback-05.sgf
50 reg_genmove w
#? [B5]
