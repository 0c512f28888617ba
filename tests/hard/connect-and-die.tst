# Connect and die: whoever connects is caught with all stones.

# Black saves the 5 stones at A1, as what connects is caught too: B5 B6 A4 B6 A6 B7 A7 B8 B9.
#
#    A B C D E F G H J
#  9 O O O X X X X . X 9
#  8 O O X X X X . X X 8
#  7 O O X X X X X X X 7
#  6 O . X X X X X X X 6
#  5 O . O O O O O O O 5
#  4 . X O O O . O O O 4
#  3 . X + O O O O . O 3
#  2 X X O O O O O O O 2
#  1 X . X O O O O O O 1
#    A B C D E F G H J
loadsgf sgf/connect-and-die-01.sgf
10 reg_genmove b
#? [B5]

# White gets a ko for the group at J4, as what connects is caught too: H6 J5 J6 J5 H5 J9 H9 H8
# H7.
#
#    A B C D E F G H J
#  9 X X O O O O X . . 9
#  8 X X O O O O X . X 8
#  7 X X O O + O X . X 7
#  6 X X O O O O X . . 6
#  5 X X O O O O O X . 5
#  4 X X O O O O O O X 4
#  3 . X O O O O O O O 3
#  2 X X O O O O O O O 2
#  1 . X O O O . O O O 1
#    A B C D E F G H J
loadsgf sgf/connect-and-die-02.sgf
20 reg_genmove w
#? [H6]

# Black saves the 7 stones at G7, as what connects is caught too: E8 G9 E9 G9 B9 D8 H9 H7 C9.
#
#    A B C D E F G H J
#  9 X . . O . O . O X 9
#  8 X O O . . X X X X 8
#  7 X O O O O O X . X 7
#  6 X X X X X X O O O 6
#  5 X X X X + X O . O 5
#  4 X X X X X X O O O 4
#  3 X X X X X X O O O 3
#  2 . X X X X X O O O 2
#  1 X X X X X X O . O 1
#    A B C D E F G H J
loadsgf sgf/connect-and-die-03.sgf
30 reg_genmove b
#? [E8]

# Black kills the group at C1, as what connects is caught too: C3 B1 A1 C1 C2 A2 A3 A6 A4.
#
#    A B C D E F G H J
#  9 X X X X X X X O O 9
#  8 X X X X X X X O O 8
#  7 O O O X X X X O O 7
#  6 . O X . X X X O . 6
#  5 . O X X X X X O O 5
#  4 . O X X X X X O . 4
#  3 . O + X X X X O O 3
#  2 . X O X . X X O O 2
#  1 . . O X X X X O O 1
#    A B C D E F G H J
loadsgf sgf/connect-and-die-04.sgf
40 reg_genmove b
#? [C3]

# Black saves the group at H4, as what connects is caught too: H6 H8 H7 J8 H8 J9 J5 G9.
#
#    A B C D E F G H J
#  9 X X O O O X . X O 9
#  8 X X O O O O X . O 8
#  7 X X O O O X + . O 7
#  6 . X O O O O X . X 6
#  5 X X O . O O X . . 5
#  4 X X O O O O O X X 4
#  3 X X O O O O O O O 3
#  2 . X O O O O O O O 2
#  1 X X O . O O O O O 1
#    A B C D E F G H J
loadsgf sgf/connect-and-die-05.sgf
50 reg_genmove b
#? [H6|H5]
