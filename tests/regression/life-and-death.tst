# Life and death at the edge and in the corner.

# Black divides the space into two eyes.
#
#    A B C D E F G
#  7 . . . . . . . 7
#  6 . O . O . O . 6
#  5 . . + . + . . 5
#  4 O O O . . . . 4
#  3 X X X O O . . 3
#  2 . . X X O . . 2
#  1 . . . X O . . 1
#    A B C D E F G
loadsgf sgf/life-and-death-two-eyes-in-the-corner.sgf
10 reg_genmove b
#? [B1]

# Five stones on the second line in the corner can be killed: by a hane that leaves three in a
# row, or from the two-one point.
#
#    A B C D E F G
#  7 . . . . . . . 7
#  6 O O O O O X . 6
#  5 X X X X X X . 5
#  4 . . . . . . . 4
#  3 . . X . X . . 3
#  2 . . . . . . . 2
#  1 . . . . . . . 1
#    A B C D E F G
loadsgf sgf/life-and-death-five-on-the-second-line.sgf
20 reg_genmove b
#? [B7|E7]

# The eye at D7 is false as soon as Black has E6.
#
#    A B C D E F G
#  7 . O O . O X . 7
#  6 O O O O . X . 6
#  5 X X X X X X . 5
#  4 . . . . . . . 4
#  3 . . X . X . . 3
#  2 . . . . . . . 2
#  1 . . . . . . . 1
#    A B C D E F G
loadsgf sgf/life-and-death-false-eye.sgf
30 reg_genmove b
#? [E6]

# White protects the corner of the eye at D7 and has two.
#
#    A B C D E F G
#  7 . O O . O X . 7
#  6 O O O O . X . 6
#  5 X X X X X X . 5
#  4 . . . . . . . 4
#  3 . . X . X . . 3
#  2 . . . . . . . 2
#  1 . . . . . . . 1
#    A B C D E F G
loadsgf sgf/life-and-death-real-eye.sgf
40 reg_genmove w
#? [E6]

# White's corner above is dead as it stands. Black's own corner below is not alive yet.
#
#    A B C D E F G H J
#  9 . . O X . . . . . 9
#  8 O O O X . . . . . 8
#  7 X X X X + . + . . 7
#  6 . . . . . X . . . 6
#  5 X X X X X X X X X 5
#  4 O O O O O O O O O 4
#  3 O O O O O . + . . 3
#  2 X X X X O . O . . 2
#  1 . . . X O . . O . 1
#    A B C D E F G H J
loadsgf sgf/life-and-death-save-what-can-die.sgf
50 reg_genmove b
#? [B1]

# Black takes the point that White's corner needs for its second eye.
#
#    A B C D E F G H J
#  9 . O O O .(O). . . 9
#  8 X X O . O O X . . 8
#  7 X O X O + X + . . 7
#  6 . . X . . . . X X 6
#  5 X X X X X X X X O 5
#  4 X O O X O X O O O 4
#  3 O O + O O O + O . 3
#  2 . O . O O O . O . 2
#  1 . O O . O O O . . 1
#    A B C D E F G H J
loadsgf sgf/life-and-death-second-eye.sgf
60 reg_genmove b
#? [E7]

# White captures before Black makes four stones of the three, and keeps two eyes.
#
#    A B C D E F G H J
#  9 X O O . . O . O . 9
#  8 X X O O O . O . O 8
#  7 . X X X X O O O O 7
#  6 X X(X)X X X X O O 6
#  5 O X O O X . + X O 5
#  4 O O O O X . X X X 4
#  3 X . O X + . + . X 3
#  2 X O O X X X X X . 2
#  1 . X O O X . X . X 1
#    A B C D E F G H J
loadsgf sgf/life-and-death-before-the-nakade.sgf
70 reg_genmove w
#? [A1]

# White connects round the eye at B5 before Black throws in.
#
#    A B C D E F G H J
#  9 . . X X X X X O . 9
#  8 . X . . . X O O . 8
#  7(X)X + . X X O . . 7
#  6 . O X X X O O . . 6
#  5 O . O X X X O . . 5
#  4 . O O X X O . . . 4
#  3 . O X . X O + . . 3
#  2 O O X X X O . . . 2
#  1 O X X X O O . . . 1
#    A B C D E F G H J
loadsgf sgf/life-and-death-round-the-eye.sgf
80 reg_genmove w
#? [A6]

# Six points in the corner without outside liberties: the inner point kills.
#
#    A B C D E F G
#  7 . . . O X . . 7
#  6 . . . O X . . 6
#  5 O O O O X . . 5
#  4 X X X X X . . 4
#  3 . . + . + . . 3
#  2 . . X . X . . 2
#  1 . . . . . . . 1
#    A B C D E F G
loadsgf sgf/life-and-death-two-by-three.sgf
90 reg_genmove b
#? [B6]
