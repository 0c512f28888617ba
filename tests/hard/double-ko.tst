# Two kos at once, with the rest of the board settled: the game is won by one move only.

# Black wins with kos at A2 and C2 at the same time: D2 A2 C3 D3 B1 C2 A3 C3 D4 A2 D1.
#
#    A B C D E F G H J
#  9 O O O O O . O X X 9
#  8 O O O O . O O X X 8
#  7 O O O O O O X X X 7
#  6 O O O O O X X X X 6
#  5 O O O O X X X X X 5
#  4 O O O . X X . X X 4
#  3 X O + . X X X X . 3
#  2 . X O . X X X X X 2
#  1 X . X O X X X X X 1
#    A B C D E F G H J
loadsgf sgf/double-ko-01.sgf
10 reg_genmove b
#? [D2]

# Black wins with kos at H3 and G1 at the same time: G4 H3 J4 H2 G1 F3 J1 H2 J2 H1 H3 pass F4.
#
#    A B C D E F G H J
#  9 X X X O O O . O . 9
#  8 X X X X O O O O O 8
#  7 X X X X O O O O O 7
#  6 X X X X X O O O O 6
#  5 X X X . X X O O O 5
#  4 X X X X X O . X . 4
#  3 X X X X X O X . X 3
#  2 . X X X X X O X O 2
#  1 X X X X X O . O . 1
#    A B C D E F G H J
loadsgf sgf/double-ko-02.sgf
20 reg_genmove b
#? [G4]

# White wins with kos at H4 and J5 at the same time: G6 H7 G7 H4 H7 J5 G5.
#
#    A B C D E F G H J
#  9 O O O O O O O O O 9
#  8 X O O . O . O O O 8
#  7 X X X O O O + . X 7
#  6 X X X X X X . X O 6
#  5 X X X X X X . O . 5
#  4 X X X X X X O . O 4
#  3 X X X X X X X O X 3
#  2 X X X X X X X X X 2
#  1 X X . X X . X X X 1
#    A B C D E F G H J
loadsgf sgf/double-ko-03.sgf
30 reg_genmove w
#? [G6]

# White wins with kos at D9 and A8 at the same time: C7 D9 A8 B6 C9 A9 B8 A7 B9.
#
#    A B C D E F G H J
#  9 X X O . O O O O O 9
#  8 . X X O O O O O O 8
#  7 X O + X O O O O O 7
#  6 O . . . O O O O O 6
#  5 X X X O O O . O O 5
#  4 . X X X O O O O O 4
#  3 X X X X X O O . O 3
#  2 X X X X X X O O O 2
#  1 X . X X X X O O O 1
#    A B C D E F G H J
loadsgf sgf/double-ko-04.sgf
40 reg_genmove w
#? [C7]

# Black wins with kos at A2 and D1 at the same time: D3 E2 C3 A2 D1 A3 C1 pass E3.
#
#    A B C D E F G H J
#  9 O O . O O O O X X 9
#  8 O O O O O O X X X 8
#  7 O O O O O X X X X 7
#  6 O O O O O X X X X 6
#  5 O . O O X X X X X 5
#  4 O O O X X X X X X 4
#  3 X O + . . X + X X 3
#  2 . X X O . X X X X 2
#  1 X X O . O X X X . 1
#    A B C D E F G H J
loadsgf sgf/double-ko-05.sgf
50 reg_genmove b
#? [D3]

# Black wins with kos at G3 and H1 at the same time: G3 H1 H4 G2 J3 F1 H2 F3 J1 G4 F4 J2 H3 J1 F2 G1 F3.
#
#    A B C D E F G H J
#  9 X X . X X X X X X 9
#  8 X X X X X X X X X 8
#  7 . X X X X X X X X 7
#  6 X X X X X X X X X 6
#  5 X X X X X X X X X 5
#  4 O X X X X O O . O 4
#  3 O O O X X O + O . 3
#  2 . O O O O X O X O 2
#  1 O O . O O . X . X 1
#    A B C D E F G H J
loadsgf sgf/double-ko-06.sgf
60 reg_genmove b
#? [G3]

# Black wins with kos at J6 and H9 at the same time: G7 J6 H9 G6 J7 J9 H8.
#
#    A B C D E F G H J
#  9 O O O O O X O . O 9
#  8 . O O O O . X O O 8
#  7 O . O O O . + O X 7
#  6 O O O O O . . X . 6
#  5 O O O O X X X X X 5
#  4 O O X X X X X X X 4
#  3 O X X X X X X X . 3
#  2 X X . X X X X X X 2
#  1 X X X X X X X X X 1
#    A B C D E F G H J
loadsgf sgf/double-ko-07.sgf
70 reg_genmove b
#? [G7]

# Black wins with kos at C8 and A7 at the same time: C8 A7 C7 E8 A8 B9 A7.
#
#    A B C D E F G H J
#  9 O . O . X O O O O 9
#  8 X O . O . O O O O 8
#  7 . X O X X O O O O 7
#  6 X X X O O O . O O 6
#  5 X X X X O O O O O 5
#  4 X X X X X O O O O 4
#  3 X X X X X O O O O 3
#  2 . X X . X X O . O 2
#  1 X X X X X X X O O 1
#    A B C D E F G H J
loadsgf sgf/double-ko-08.sgf
80 reg_genmove b
#? [C8]
