# Under the stones: a move where own stones have just been captured.

# Black captures the 5 stones at G6, by a move under the stones: H5 G8 J5 J9 H8 H4 J6 G3 J8.
#
#    A B C D E F G H J
#  9 X X X X X X O X X 9
#  8 X X . X X X . X X 8
#  7 X X X . X X O O O 7
#  6 X X X X X X O O . 6
#  5 X X X X X X X . . 5
#  4 O O O O O O O . O 4
#  3 O O O O O O + X X 3
#  2 . O O O . O X X O 2
#  1 O O O O O O O O O 1
#    A B C D E F G H J
loadsgf sgf/under-the-stones-01.sgf
10 reg_genmove b
#? [H5]

# Black gets a ko for the group at D7, by a move under the stones: E8 E9 G8 E7 D9 E9 D9 C9 E9.
#
#    A B C D E F G H J
#  9 O O X . . X O X O 9
#  8 O X X O . . . X O 8
#  7 O O O X + X X X O 7
#  6 O . O O O O O O O 6
#  5 O O O O O O O O O 5
#  4 O O O O . O O O O 4
#  3 O O O O O O O O O 3
#  2 X X X X X X X X X 2
#  1 X X X X . X . X X 1
#    A B C D E F G H J
loadsgf sgf/under-the-stones-02.sgf
20 reg_genmove b
#? [E8]

# White gets a ko for the group at D1, by a move under the stones: A5 A2 B1 A3 B3 C1 D1 E2.
#
#    A B C D E F G H J
#  9 X X X X X . X O O 9
#  8 X X X X X X X O . 8
#  7 X X X X X X X O O 7
#  6 O X X X X . X O O 6
#  5 . O O X X X X O . 5
#  4 X X O X X X X O O 4
#  3 . . O X X X X O O 3
#  2 . O O X O X X O O 2
#  1 . . . O O X X O O 1
#    A B C D E F G H J
loadsgf sgf/under-the-stones-03.sgf
30 reg_genmove w
#? [A5]

# White saves the group at C2, by a move under the stones: B2 A5 B1 A3 A4 A2 A1 A3 B6.
#
#    A B C D E F G H J
#  9 X X X X X X X O O 9
#  8 X X X X X . X O O 8
#  7 O O X X X X X O O 7
#  6 O O X X X X X O . 6
#  5 . X O X X X X O O 5
#  4 . O O X X X X O O 4
#  3 . X O X + X X O O 3
#  2 . . O X X X X O . 2
#  1 . . X X X X X O O 1
#    A B C D E F G H J
loadsgf sgf/under-the-stones-04.sgf
40 reg_genmove w
#? [B2]

# Black saves the group at C1, by a move under the stones: C2 B1 E2 E1 F1 D1 E1 B2 G1.
#
#    A B C D E F G H J
#  9 X X . X X X . X X 9
#  8 X X X X X X X X X 8
#  7 O O O O O O O O O 7
#  6 O O O . O O O O O 6
#  5 O O O O O O + O O 5
#  4 O O O O O O O O O 4
#  3 O X X X + O O O O 3
#  2 X . . O . O X O O 2
#  1 . . X O . X X O O 1
#    A B C D E F G H J
loadsgf sgf/under-the-stones-05.sgf
50 reg_genmove b
#? [C2]
