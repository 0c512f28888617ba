# Semeai: chains without two eyes race, and one is captured first.

# Two liberties each and Black to play: fill from outside, where Black gives nothing away.
#
#    A B C D E F G H J
#  9 . O . X O . X . . 9
#  8 . O . X O . X . . 8
#  7 . O X X O O X . . 7
#  6 . O O X O X X . . 6
#  5 . . O O X X + . . 5
#  4 . . . O X . . . . 4
#  3 . . + O X . + . . 3
#  2 . . . O X . . . . 2
#  1 . . . O X . . . . 1
#    A B C D E F G H J
loadsgf sgf/semeai-outside-first.sgf
10 reg_genmove b
#? [F8|F9]

# One liberty is shared. It must be taken last: Black plays outside first.
#
#    A B C D E F G H J
#  9 . O X X . O X . . 9
#  8 . O . X O . X . . 8
#  7 . O X X O O X . . 7
#  6 . O O X O X X . . 6
#  5 . . O O X X + . . 5
#  4 . . . O X . . . . 4
#  3 . . + O X . + . . 3
#  2 . . . O X . . . . 2
#  1 . . . O X . . . . 1
#    A B C D E F G H J
loadsgf sgf/semeai-shared-liberty-last.sgf
20 reg_genmove b
#? [F8]

# Six black stones and White's on their right are both in atari: White captures first.
#
#    A B C D E F G H J
#  9 O O O X X . . . . 9
#  8 O O O O X . . . . 8
#  7 O . O X X . + X X 7
#  6 O O X X . X X X O 6
#  5 O . O X X X O O O 5
#  4 O O O X O O O O O 4
#  3 O O O X O O(X)X O 3
#  2 X X X X O X X X X 2
#  1 X . . X O O O O . 1
#    A B C D E F G H J
loadsgf sgf/semeai-capture-first.sgf
30 reg_genmove w
#? [J1]

# Five black stones have one liberty, White's stones beside them little more: capture now.
#
#    A B C D E F G H J
#  9 . . . X . . O X . 9
#  8 X O O X O O O X . 8
#  7 X X X O O X O X . 7
#  6 X O O X O X X O O 6
#  5 O O O X X X O O . 5
#  4 . O X . . X O O . 4
#  3(X)O X . + X X O X 3
#  2 O X X . . . . X . 2
#  1 . . . . . . . . . 1
#    A B C D E F G H J
loadsgf sgf/semeai-corner-first.sgf
40 reg_genmove w
#? [A9]

# White's four stones and Black's cut off group race at the top: Black is first.
#
#    A B C D E F G H J
#  9 . . X . O . X O . 9
#  8 . X O O X O . X . 8
#  7 . X O X X O + . . 7
#  6 . X O X O O O O . 6
#  5 . O X X X O X X . 5
#  4 O . O .(O)X . . . 4
#  3 . O + . + . + . . 3
#  2 . . . . . . . . . 2
#  1 . . . . . . . . . 1
#    A B C D E F G H J
loadsgf sgf/semeai-four-stones.sgf
50 reg_genmove b
#? [D9]

# In the corner the race is even: Black captures three stones, just in time.
#
#    A B C D E F G H J
#  9 O . O X X X . X X 9
#  8 O . O O X X X X . 8
#  7 . . O X X . X X X 7
#  6 O O O X O X X . X 6
#  5 O X O O O O X X . 5
#  4 X X X O O O X X . 4
#  3 X(O)X X O . O X X 3
#  2 O O X X O . O X X 2
#  1 . X . X O O O O O 1
#    A B C D E F G H J
loadsgf sgf/semeai-three-in-the-corner.sgf
60 reg_genmove b
#? [A1]

# White's four stones and Black's beside them are both short of liberties: Black captures.
#
#    A B C D E F G H J
#  9 . O . X X O X O . 9
#  8(O)X X X O O . O . 8
#  7 O O O X X O O O . 7
#  6 X X X O O X X O X 6
#  5 . . X O X O X X . 5
#  4 . . X O . O X . . 4
#  3 . . X O + O X . . 3
#  2 . X O O . O O X . 2
#  1 . X . . . . . X . 1
#    A B C D E F G H J
loadsgf sgf/semeai-four-for-the-corner.sgf
70 reg_genmove b
#? [A9]

# White threatens the stone at B1; Black captures three on the edge instead.
#
#    A B C D E F G H J
#  9 . . X O O . . O . 9
#  8 X X X X O O . . O 8
#  7 . . + X X O O O O 7
#  6 X X X O O X X O X 6
#  5 . . X O X O X X X 5
#  4 X X X O . O X . . 4
#  3 O O X O + O X . . 3
#  2(O)X O O . O X X . 2
#  1 . X O . O O O X . 1
#    A B C D E F G H J
loadsgf sgf/semeai-edge-first.sgf
80 reg_genmove b
#? [A1]

# Five liberties each and Black to play: any of White's will do, and any other move loses.
#
#    A B C D E F G H J
#  9 . O . X O . X . . 9
#  8 . O . X O . X . . 8
#  7 . O + X O . X . . 7
#  6 . O . X O . X . . 6
#  5 . O + X O . X . . 5
#  4 . O O O X X X . . 4
#  3 . . + O X . + . . 3
#  2 . . . O X . . . . 2
#  1 . . . O X . . . . 1
#    A B C D E F G H J
loadsgf sgf/semeai-five-against-five.sgf
90 reg_genmove b
#? [F5|F6|F7|F8|F9]
