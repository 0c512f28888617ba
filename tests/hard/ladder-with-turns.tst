# Long ladders that change their direction on the way.

# White catches Black's 3 stones at Q4 in a ladder of 32 moves that changes its direction; the
# other atari fails.
#
#    A B C D E F G H J K L M N O P Q R S T
# 19 O O O X X X X X X X X X X X X X X X . 19
# 18 O O O O X X X X X . X . . . . . X X X 18
# 17 O O O O O X X X X X . . . . . . . . X 17
# 16 O O O O O O X X X + . . . . . O . . X 16
# 15 O . O O O O O X X . . . . . . . . . X 15
# 14 O O O O O O O O X . . . . . . . . . X 14
# 13 O O O O O O O X . . O . . . . . . . X 13
# 12 O O O O O O . . . . O . . . . . . X X 12
# 11 O O O O O O . . . . . . . . . . . X X 11
# 10 O O O O O O . . . + . . . . . + . . X 10
#  9 O O O O O O . . . . . . . . . . . . . 9
#  8 O O O O O O . . . . . . . . . . . . . 8
#  7 O O O O O O O . . . . . . . . . O X . 7
#  6 O O O O O O O O O . . . . . . X O X . 6
#  5 O O O O O O O O O O . . . X O X O X . 5
#  4 O O O O O O O O O O O . . . O X O X . 4
#  3 O O O O O O O O O O O . . X . O . X . 3
#  2 O O O O O O O O O O O . . X X X X . . 2
#  1 O O O O O O . O O O O . . . . . . . . 1
#    A B C D E F G H J K L M N O P Q R S T
loadsgf sgf/ladder-with-turns-01.sgf
10 reg_genmove w
#? [P6]

# White catches Black's 4 stones at E4 in a ladder of 36 moves that changes its direction; the
# other atari fails.
#
#    A B C D E F G H J K L M N O P Q R S T
# 19 O O O O O O O O O O O O O O O O O O O 19
# 18 . O O O O O O O O O O O O O O O O O O 18
# 17 O O O O O O O O O O O O O O O O O O O 17
# 16 O O O O O O O O O O O . O O O O O O O 16
# 15 O O O O O O O O O O O O O O O O O O O 15
# 14 O O O O O O O O O O X . . . . O O O . 14
# 13 O O O O O O O O O . X . . . . O O . . 13
# 12 O O O O O O O O O . . O . . O . . . . 12
# 11 O O O O O O O O . . . . . . . . . . . 11
# 10 O O O O O O O . . + . . . . O O . . . 10
#  9 O O O O O O . . . . . . . . . . . . . 9
#  8 . . . . . . . . . . . . . . . . . . . 8
#  7 . . . . . . . . . . . . . . . . . . . 7
#  6 . . X X X X X . . . . . . . . . . . . 6
#  5 . . X . O O O . . . . . . . . O O . . 5
#  4 . . X O X X X X . + . . . . O X . . . 4
#  3 . . X . O O O O O . X . . X X X X X X 3
#  2 . . X X X X X X X . . . X X . X X . X 2
#  1 . . . . . . . . . . . X X X X X X X X 1
#    A B C D E F G H J K L M N O P Q R S T
loadsgf sgf/ladder-with-turns-02.sgf
20 reg_genmove w
#? [H5]

