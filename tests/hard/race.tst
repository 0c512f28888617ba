# Races of chains that are cut off, with approach moves, eyes and shared liberties.

# White saves the 8 stones at J1 in a race: G2 J7 G4 G7.
#
#    A B C D E F G H J
#  9 . O O O O O X X X 9
#  8 O O O O O O . X . 8
#  7 O O O O + O + X . 7
#  6 O O O O O O X X X 6
#  5 X X X X X X O X O 5
#  4 X X X X X X . O O 4
#  3 X X X X X X O O . 3
#  2 . X X . X X . O O 2
#  1 X X X X X X O . O 1
#    A B C D E F G H J
loadsgf sgf/race-01.sgf
10 reg_genmove w
#? [G2]

# Black saves the 4 stones at H1 in a race: F3 H3 G2 D1 G1 H2.
#
#    A B C D E F G H J
#  9 X X X X X X O O O 9
#  8 X X X X X X O . O 8
#  7 X . X X X X O O O 7
#  6 X X X X X X O O . 6
#  5 X X X X + X O O O 5
#  4 X X X X X X O O O 4
#  3 X X + . X . X . X 3
#  2 X X X O O O . . X 2
#  1 X X O . O O . X X 1
#    A B C D E F G H J
loadsgf sgf/race-02.sgf
20 reg_genmove b
#? [F3]

# Black saves the 4 stones at G1 in a race: G3 G2 H3 J3 H2 J4 H5 G6.
#
#    A B C D E F G H J
#  9 X X X X X X X O . 9
#  8 X X X X . X O . O 8
#  7 X X X . X X + O . 7
#  6 X X X X X X . O O 6
#  5 X X X X X X X . O 5
#  4 O O O O O O X O . 4
#  3 O . O O O O + . . 3
#  2 O O O O O O . . X 2
#  1 O O O . O O X X X 1
#    A B C D E F G H J
loadsgf sgf/race-03.sgf
30 reg_genmove b
#? [G3]

# White saves the 4 stones at G1 in a race: G4 J4 G5 H5 H8 G7.
#
#    A B C D E F G H J
#  9 O O . O O O X X X 9
#  8 O O O O O O . . X 8
#  7 O O O O O O + X X 7
#  6 O O O . O O X . X 6
#  5 O O O O O O + . X 5
#  4 X X X X X X . O . 4
#  3 X X X X X X O . O 3
#  2 . X . X X X X O . 2
#  1 X X X X X X O O O 1
#    A B C D E F G H J
loadsgf sgf/race-04.sgf
40 reg_genmove w
#? [G4]

# Black saves the 10 stones at F6 in a race: F5 J7 J5 J3.
#
#    A B C D E F G H J
#  9 O O O O O O X X X 9
#  8 O . O O O O X . X 8
#  7 O O + O O X X X . 7
#  6 O O O O O X X O O 6
#  5 X X X X X . + . . 5
#  4 X X X X X O O O O 4
#  3 X . X . X X + O . 3
#  2 X X X X X O . X O 2
#  1 X X X X X X . O . 1
#    A B C D E F G H J
loadsgf sgf/race-05.sgf
50 reg_genmove b
#? [F5]

# Black saves the 5 stones at A1 in a race: C4 C3 B3 C1 C3 A8 D4 A7.
#
#    A B C D E F G H J
#  9 X X X X X X X X X 9
#  8 . X O X X X X X . 8
#  7 . X + O X X X X X 7
#  6 O . O O X X X X X 6
#  5 O . O X X X X X . 5
#  4 O O . O X X X X X 4
#  3 X . + X O O O O O 3
#  2 X X X O O O O O . 2
#  1 X . . O O O . O O 1
#    A B C D E F G H J
loadsgf sgf/race-06.sgf
60 reg_genmove b
#? [C4]

# White saves the 3 stones at H7 in a race: G7 G8 G3 H9 J4 G6 H4 H6 J6.
#
#    A B C D E F G H J
#  9 X X . X X X O . . 9
#  8 X X X . X X . O . 8
#  7 X X X X X X + O O 7
#  6 O O O O O O X X X 6
#  5 O O O O O O X X X 5
#  4 O O O O O O X X . 4
#  3 O O O O O O + X X 3
#  2 O O O O O O O O O 2
#  1 O . O O O O O O . 1
#    A B C D E F G H J
loadsgf sgf/race-07.sgf
70 reg_genmove w
#? [G7]

# White captures the 3 stones at B1 in a race: C2 C1 D1 E1 D3 F3 D1 J1 A1.
#
#    A B C D E F G H J
#  9 O . O O O X X . X 9
#  8 O O O O O X . X X 8
#  7 O O O O O X X X X 7
#  6 O O O O O X X X X 6
#  5 O O O O O X X X X 5
#  4 . O O O O X X X X 4
#  3 O O O . X . O X O 3
#  2 X X . X O O . X . 2
#  1 . X . . . O O O . 1
#    A B C D E F G H J
loadsgf sgf/race-08.sgf
80 reg_genmove w
#? [C2]

# Black saves the 5 stones at A6 in a race: C6 B5 C1 A2 B2 B8 A8 C8 A5.
#
#    A B C D E F G H J
#  9 O O O O O . O O O 9
#  8 . . . O O O O O O 8
#  7 X X X O O O + O O 7
#  6 X X . O O O O O O 6
#  5 . . O X X X X X X 5
#  4 O O X X X X X X X 4
#  3 O O O X + X X X X 3
#  2 . . O X X X X X X 2
#  1 O X . X X X X . X 1
#    A B C D E F G H J
loadsgf sgf/race-09.sgf
90 reg_genmove b
#? [C6]
