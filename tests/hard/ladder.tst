# Long ladders: one atari works, the other runs into a breaker.

# White catches Black's 3 stones at E13 in a ladder of 22 moves; the other atari fails.
#
#    A B C D E F G H J K L M N O P Q R S T
# 19 . X X X X X X X X X X X X X X X X X X 19
# 18 . . X X X X X X X X X X X X X X X X X 18
# 17 . . . X . . . . X X X X X X X X X X X 17
# 16 . . . + . . . . . + X X X X X X X X X 16
# 15 . . X X X X . . . . . X X X X X X X X 15
# 14 . . X . O O O O . . . . X . X X X X . 14
# 13 . . . O X X X . . . . . . X X X X X X 13
# 12 . . X . O O . . . . . . . . X . . . . 12
# 11 . . X . X X . . . . . . . . . . . . . 11
# 10 . . . + . . . . . + . . . . . + . . . 10
#  9 . . . . . . . . . . . . . . . . . . . 9
#  8 O O O O O . . X . . . . . . . X . . . 8
#  7 O O O O O O . O . O . . . O . . . . . 7
#  6 O O O O . O O . . . . . . . . . . . . 6
#  5 O O O O O O O O . . . O . . . . O . . 5
#  4 O O O O O O O O . + . . . . . + . . . 4
#  3 O O O O O O O O O O . . . . . . . . . 3
#  2 O O O O O O O O O O O . . . . . O . . 2
#  1 O O O O O O O . O O O O O O O O O O O 1
#    A B C D E F G H J K L M N O P Q R S T
loadsgf sgf/ladder-01.sgf
10 reg_genmove w
#? [G12]

# Black catches White's 4 stones at M13 in a ladder of 28 moves; the other atari fails.
#
#    A B C D E F G H J K L M N O P Q R S T
# 19 O O O . O O O O O O O O O O O O O . . 19
# 18 O O O O O O O . O O O O O O O O . . . 18
# 17 O O O O O O O O . . . . . . X . . . . 17
# 16 O O O O O O O O . X . . . . . + . . . 16
# 15 O O O O O O O . . . O O O O O O O . . 15
# 14 . . O . O O . . . . X X X X X . O . . 14
# 13 . . . . . . . . . . . O O O O X O . . 13
# 12 . . X . . . O . . . . . X X X . O . . 12
# 11 . . . . . . . . . . . . O O O O . . . 11
# 10 . . X X . . . . . + . . . . . + . . . 10
#  9 . . . . . . . . . . . . . . . . . . X 9
#  8 . . . . . . . . . . . . . X X X X X X 8
#  7 . . . . . . . . . . . . X X X X X X X 7
#  6 . . . . . . . . . . . X X X X X X X X 6
#  5 . . . X . . . . . . X X X X X X X X X 5
#  4 . . . X . . . . . X X X X X X X X X X 4
#  3 . X X . . . . . X X X X . X X X X X X 3
#  2 X X X X X X X X X X X X X X X X X X X 2
#  1 X X . X X X X X X X X X X X X X X X X 1
#    A B C D E F G H J K L M N O P Q R S T
loadsgf sgf/ladder-02.sgf
20 reg_genmove b
#? [M12]

# Black catches White's 3 stones at N15 in a ladder of 44 moves; the other atari fails.
#
#    A B C D E F G H J K L M N O P Q R S T
# 19 O O . O O O O O O . . . . . . . . . . 19
# 18 O O O O O O O O O . . . . . . . . . . 18
# 17 O O . O O O O O . . . O O O O O O . . 17
# 16 O O O O O O O . . X . X X X X + O . . 16
# 15 O O O O O O . . . . . . O O O X O . . 15
# 14 O O O O O . . . . . . . . X X . O . . 14
# 13 O O O O . . . . . . . . . O O O O . . 13
# 12 O O O . . . . . . . . . . . . . . . . 12
# 11 O O . . . . . . . . . . . . . . . . . 11
# 10 O O . X . . . . . + . . . . X X X X X 10
#  9 . . . . . . . . . . . . . X X X X X X 9
#  8 . . . . . . . . . . . . X X X X X X X 8
#  7 . . . . . . . . . . . X X X X X X X X 7
#  6 . . . . . . . . . . X X X X X X X . X 6
#  5 . . . . X . . . . X X X X X X X . X X 5
#  4 . . . + O . . . X X X X X X X X X X X 4
#  3 . . X . . . X X X X X X X X X X X X X 3
#  2 . . . . . X X X X X X X X X X X X X X 2
#  1 X X X X X X X X X X X X X X X X X X X 1
#    A B C D E F G H J K L M N O P Q R S T
loadsgf sgf/ladder-03.sgf
30 reg_genmove b
#? [N14]
