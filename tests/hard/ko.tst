# Ko for life: nothing better than a ko is to be had.

# Black gets a ko for the group at E7: G8 C9 D9 F9 G9.
#
#    A B C D E F G H J
#  9 O X . . X . . X O 9
#  8 O X X X . X . X O 8
#  7 O O O O X O O O O 7
#  6 O O O O O O O O O 6
#  5 O O O O O O O O O 5
#  4 . O O O . O O O O 4
#  3 O O O O O O O O O 3
#  2 X X X X X X X X X 2
#  1 . X X X X X X . X 1
#    A B C D E F G H J
loadsgf sgf/ko-01.sgf
10 reg_genmove b
#? [G8]

# White gets a ko for the group at A4: A5 B7 C7 B9 B6 B8 A7 B8 B9.
#
#    A B C D E F G H J
#  9 X . O X X X X O O 9
#  8 X . O . X X X O . 8
#  7 . . + O X X X O O 7
#  6 X . O X X X X O . 6
#  5 . O O X X X X O O 5
#  4 O X O X X . X O O 4
#  3 X X X X X X X O O 3
#  2 X X X X X X X O O 2
#  1 X X . X X X X O O 1
#    A B C D E F G H J
loadsgf sgf/ko-02.sgf
20 reg_genmove w
#? [A5]

# White gets a ko for the group at B1: C2 E3 C1 D1 A1 D4 D3 D1 D2.
#
#    A B C D E F G H J
#  9 . X X X X . X X X 9
#  8 X X X X X X X X X 8
#  7 O O O O O O O O O 7
#  6 O O O O O O O . O 6
#  5 O X O O O O O O O 5
#  4 O X X . O O O O O 4
#  3 X X + . + O O O O 3
#  2 . . . X O O O O . 2
#  1 . X . . X O O O O 1
#    A B C D E F G H J
loadsgf sgf/ko-03.sgf
30 reg_genmove w
#? [C2]

# Black gets a ko for the group at C1: B6 B4 B3 B7 A4 B5 A6 A1 B1.
#
#    A B C D E F G H J
#  9 O O O . O . O X X 9
#  8 O O O O O O O X X 8
#  7 X . O O O O O X . 7
#  6 . . O O O O O X X 6
#  5 X O X O O O O X X 5
#  4 . . X O O O O X . 4
#  3 O . X O O O O X X 3
#  2 X X O O O O O X X 2
#  1 . . X O O O O X X 1
#    A B C D E F G H J
loadsgf sgf/ko-04.sgf
40 reg_genmove b
#? [B6]

# White gets a ko for the group at F1: H3 G2 H2 J2 J3 G3 G1 G2 G3.
#
#    A B C D E F G H J
#  9 O O X X X X X X X 9
#  8 O O X X X X X X X 8
#  7 . O X X X X X X X 7
#  6 O O X . X X X X O 6
#  5 . O X X X X X O . 5
#  4 O O X X . X O X O 4
#  3 O O X X X O + . . 3
#  2 O O X X X O . . . 2
#  1 O O X X X O . X . 1
#    A B C D E F G H J
loadsgf sgf/ko-05.sgf
50 reg_genmove w
#? [H3]

# Black gets a ko for the group at F1: D2 B2 A2 B1 E2 D1.
#
#    A B C D E F G H J
#  9 X X X X X . X . X 9
#  8 X X X X X X X X X 8
#  7 O O O O O O O O O 7
#  6 O O O O O O O O O 6
#  5 . O O O + O O O O 5
#  4 O O O O O O O O O 4
#  3 X X X X O O O O O 3
#  2 . . O . . X O O O 2
#  1 . . . . . X O O O 1
#    A B C D E F G H J
loadsgf sgf/ko-06.sgf
60 reg_genmove b
#? [D2]