# Black catches White's 4 stones at Q13 in a ladder of 38 moves that changes its direction; the
# other atari fails.
#
#    A B C D E F G H J K L M N O P Q R S T
# 19 . . . . . O O O O O O O . . . . . . . 19
# 18 . . . . . . O O O O O O . O O O O O . 18
# 17 . . O . . . O O O . O O . . . X . O . 17
# 16 . . . + . . . O O O . O . O X O X O . 16
# 15 O . . . . . . . . X O O . . X O X O . 15
# 14 O . . . . . . . . . X O . O X O X O . 14
# 13 O O . . . . . X O . . . . . . O X O . 13
# 12 O O O . . . . . . . . . . . . . X . . 12
# 11 O O . O . . X . . . . . . . . . . . X 11
# 10 O O O O O O . . . X . . . . . X . X X 10
#  9 O O O O O O O O O . . . . . . . X X X 9
#  8 O O O O O O O O . . . . . . . . X X X 8
#  7 O O O O O O O O . . . . . . . X X X X 7
#  6 O O O O O O O O O . . . . . X X X X X 6
#  5 O O O O O O O O . X . . . . X . X X X 5
#  4 O O O O O O O X X X . . . . . X X X X 4
#  3 O O O O O O X X X . . . . . X X . X X 3
#  2 O O O O O X X . X . . . . . . X X X X 2
#  1 O . O O X X . X X X . . . . . X X X X 1
#    A B C D E F G H J K L M N O P Q R S T
loadsgf sgf/ladder-with-turns-03.sgf
30 reg_genmove b
#? [P13]

# Black catches White's 3 stones at R15 in a ladder of 56 moves that changes its direction; the
# other atari fails.
#
#    A B C D E F G H J K L M N O P Q R S T
# 19 X X X X X X X X X X X X X . . . . . . 19
# 18 X X X X X X X X X X X X X . . . . . . 18
# 17 X X X X X X X X X X X X . . . O O O O 17
# 16 X X X X X X X X X X X . . . . X X X X 16
# 15 . X X X X X X X X X . . . . . . O O O 15
# 14 X . X X X X X X X . . . . . . . . X X 14
# 13 X X X X X X X X O . . . . . . . . . . 13
# 12 X X X X X X X . . . . . . . . . . . . 12
# 11 X X X X X X . . . . . . . . . . . . . 11
# 10 X X X X X . . . . + . . . . . O . . O 10
#  9 X X X X . . . O . . . . . . . . . O O 9
#  8 X X X . . . . . . . . . . . . . O O O 8
#  7 . . . . . . . . . . . . . . . O O O O 7
#  6 . . . . . . . . . . . . . . O O O O O 6
#  5 . . . . . . . . . X . . . O O . O . O 5
#  4 . . . X . . . . . + . . O O O O O O O 4
#  3 . . . . . . . . . . . O O O O O O O O 3
#  2 . . X . . . . . . . O O O O O O O O O 2
#  1 . . . . . . . . . O O O O O O O O O O 1
#    A B C D E F G H J K L M N O P Q R S T
loadsgf sgf/ladder-with-turns-04.sgf
40 reg_genmove b
#? [Q15]

# White catches Black's 2 stones at B4 in a ladder of 56 moves that changes its direction; the
# other atari fails.
#
#    A B C D E F G H J K L M N O P Q R S T
# 19 . O O O O O O O O O O O O O O O O O . 19
# 18 O O O O O O O O O O O . . . . . . . . 18
# 17 O O O O O O O O O O . . X . . O . . . 17
# 16 O O O O O O O O O + . . . . . X O . . 16
# 15 O O O O O . O O . . . . . . . . . . . 15
# 14 O O O O O O O . . . . . . . . . . . . 14
# 13 O O O O O O . . . O . . . . . . . . . 13
# 12 O O O O O . . . . . . . . . . . . . . 12
# 11 O O O . . . . . . . . . . . X . . . . 11
# 10 O O . + . . O . . + . . . . . X X X X 10
#  9 O . . . . . . . . . . . . . X X X X X 9
#  8 . . . . . . . . . . O . . X X X X X X 8
#  7 . . . . . . . . . . . . X X X X X X X 7
#  6 X X . . . . . . . . . X X X X X X X X 6
#  5 . O . . . . . . . . X X X X X X X X X 5
#  4 O X X + . . . . . X X X X X X X X X X 4
#  3 . O O O . O . . X . X X X X X X . X X 3
#  2 X X X X . . . X X X X X X X X X X X X 2
#  1 . . . . . . X X X X X X X X X X X X X 1
#    A B C D E F G H J K L M N O P Q R S T
loadsgf sgf/ladder-with-turns-05.sgf
50 reg_genmove w
#? [C5]
