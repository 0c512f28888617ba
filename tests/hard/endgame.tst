# Endgames of few moves: the game is won by one move only, counted to the end.

# Black wins by one point with E2; any other move loses.
#
#    A B C D E F G H J
#  9 O O O O X X X X X 9
#  8 O O O O X X . X X 8
#  7 . O O O X X X . X 7
#  6 O . O O X X X X X 6
#  5 O O O O X X X X X 5
#  4 O O O O X X X X X 4
#  3 O . + O X . O X X 3
#  2 O O . O . O X X X 2
#  1 O O O O . O X X X 1
#    A B C D E F G H J
loadsgf sgf/endgame-01.sgf
10 reg_genmove b
#? [E2]

# Black wins by one point with H5; any other move loses.
#
#    A B C D E F G H J
#  9 . O O O O O O O O 9
#  8 O O O . O O O O O 8
#  7 O O O O O O + O . 7
#  6 O O O O O O O O O 6
#  5 X X X X X X X . X 5
#  4 X X X X X X X X X 4
#  3 X X + X X X O . X 3
#  2 X . X X X X . O . 2
#  1 X X X X X X X X X 1
#    A B C D E F G H J
loadsgf sgf/endgame-02.sgf
20 reg_genmove b
#? [H5]

# Black wins by 75 points with C7; any other move loses.
#
#    A B C D E F G H J
#  9 . X X . O . . O O 9
#  8 O X X O O O O O O 8
#  7 . X + . O O O O O 7
#  6 X X O O O O O O O 6
#  5 X X O O O O O O O 5
#  4 . X O O O . O O O 4
#  3 X X O . O O O O O 3
#  2 X X O O O O O O O 2
#  1 . X O O O O O O O 1
#    A B C D E F G H J
loadsgf sgf/endgame-03.sgf
30 reg_genmove b
#? [C7]

# White wins by 21 points with D7; any other move loses.
#
#    A B C D E F G H J
#  9 X X . X O . O O O 9
#  8 X X X X O X X O O 8
#  7 X X + . O . + O O 7
#  6 X X X X O O O O O 6
#  5 X X X X O O O . O 5
#  4 . X X X O O O O O 4
#  3 X X X X O O O O O 3
#  2 X . X X O O O O O 2
#  1 X X X X O O . O O 1
#    A B C D E F G H J
loadsgf sgf/endgame-04.sgf
40 reg_genmove w
#? [D7]
