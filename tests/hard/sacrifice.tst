# Sacrifices: several stones are given away at once.

# White captures the 7 stones at G7, by a sacrifice: J8 J3 J4 H1 F9 J9 J8 J2 F7.
#
#    A B C D E F G H J
#  9 O O O . O . X X . 9
#  8 O . O O O X X O . 8
#  7 O O O O O . X X X 7
#  6 X X X X X O O O O 6
#  5 . X X X X X O O O 5
#  4 X . X X X . X O . 4
#  3 X X X X X X + O . 3
#  2 X X X X X X O O . 2
#  1 X X X X X X X . O 1
#    A B C D E F G H J
loadsgf sgf/sacrifice-01.sgf
10 reg_genmove w
#? [J8]

# White saves the 7 stones at D7, by a sacrifice: H9 J9 G9 H9 B9 B8 G9 F7 F8.
#
#    A B C D E F G H J
#  9 . . . O O X O . . 9
#  8 X . O O O X X X X 8
#  7 O . X O O X X X X 7
#  6 X X X X X O O O O 6
#  5 X X X X X O O O . 5
#  4 X . X X X O O O O 4
#  3 X X X X X O O O O 3
#  2 X X . X X O O O O 2
#  1 X X X X X O . O O 1
#    A B C D E F G H J
loadsgf sgf/sacrifice-02.sgf
20 reg_genmove w
#? [H9]
