# Races won by a move on the first line.

# White saves the 4 stones at C1 in a race, from the first line: A3 B2 C4 B4 C7 A4 C9 B1 A8.
#
#    A B C D E F G H J
#  9 X X . O . O O O O 9
#  8 . X O O O O O O O 8
#  7 X X + O O O O O O 7
#  6 X X O O O O O O . 6
#  5 X X X O O O O O O 5
#  4 . . . X X X X X X 4
#  3 . O O X X X X X X 3
#  2 . . O X X X X X X 2
#  1 O . O X X . X X . 1
#    A B C D E F G H J
loadsgf sgf/race-on-the-edge-01.sgf
10 reg_genmove w
#? [A3]

# Black saves the 5 stones at F1 in a race, from the first line: H1 E1 B1 A1.
#
#    A B C D E F G H J
#  9 X X X X O O O O O 9
#  8 X X X X O O O O O 8
#  7 X X X X O O O O O 7
#  6 X X . X O O O . O 6
#  5 . X X X O O O O . 5
#  4 X X X X O O O O O 4
#  3 X . X O O . O . O 3
#  2 X O O O . X X X X 2
#  1 . . O O . X . . O 1
#    A B C D E F G H J
loadsgf sgf/race-on-the-edge-02.sgf
20 reg_genmove b
#? [H1]

# Black saves the 3 stones at H2 in a race, from the first line: J4 H4 H3 H6 H8 J1 H9 G5 H5.
#
#    A B C D E F G H J
#  9 . X X X X X X . O 9
#  8 X X X X X X . . O 8
#  7 X X X X X X X X O 7
#  6 . X X X X X O . O 6
#  5 X X X X X X O O X 5
#  4 O O O O O O X . . 4
#  3 O O O O + O X . X 3
#  2 O O O O O O O X X 2
#  1 O O . O O O X . . 1
#    A B C D E F G H J
loadsgf sgf/race-on-the-edge-03.sgf
30 reg_genmove b
#? [J4]

# White saves the 7 stones at J2 in a race, from the first line: H1 G2 F2 F1 C2 H2.
#
#    A B C D E F G H J
#  9 O O O O O X X X X 9
#  8 O . O O O X . X X 8
#  7 O O O O O X X X X 7
#  6 . O O O O X X . X 6
#  5 O O O O O X X X X 5
#  4 O X X X X O . X O 4
#  3 X . + X + O O O O 3
#  2 . X . X X . . X O 2
#  1 O X X X X . O . . 1
#    A B C D E F G H J
loadsgf sgf/race-on-the-edge-04.sgf
40 reg_genmove w
#? [H1]

# White captures the 7 stones at A1 in a race, from the first line: C1 G1 B4 H1 D1 G3 D3 G4 C2.
#
#    A B C D E F G H J
#  9 O O O O X X X X X 9
#  8 . O . O X X . X . 8
#  7 O O O O X X X X X 7
#  6 O O O O X X X X X 6
#  5 O O O O X X X X X 5
#  4 X . . O O O . O X 4
#  3 X X X . O O + O X 3
#  2 X X . X O O O O X 2
#  1 X . . . . O . . X 1
#    A B C D E F G H J
loadsgf sgf/race-on-the-edge-05.sgf
50 reg_genmove w
#? [C1]
