# Connecting: where one stone holds several chains together.

# One stone holds four of Black's chains together.
#
#    A B C D E F G H J
#  9 . O X X . X . X . 9
#  8 O . X O X . X O . 8
#  7 X X X O(O)X O O . 7
#  6 O X O O O O X X O 6
#  5 O O O X X . X X O 5
#  4 . O X . X X X O O 4
#  3 O O X . X O O . . 3
#  2 X X . X X X O O . 2
#  1 . . . . . X X O . 1
#    A B C D E F G H J
loadsgf sgf/connection-four-in-one.sgf
10 reg_genmove b
#? [F8]

# Without D6, White cuts the stones at the top from those in the middle.
#
#    A B C D E F G H J
#  9 . . . . . O . . . 9
#  8 . . X X O . O . . 8
#  7 . . + O X O O . . 7
#  6 . . X . X X O . . 6
#  5 . .(O)X X O X X . 5
#  4 . . O X O O . . . 4
#  3 . X X O O . X . . 3
#  2 . X O . O . . . . 2
#  1 . X X O O . . . . 1
#    A B C D E F G H J
loadsgf sgf/connection-through-the-middle.sgf
20 reg_genmove b
#? [D6]

# Black has peeped at G7: White connects.
#
#    A B C D E F G H J
#  9 . . X . X X X O O 9
#  8 O X X . X . O O . 8
#  7 . O X . X(X)+ O . 7
#  6 . O X . X O O . O 6
#  5 . . O X + X X O . 5
#  4 O O O X X X . X . 4
#  3 . . + O X X + X . 3
#  2 O . O O X . . X . 2
#  1 . O . O O X X . . 1
#    A B C D E F G H J
loadsgf sgf/connection-answer-the-peep.sgf
30 reg_genmove w
#? [G7]

# Black threatens to cut off the stone at E1: White connects.
#
#    A B C D E F G H J
#  9 O O O X X . . . . 9
#  8 O O O O X . . . . 8
#  7 O . O X X . + X X 7
#  6 O O X X . X X X O 6
#  5 O . O X X X O O O 5
#  4 O O O X O O O . O 4
#  3 O O O X O O + X O 3
#  2 X X X X O(X)X X X 2
#  1 . . . X O . O O . 1
#    A B C D E F G H J
loadsgf sgf/connection-last-cut.sgf
40 reg_genmove w
#? [F1]

# White's stone at D7 aims at the cut: Black connects.
#
#    A B C D E F G H J
#  9 . . . . . . . . . 9
#  8 . . . . X . . . . 8
#  7 . . X(O)+ . X X . 7
#  6 . X . X O O X O . 6
#  5 . O X X X O O X . 5
#  4 . O O X O . O O . 4
#  3 . X X O O . + . . 3
#  2 . X O X X O . . . 2
#  1 . . . . . . . . . 1
#    A B C D E F G H J
loadsgf sgf/connection-push-and-cut.sgf
50 reg_genmove b
#? [C6]

# White has put the stones below into atari: Black connects, or captures the stone that did it.
#
#    A B C D E F G H J
#  9 . O X X . O X X . 9
#  8 . O O X X O . O O 8
#  7 . . O O X O O O O 7
#  6 . O X X . X X X O 6
#  5 . . O O X X + X O 5
#  4 . O . O X . X X X 4
#  3 . . O X X X X O O 3
#  2 . . O O X O O O . 2
#  1 . . O X X . X X(O)1
#    A B C D E F G H J
loadsgf sgf/connection-below.sgf
60 reg_genmove b
#? [F1|J2]

# Black's two stones on the right connect along the first line, under White's stone.
#
#    A B C D E F G H J
#  9 . . . X O . . . . 9
#  8 . . . X O . . . . 8
#  7 . . X X O O + . . 7
#  6 . . X O O . . . . 6
#  5 . . X O + . O . . 5
#  4 . . X X O O O O . 4
#  3 . . + X X . + O . 3
#  2 . . . . X X O X . 2
#  1 . . . . . . . X . 1
#    A B C D E F G H J
loadsgf sgf/connection-along-the-first-line.sgf
70 reg_genmove b
#? [G1]
