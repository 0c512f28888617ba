# Races that end in a ko at best.

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
loadsgf sgf/race-for-ko-01.sgf
10 reg_genmove b
#? [G6]

# Black gets a ko for the 3 stones at A3: C5 B5 B2 B3 C3 B8 C7.
#
#    A B C D E F G H J
#  9 X X X X X X X X X 9
#  8 O . O X . X X X X 8
#  7 O . + X X . X X X 7
#  6 O O O X X X X X X 6
#  5 O . + X X X X X X 5
#  4 X X O O O O O O O 4
#  3 X . + O O O O O O 3
#  2 . . O O O O . O . 2
#  1 X . X O O O O O O 1
#    A B C D E F G H J
loadsgf sgf/race-for-ko-02.sgf
20 reg_genmove b
#? [C5]

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
loadsgf sgf/race-for-ko-03.sgf
30 reg_genmove w
#? [B3]
