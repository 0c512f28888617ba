# Nakade: the vital point of an eye space, to kill by and to live by.

# Three empty points in a row: the middle one is both the killing and the saving move.
#
#    A B C D E F G
#  7 . . . O X . . 7
#  6 O O O O X . . 6
#  5 X X X X X . . 5
#  4 . . . . . . . 4
#  3 . X X . X X . 3
#  2 . . . . . . . 2
#  1 . . . . . . . 1
#    A B C D E F G
loadsgf sgf/nakade-straight-three.sgf
10 reg_genmove b
#? [B7]

# Bent three in the corner: the point that touches the two others kills.
#
#    A B C D E F G
#  7 . . O X . . . 7
#  6 . O O X . . . 6
#  5 O O X X + . . 5
#  4 X X X . . . . 4
#  3 . . + . X . . 3
#  2 . . X . X . . 2
#  1 . . . . . . . 1
#    A B C D E F G
loadsgf sgf/nakade-bent-three.sgf
20 reg_genmove b
#? [A7]

# Pyramid four: one point has three neighbours, and Black plays there.
#
#    A B C D E F G
#  7 . . . O X . . 7
#  6 O . O O X . . 6
#  5 O O O X X . . 5
#  4 X X X X . . . 4
#  3 . . + . + X . 3
#  2 . . X . X . . 2
#  1 . . . . . . . 1
#    A B C D E F G
loadsgf sgf/nakade-pyramid-four.sgf
30 reg_genmove b
#? [B7]

# Bulky five: the point with three neighbours is vital.
#
#    A B C D E F G
#  7 . . . O X . . 7
#  6 . . O O X . . 6
#  5 O O O X X . . 5
#  4 X X X X . . . 4
#  3 . . + . + X . 3
#  2 . . X . X . . 2
#  1 . . . . . . . 1
#    A B C D E F G
loadsgf sgf/nakade-bulky-five.sgf
40 reg_genmove b
#? [B7]

# Crossed five: in the centre of the cross no second eye is left.
#
#    A B C D E F G H J
#  9 X X O O O X X . . 9
#  8 X O O . O O X . . 8
#  7 X O + . + O X . . 7
#  6 X O O . O O X . . 6
#  5 X X O O O X X . . 5
#  4 . X X X X X . . . 4
#  3 . . + . + . + . . 3
#  2 . . X . . . X . . 2
#  1 . . . . . . . . . 1
#    A B C D E F G H J
loadsgf sgf/nakade-crossed-five.sgf
50 reg_genmove b
#? [D7]

# Rabbity six: the point with four neighbours is the only one that kills.
#
#    A B C D E F G H J
#  9 . . . O X . . . . 9
#  8 . . . O X . . . . 8
#  7 O . O O X . + . . 7
#  6 O O O X X . . . . 6
#  5 X X X X + . + . . 5
#  4 . . . . . X . . . 4
#  3 . . X . + . + . . 3
#  2 . . . . X . X . . 2
#  1 . . . . . . . . . 1
#    A B C D E F G H J
loadsgf sgf/nakade-rabbity-six.sgf
60 reg_genmove b
#? [B8]

# Four in a row live by themselves; White's move belongs to the three in a row below.
#
#    A B C D E F G H J
#  9 . . . . O X . . . 9
#  8 O O O O O X . . . 8
#  7 X X X X X X + . . 7
#  6 . . . . . . . . . 6
#  5 . . X . + X + X . 5
#  4 . . . . . . . . . 4
#  3 X X X X X . + . . 3
#  2 O O O O X . . . . 2
#  1 . . . O X . . . . 1
#    A B C D E F G H J
loadsgf sgf/nakade-four-lives-three-dies.sgf
70 reg_genmove w
#? [B1]

# The same point saves: White makes two eyes.
#
#    A B C D E F G
#  7 . . . O X . . 7
#  6 O . O O X . . 6
#  5 O O O X X . . 5
#  4 X X X X . . . 4
#  3 . . + . + X . 3
#  2 . . X . X . . 2
#  1 . . . . . . . 1
#    A B C D E F G
loadsgf sgf/nakade-save-pyramid.sgf
80 reg_genmove w
#? [B7]

# What kills a bulky five from outside saves it from inside.
#
#    A B C D E F G
#  7 . . . O X . . 7
#  6 . . O O X . . 6
#  5 O O O X X . . 5
#  4 X X X X . . . 4
#  3 . . + . + X . 3
#  2 . . X . X . . 2
#  1 . . . . . . . 1
#    A B C D E F G
loadsgf sgf/nakade-save-bulky-five.sgf
90 reg_genmove w
#? [B7]

# White's turn: the middle of three in a row makes two eyes.
#
#    A B C D E F G
#  7 . . . O X . . 7
#  6 O O O O X . . 6
#  5 X X X X X . . 5
#  4 . . . . . . . 4
#  3 . X X . X X . 3
#  2 . . . . . . . 2
#  1 . . . . . . . 1
#    A B C D E F G
loadsgf sgf/nakade-save-straight-three.sgf
100 reg_genmove w
#? [B7]

# White's turn: the corner point makes two eyes of a bent three.
#
#    A B C D E F G
#  7 . . O X . . . 7
#  6 . O O X . . . 6
#  5 O O X X + . . 5
#  4 X X X . . . . 4
#  3 . . + . X . . 3
#  2 . . X . X . . 2
#  1 . . . . . . . 1
#    A B C D E F G
loadsgf sgf/nakade-save-bent-three.sgf
110 reg_genmove w
#? [A7]

# White's turn: the centre of the cross makes four eyes.
#
#    A B C D E F G H J
#  9 X X O O O X X . . 9
#  8 X O O . O O X . . 8
#  7 X O + . + O X . . 7
#  6 X O O . O O X . . 6
#  5 X X O O O X X . . 5
#  4 . X X X X X . . . 4
#  3 . . + . + . + . . 3
#  2 . . X . . . X . . 2
#  1 . . . . . . . . . 1
#    A B C D E F G H J
loadsgf sgf/nakade-save-crossed-five.sgf
120 reg_genmove w
#? [D7]

# Black makes four stones in the corner of three: White must capture them and has one eye left.
#
#    A B C D E F G H J
#  9 X O O . .(O). O . 9
#  8 X X O O O . O . O 8
#  7 . X X X X O O O O 7
#  6 X X . X X X X O O 6
#  5 O X O O X . + X O 5
#  4 O O O O X . X X X 4
#  3 X . O X + . + . X 3
#  2 X O O X X X X X . 2
#  1 . X O O X . X . X 1
#    A B C D E F G H J
loadsgf sgf/nakade-four-in-the-corner.sgf
130 reg_genmove b
#? [A1]

# This looks like seki. Black gives up five stones in the shape of which White can't make two
# eyes.
#
#    A B C D E F G
#  7 X . O X X . X 7
#  6 X . O X . X X 6
#  5 X X O X X X . 5
#  4 O O O X X X X 4
#  3 X X X X + X X 3
#  2 X X X X X X X 2
#  1 . X X X X X . 1
#    A B C D E F G
loadsgf sgf/nakade-sacrifice-five.sgf
140 reg_genmove b
#? [B6]
