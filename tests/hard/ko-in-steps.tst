# Kos of several steps: one after another, or taken back once other moves were made.

# Black wins with a ko that it takes at G1 and White takes back at H1, with G3 and J2 in between: H4 H3 G1 G3 J2 H1 J4 H5 G4.
#
#    A B C D E F G H J
#  9 O O O X X X X X X 9
#  8 O O O X X X X X X 8
#  7 O O O O X X + X . 7
#  6 O O O O O X X X X 6
#  5 O O O O O O O . X 5
#  4 . O O O O O . . O 4
#  3 O O O O O O + . X 3
#  2 O O O . O O O X . 2
#  1 O O O O O O . O X 1
#    A B C D E F G H J
loadsgf sgf/ko-in-steps-01.sgf
10 reg_genmove b
#? [H4]

# White wins with a ko that Black takes at J5 and White takes back at J6, with H4 and G4 in between: J3 J5 H4 G4 J6 H7 J5.
#
#    A B C D E F G H J
#  9 X X X X X X . X X 9
#  8 X X X X X X X X X 8
#  7 X X X X . X X . X 7
#  6 X X X X X X O X O 6
#  5 X X X X X X O O . 5
#  4 X X X X X X . . O 4
#  3 X X X X X X X X . 3
#  2 X X X X O O O O O 2
#  1 X X X O O O . O . 1
#    A B C D E F G H J
loadsgf sgf/ko-in-steps-02.sgf
20 reg_genmove w
#? [J3]

# Black wins with one ko after the other, at C8 and A7: C8 D9 B8 B6 D7 A7 C9.
#
#    A B C D E F G H J
#  9 . X O . X X X X X 9
#  8 X O . O X X X X X 8
#  7 . X O . X X X X X 7
#  6 X . O O X X X X X 6
#  5 O O X X X X X X X 5
#  4 O O X X X X X X X 4
#  3 . O O X X X X X . 3
#  2 O O O X X X X X X 2
#  1 O . O O X X . X X 1
#    A B C D E F G H J
loadsgf sgf/ko-in-steps-03.sgf
30 reg_genmove b
#? [C8]

# White wins with a ko that Black takes at B4 and White takes back at C4, with D2, D1, B2 and D3 in between: B1 B4 D2 D1 B2 D3 C4 pass B4.
#
#    A B C D E F G H J
#  9 O . O O X X X X . 9
#  8 O O O X X X X X X 8
#  7 . O O X X X X X X 7
#  6 O O X X X X X X X 6
#  5 O O X X X X X X X 5
#  4 O . O X X X X X X 4
#  3 . O X . X X X . X 3
#  2 O X O . X X X X X 2
#  1 X . X . X X X X X 1
#    A B C D E F G H J
loadsgf sgf/ko-in-steps-04.sgf
40 reg_genmove w
#? [B1]

# White wins with a ko that Black takes at F1 and White takes back at G1, with E2 and C1 in between: D2 F1 E2 C1 G1 G3 F1 pass C2.
#
#    A B C D E F G H J
#  9 O O O O O O O O O 9
#  8 O O O O O O O O O 8
#  7 O O O O O O O O X 7
#  6 . O O O O . O O X 6
#  5 O O O O O O O X X 5
#  4 O O O O O O X X . 4
#  3 O O X O O X + X X 3
#  2 O O . . X O X X . 2
#  1 O O . X O . O X X 1
#    A B C D E F G H J
loadsgf sgf/ko-in-steps-05.sgf
50 reg_genmove w
#? [D2]

# Black wins with one ko after the other, at G8 and F9: G8 J7 G7 J8 H9 J8 J6 H8 J7 F6 F9 pass G9.
#
#    A B C D E F G H J
#  9 O O . O O . O . O 9
#  8 O O O O O O . O X 8
#  7 O O + O O X O X . 7
#  6 O O O O O . X X O 6
#  5 O O O O O O X X X 5
#  4 O O O O O X X X X 4
#  3 O O O O X X + X X 3
#  2 O O O O X X X X X 2
#  1 O O O X X . X X X 1
#    A B C D E F G H J
loadsgf sgf/ko-in-steps-06.sgf
60 reg_genmove b
#? [G8]

# Black wins with a ko that it takes at E8 and White takes back at D8, with B8, C9, A8 and C7 in between: E8 B8 C9 A8 C7 D8 B7 A8 A9 E8 B8.
#
#    A B C D E F G H J
#  9 O X . X O O O O O 9
#  8 . . X O . O O O . 8
#  7 X . + X O O O O O 7
#  6 X X X O O O O O O 6
#  5 X X X X O O . O O 5
#  4 X X X X X O O O O 4
#  3 X X X X X X O O O 3
#  2 X X . X X X X O O 2
#  1 X X X X X . X X O 1
#    A B C D E F G H J
loadsgf sgf/ko-in-steps-07.sgf
70 reg_genmove b
#? [E8]

# Black wins with a ko that it takes at C1 and White takes back at B1, with C5 and A3 in between: B5 C3 C1 C5 A3 B1 A5.
#
#    A B C D E F G H J
#  9 X X . X X X X X X 9
#  8 X X X X X X X X X 8
#  7 . X X X X X X X X 7
#  6 X X X X X X X O O 6
#  5 O . . X X X O O O 5
#  4 X O O X X O . O O 4
#  3 . X + O O O O O . 3
#  2 X X O O O O O O O 2
#  1 X O . O O O O O O 1
#    A B C D E F G H J
loadsgf sgf/ko-in-steps-08.sgf
80 reg_genmove b
#? [B5]
