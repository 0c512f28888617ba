# Capturing: snapbacks, throw-ins, and the stones that hold a position together.

# Snapback: White may capture the stone thrown in, and Black takes back three.
#
#    A B C D E F G
#  7 . . . X O . . 7
#  6 . X . X O . . 6
#  5 . . X X O O . 5
#  4 . X . X O . . 4
#  3 . . X X X O . 3
#  2 . X O O X O . 2
#  1 . X . . O O . 1
#    A B C D E F G
loadsgf sgf/capturing-snapback.sgf
10 reg_genmove b
#? [D1]

# White's turn: only the connection at D1 saves the two stones.
#
#    A B C D E F G
#  7 . . . X O . . 7
#  6 . X . X O . . 6
#  5 . . X X O O . 5
#  4 . X . X O . . 4
#  3 . . X X X O . 3
#  2 . X O O X O . 2
#  1 . X . . O O . 1
#    A B C D E F G
loadsgf sgf/capturing-escape-snapback.sgf
20 reg_genmove w
#? [D1]

# White saves the two stones at the top by capturing the one that cuts them off.
#
#    A B C D E F G H J
#  9 . O .(X). . . . . 9
#  8 . X O O X O . . . 8
#  7 . X X X O O O . . 7
#  6 O O O O X X O O O 6
#  5 X X X X + X X X O 5
#  4 X . . . X X X . X 4
#  3 X O + O X . + . X 3
#  2 O . O . O X X X . 2
#  1 . . . O . . . . . 1
#    A B C D E F G H J
loadsgf sgf/capturing-cutting-stone.sgf
30 reg_genmove w
#? [E9]

# Black's two stones escape from atari by capturing.
#
#    A B C D E F G H J
#  9 . . . . . . . . . 9
#  8 . O O O X O O X . 8
#  7(O)X X O X X O X . 7
#  6 . . O X . X O X . 6
#  5 . X O X + X X O . 5
#  4 . O X X . . O . O 4
#  3 . O X X O O O O . 3
#  2 O X X O . O X X O 2
#  1 . . . . O . O X . 1
#    A B C D E F G H J
loadsgf sgf/capturing-out-of-atari.sgf
40 reg_genmove b
#? [B6]

# The stone at F3 splits Black in three. It can be captured.
#
#    A B C D E F G H J
#  9 . O X X X . . . . 9
#  8 . O O X . . . . . 8
#  7 . . O X X . + . . 7
#  6 . . O X . . . . . 6
#  5 . . O O X X + . . 5
#  4 . . O X X . . . . 4
#  3 . . O O X O X . . 3
#  2 . O . O O X(O). . 2
#  1 . . . O X X . . . 1
#    A B C D E F G H J
loadsgf sgf/capturing-key-stone.sgf
50 reg_genmove b
#? [F4]

# Atari from below keeps the stone from its friends.
#
#    A B C D E F G H J
#  9 . . . . . O O X . 9
#  8 . . . . X X O X . 8
#  7 . X + X O O O X . 7
#  6 X O X X O X X . . 6
#  5 . O O X X O X X X 5
#  4 O O O O O O O O O 4
#  3 X X X X O X O O . 3
#  2 O X .(O)X X X O O 2
#  1 . X . . . . O . O 1
#    A B C D E F G H J
loadsgf sgf/capturing-from-below.sgf
60 reg_genmove b
#? [D1]

# Black's hane on the first line can be captured at once.
#
#    A B C D E F G H J
#  9 . . . . . . . . . 9
#  8 . . . . . . . . . 8
#  7 . O + . + . + . . 7
#  6 O . O . . . . . . 6
#  5 . O X X + . + X . 5
#  4 . X O X . . . . X 4
#  3 . X O X X X X X O 3
#  2 . X O O X O O O O 2
#  1 . O . O O(X). . . 1
#    A B C D E F G H J
loadsgf sgf/capturing-hane-captured.sgf
70 reg_genmove w
#? [G1]

# Black has thrown in at J4 to break an eye. White takes the stone.
#
#    A B C D E F G H J
#  9 . . . O . . . . . 9
#  8 . . O . O X X X O 8
#  7 . . + O X O O O . 7
#  6 . . . . X X X O O 6
#  5 . . + . + . X X O 5
#  4 . . . . . . X O(X)4
#  3 . . + . + . X O . 3
#  2 . . . . X . X O . 2
#  1 . . . . . X O O . 1
#    A B C D E F G H J
loadsgf sgf/capturing-throw-in-right.sgf
80 reg_genmove w
#? [J3]

# Black captures the stone that cuts off his four at the top.
#
#    A B C D E F G H J
#  9 . O X X . . . . . 9
#  8 . O O X(O). . . . 8
#  7 O O X O X . + . . 7
#  6 X X X . X . . . . 6
#  5 X X X X X X X . . 5
#  4 X O O O O O X X X 4
#  3 X O + . O . O O X 3
#  2 O O . O . O . O O 2
#  1 . O O . O O . . . 1
#    A B C D E F G H J
loadsgf sgf/capturing-cut-in-four.sgf
90 reg_genmove b
#? [D6]

# Black's throw-in at A4 leaves White one liberty: White takes the stone.
#
#    A B C D E F G H J
#  9 . . X X X X X O . 9
#  8 . X . . . X O O . 8
#  7 X X + . X X O . . 7
#  6 O O X X X O O . . 6
#  5 O . O X X X O . . 5
#  4(X)O O X X O . . . 4
#  3 . O X . X O + . . 3
#  2 O O X X X O . . . 2
#  1 O X X X O O . . . 1
#    A B C D E F G H J
loadsgf sgf/capturing-throw-in-left.sgf
100 reg_genmove w
#? [A3]

# A stone thrown in at J6 threatens to make the eye false. White takes it.
#
#    A B C D E F G H J
#  9 . . . . . X O O . 9
#  8 . . . . X . X O . 8
#  7 . . + . + . X O . 7
#  6 . . . . . . X O(X)6
#  5 . . + . + . X X O 5
#  4 . . . . X X X O O 4
#  3 . . + O X O O O . 3
#  2 . . O . O X X X O 2
#  1 . . . O . . . . . 1
#    A B C D E F G H J
loadsgf sgf/capturing-throw-in-above.sgf
110 reg_genmove w
#? [J7]
