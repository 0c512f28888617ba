# Races in which an approach move comes first: a liberty is not to be taken without it.

# White captures the 5 stones at A7: D4 takes no liberty, but makes B6 playable: B4 A4 D4 D7 D6 B6 D5 A7 B7 B6.
#
#    A B C D E F G H J
#  9 O O O O O O O O O 9
#  8 O O O O O O . O O 8
#  7 X X X . O O O O O 7
#  6 O . X . O O O O O 6
#  5 O O X . O O O O O 5
#  4 . . O . O O O O O 4
#  3 X X X O O O O O O 3
#  2 X X X X O O O O . 2
#  1 . X . X X O O O O 1
#    A B C D E F G H J
loadsgf sgf/approach-moves-01.sgf
10 reg_genmove w
#? [B4]

# White captures the 3 stones at B1: E3 takes no liberty, but makes D2 playable: E3 A2 D2 A3 C3.
#
#    A B C D E F G H J
#  9 O O O O O O O O O 9
#  8 O O O O O O O O O 8
#  7 O O O O O O O O O 7
#  6 O O O . O O O O O 6
#  5 O . O O O O O O O 5
#  4 O O O O O O O X X 4
#  3 . O + X . X X X X 3
#  2 . O X . O X X X X 2
#  1 . X X O O X . X . 1
#    A B C D E F G H J
loadsgf sgf/approach-moves-02.sgf
20 reg_genmove w
#? [E3]

# Black saves the 3 stones at F1: F3 takes no liberty, but makes H1 playable: F3 F4 G3 H3 G4 H1.
#
#    A B C D E F G H J
#  9 X X X X X X X X X 9
#  8 X X X X X X X X . 8
#  7 X X + X X X X X X 7
#  6 O X X X X X X X X 6
#  5 O O X X X X X X X 5
#  4 O O O O X . . O X 4
#  3 O O O . O . + . . 3
#  2 O O O O O X O O O 2
#  1 O O . O O X X . O 1
#    A B C D E F G H J
loadsgf sgf/approach-moves-03.sgf
30 reg_genmove b
#? [F3]

# White captures the 3 stones at H8: H6 takes no liberty, but makes H7 playable: H6 G8 G9 F9 H7.
#
#    A B C D E F G H J
#  9 O O . O O . . X X 9
#  8 O O O O O O . X O 8
#  7 O O O . O O X . O 7
#  6 O O O O X O O . O 6
#  5 O O X X X X X X X 5
#  4 O X X X X X X X X 4
#  3 X X + X X X X X X 3
#  2 X X X X X X X X . 2
#  1 X X X X X X X X X 1
#    A B C D E F G H J
loadsgf sgf/approach-moves-04.sgf
40 reg_genmove w
#? [H6]

# Black captures the 5 stones at A8: D7 takes no liberty, but makes D8 playable: D7 D8 C7 A7 A9 C9 A8 C8 D9 B8 D8 C9 B8.
#
#    A B C D E F G H J
#  9 . X O O X O O O O 9
#  8 O O O . X X O O O 8
#  7 . X + . X X O O . 7
#  6 X X X X O O O . O 6
#  5 X X X X X X O O O 5
#  4 . X X X X X X O O 4
#  3 X X X . X X X X O 3
#  2 X X X X X X X X X 2
#  1 X X X X X X X X X 1
#    A B C D E F G H J
loadsgf sgf/approach-moves-05.sgf
50 reg_genmove b
#? [D7]

# White captures the 3 stones at B3: C5 takes no liberty, but makes A3 playable: C5 B1 A3 C1 C2.
#
#    A B C D E F G H J
#  9 X . X X X O O O O 9
#  8 X X X X O O O O O 8
#  7 . X X X O O O O O 7
#  6 X X X O O O O O O 6
#  5 O O . O O O O O O 5
#  4 O X O O O O O O O 4
#  3 . X X O . O O O O 3
#  2 X . . O O O O . O 2
#  1 X . . O O O O O O 1
#    A B C D E F G H J
loadsgf sgf/approach-moves-06.sgf
60 reg_genmove w
#? [C5]

# Black saves the 3 stones at F3: E3 takes no liberty, but makes G1 playable: E3 C2 C3 D2 D3 G1.
#
#    A B C D E F G H J
#  9 O O O O O O O O O 9
#  8 X O O . O O O O O 8
#  7 X O O O O O O . O 7
#  6 X X O O O O O O O 6
#  5 . X O O O O O O O 5
#  4 X X X O O O O O O 4
#  3 X X + . . X X O O 3
#  2 X X . . X O X O O 2
#  1 . X O . O O . O O 1
#    A B C D E F G H J
loadsgf sgf/approach-moves-07.sgf
70 reg_genmove b
#? [E3]

# White captures the 3 stones at G8: F9 takes no liberty, but makes G9 playable: F7 J9 F9 H7 G9.
#
#    A B C D E F G H J
#  9 X X X X O . . X . 9
#  8 . X X X O O X X O 8
#  7 X X X X X . + . O 7
#  6 . X X X X O O O O 6
#  5 X X X X O O O O O 5
#  4 X X X O O O O O O 4
#  3 X O O . O O O O O 3
#  2 O O . O O O O O O 2
#  1 O O O O O O O O O 1
#    A B C D E F G H J
loadsgf sgf/approach-moves-08.sgf
80 reg_genmove w
#? [F7]
