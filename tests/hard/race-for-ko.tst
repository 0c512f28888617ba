# Races that end in a ko at best.

# Black gets a ko for the 5 stones at A2: B4 B5 C6 B1 A6 C4 C5 A1.
#
#    A B C D E F G H J
#  9 X X X X X . X X X 9
#  8 . X O X X X X . X 8
#  7 O X + X X X X X X 7
#  6 . O . X X X X X X 6
#  5 O . O X X X X X X 5
#  4 O . O X X X X X X 4
#  3 X . X O O O O O O 3
#  2 X X X O O . O O . 2
#  1 . . O O O O O O O 1
#    A B C D E F G H J
loadsgf sgf/race-for-ko-01.sgf
10 reg_genmove b
#? [B4]

# Black gets a ko for the 3 stones at C3: C5 A4 A5 A1 B1 B8 A8 B9 A2.
#
#    A B C D E F G H J
#  9 X . X O O O . O O 9
#  8 . . O O O O O O O 8
#  7 . X X O O O + O O 7
#  6 X . X O O O O O O 6
#  5 . X + O O O O O O 5
#  4 . O O X X X X X X 4
#  3 O . O X X X X X X 3
#  2 X O X X X X X X X 2
#  1 . . . X . X X . X 1
#    A B C D E F G H J
loadsgf sgf/race-for-ko-02.sgf
20 reg_genmove b
#? [C5]

# White gets a ko for the 6 stones at A1: E2 D3 D2 E1 F1 G3 H2 G1 F2.
#
#    A B C D E F G H J
#  9 . X X X O O O O O 9
#  8 X X X X O O . O O 8
#  7 X X X X O O O O O 7
#  6 X X X X O O . O O 6
#  5 X . X X O O O O O 5
#  4 X X X X O O O O O 4
#  3 O O O . X O + O O 3
#  2 O . O . . X X . O 2
#  1 O X X O . . X X O 1
#    A B C D E F G H J
loadsgf sgf/race-for-ko-03.sgf
30 reg_genmove w
#? [E2]

# Black gets a ko for the 4 stones at G8: G6 G4 H5 G9 G7 J3 J6 H3 H7.
#
#    A B C D E F G H J
#  9 X X . X . X . O O 9
#  8 X X X X X X O O . 8
#  7 X X X X X X + . O 7
#  6 O O O O O O . O . 6
#  5 . O O O O O X . X 5
#  4 O O O O O O . X X 4
#  3 O O O O O O + . . 3
#  2 O O O O O O O O O 2
#  1 O O O . O O O O O 1
#    A B C D E F G H J
loadsgf sgf/race-for-ko-04.sgf
40 reg_genmove b
#? [G6]

# White gets a ko for the 3 stones at D2: B3 C2 D1 F2 E3 E2 B2 A1 C1.
#
#    A B C D E F G H J
#  9 O O O O O X X X X 9
#  8 O O . O O X X X . 8
#  7 O O O O O X X X X 7
#  6 O O O O O X X X X 6
#  5 . O O O O X + X X 5
#  4 O O O O O X X X X 4
#  3 . . X X + O + O X 3
#  2 X . . X . . O O X 2
#  1 . X . . O O . X X 1
#    A B C D E F G H J
loadsgf sgf/race-for-ko-05.sgf
50 reg_genmove w
#? [B3]
