# Bent four in the corner: what matters is when it is captured, and the ko that mostly follows.

# Black wins, outside first; the bent four at G9, H9, J8 and J9 is captured, and a ko follows: C4 J9 G7 E4 F9 H9 J9 J8 G9 E3 J9.
#
#    A B C D E F G H J
#  9 X X X X X . O O . 9
#  8 X X . X X X X X O 8
#  7 X X X X X X + X X 7
#  6 X X X X X O X O . 6
#  5 X . X O O O O O O 5
#  4 X X . . . O O O O 4
#  3 X O X O X O O O . 3
#  2 O O O O O O O O O 2
#  1 O O O . O O O O O 1
#    A B C D E F G H J
loadsgf sgf/bent-four-01.sgf
10 reg_genmove b
#? [C4]

# White wins, outside first; the bent four at A7, A8, A9 and B9 is captured: D5 C7 E5 A9 D9 D7 A6 A9 A8 pass B9.
#
#    A B C D E F G H J
#  9 . X O . X X . X X 9
#  8 X O O X X X X X X 8
#  7 X O + O X X X X X 7
#  6 . O O X X X X X X 6
#  5 O O X . + X X X X 5
#  4 O O O . O X X X . 4
#  3 O . O O O X X X X 3
#  2 O O O O . O X X X 2
#  1 O O O O O O O X X 1
#    A B C D E F G H J
loadsgf sgf/bent-four-02.sgf
20 reg_genmove w
#? [D5]

# White wins: the bent four at A1, A2, B1 and C1 is captured, and a ko follows: B3 C4 C3 A4 J8 C1 C2 B1 A1 A2 C1 pass A1.
#
#    A B C D E F G H J
#  9 X X X X X . X X X 9
#  8 X X X X X X X O . 8
#  7 X X X X X . X O X 7
#  6 X X X X X X O O O 6
#  5 X X X X X O O O O 5
#  4 . X . X O O . O . 4
#  3 O . + O O O O O O 3
#  2 X O . O O O O O O 2
#  1 X X . O O O O O O 1
#    A B C D E F G H J
loadsgf sgf/bent-four-03.sgf
30 reg_genmove w
#? [B3]

# Black wins: the bent four at H1, J1, J2 and J3 is captured, and a ko follows: H3 F5 G4 H1 H2 E5 G1 J2 J1 H1 J3 D5 J1.
#
#    A B C D E F G H J
#  9 O O X X X X . X X 9
#  8 O O O X X X X X X 8
#  7 O O + O X X + X X 7
#  6 O O O O O X X X X 6
#  5 O O O X X . X X X 5
#  4 O O O O O O . X X 4
#  3 O O O . O O O . O 3
#  2 O O O O O X X . O 2
#  1 O O O O O X . . O 1
#    A B C D E F G H J
loadsgf sgf/bent-four-04.sgf
40 reg_genmove b
#? [H3]

# White wins: the bent four at G9, H9, J8 and J9 is captured, and a ko follows: H6 H9 H7 J8 G8 J9 F9 H9 J9 J8 G9 F6 J9.
#
#    A B C D E F G H J
#  9 O O O O O . X . O 9
#  8 O O . O O O . O . 8
#  7 O O O O O O O X O 7
#  6 O O O O X . X . X 6
#  5 O O O O X . X X X 5
#  4 O O O O O X . X X 4
#  3 O O O O O X X X X 3
#  2 . O O O X . X X X 2
#  1 O O O X X X X X X 1
#    A B C D E F G H J
loadsgf sgf/bent-four-05.sgf
50 reg_genmove w
#? [H6]

# White wins: the bent four at A8, A9, B9 and C9 is captured, and a ko follows: B7 B8 A8 A7 A8 C9 H4 A9 B9 J4 pass A9 A7 B9 B6.
#
#    A B C D E F G H J
#  9 O O O X X X X X X 9
#  8 . . X X X X X X X 8
#  7 X . O X X . X X X 7
#  6 O . X O X X . X X 6
#  5 O O O O O X X X X 5
#  4 . O O O O O O . . 4
#  3 O O O O O O O X X 3
#  2 O O O O O . O O O 2
#  1 O O O O O O O O O 1
#    A B C D E F G H J
loadsgf sgf/bent-four-06.sgf
60 reg_genmove w
#? [B7]
