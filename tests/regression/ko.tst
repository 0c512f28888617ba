# Ko: taking it, threatening, answering, and starting one.

# The last ko of the game: Black connects and wins by it.
#
#    A B C D E F G
#  7 . X X X O O . 7
#  6 X . X X O O O 6
#  5 X X X X O . O 5
#  4 . X X . X O O 4
#  3 X X X X O O . 3
#  2 X . X X O O O 2
#  1 X X X X O O . 1
#    A B C D E F G
loadsgf sgf/ko-last-ko.sgf
10 reg_genmove b
#? [D4]

# White has just taken the last ko. Black needs a threat first, and White's eyes on the right give
# one.
#
#    A B C D E F G
#  7 . X X X O O O 7
#  6 X . X X O O O 6
#  5 X X X X O O O 5
#  4 . X X(O). O . 4
#  3 X X X X O O . 3
#  2 X . X X O O . 2
#  1 X X X X O O . 1
#    A B C D E F G
loadsgf sgf/ko-ko-threat.sgf
20 reg_genmove b
#? [G2|G3]

# Black takes the last ko of the game; White has no threat.
#
#    A B C D E F G
#  7 . X X X O O . 7
#  6 X . X X O O O 6
#  5 X X X X O . O 5
#  4 . X X O . O O 4
#  3 X X X X O O . 3
#  2 X . X X O O O 2
#  1 X X X X O O . 1
#    A B C D E F G
loadsgf sgf/ko-take-the-last-ko.sgf
30 reg_genmove b
#? [E4]

# White threatens more than the ko is worth: Black lets the ko go and answers.
#
#    A B C D E F G
#  7 X X X X O . O 7
#  6 X X X X O O O 6
#  5 X X X X O . O 5
#  4 . X X . X O O 4
#  3 . X X X O O . 3
#  2(O)X X X O O O 2
#  1 . X X X O O O 1
#    A B C D E F G
loadsgf sgf/ko-answer-the-threat.sgf
40 reg_genmove b
#? [A3]

# White throws in: the corner's second eye is a ko.
#
#    A B C D E F G H J
#  9 . . . . . . . . . 9
#  8 . . O . . . . . . 8
#  7 . X + . O . O . . 7
#  6 . O X . O . . . . 6
#  5 . X O O X . X X . 5
#  4 . . X X X . X O . 4
#  3 . . + X O O O O O 3
#  2 . . X O O O X X X 2
#  1 . X . X X X . .(X)1
#    A B C D E F G H J
loadsgf sgf/ko-ko-for-the-corner.sgf
50 reg_genmove w
#? [G1]

# White takes the ko on which the corner depends.
#
#    A B C D E F G H J
#  9 . . . X O O . X . 9
#  8 . . . X X O O O(X)8
#  7 . . + . X O X O O 7
#  6 . . . X O X X X X 6
#  5 . . + X O O + O . 5
#  4 . . . X O . . . . 4
#  3 . . + X O . + . . 3
#  2 . . X X O . . . . 2
#  1 . . X O O . . . . 1
#    A B C D E F G H J
loadsgf sgf/ko-ko-in-the-corner.sgf
60 reg_genmove w
#? [J9]
