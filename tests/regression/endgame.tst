# The end of the game: the last points, and passing.

# White passes, but the last neutral point is worth a point by area, and the game.
#
#    A B C D E F G
#  7 . X . X O . . 7
#  6 X . X X O O . 6
#  5 . X X X O . O 5
#  4 . . . X O . . 4
#  3 . X + X O O . 3
#  2 X X X X O . . 2
#  1 . . X . O . . 1
#    A B C D E F G
loadsgf sgf/endgame-last-neutral-point.sgf
10 reg_genmove b
#? [D1]

# White passes, everything is settled, and Black is half a point ahead: pass.
#
#    A B C D E F G
#  7 . X . X O . . 7
#  6 X . X X O O . 6
#  5 . X X X O . O 5
#  4 . . . X O . . 4
#  3 . X + X O O . 3
#  2 X X X X O . . 2
#  1 . . X X O . . 1
#    A B C D E F G
loadsgf sgf/endgame-pass-wins.sgf
20 reg_genmove b
#? [pass]

# White passes in the opening. Black is ahead on the board, and still plays.
#
#    A B C D E F G H J
#  9 . . . . . . . . . 9
#  8 . . . . . . . . . 8
#  7 . . X . + . O . . 7
#  6 . . . . . . . . . 6
#  5 . . + . X . + . . 5
#  4 . . . . . . . . . 4
#  3 . . O . + . X . . 3
#  2 . . . . . . . . . 2
#  1 . . . . . . . . . 1
#    A B C D E F G H J
loadsgf sgf/endgame-opening-pass.sgf
30 reg_genmove b
#? [!pass]

# All that is left on the board is eyes. Black passes.
#
#    A B C D E F G
#  7 . X . X O . O 7
#  6 X X X X O O O 6
#  5 . X + X O . O 5
#  4 X X X X O O . 4
#  3 . X X X O O O 3
#  2 X X X X O . O 2
#  1 . X X X O O O 1
#    A B C D E F G
loadsgf sgf/endgame-no-own-eye-filled.sgf
40 reg_genmove b
#? [pass]
