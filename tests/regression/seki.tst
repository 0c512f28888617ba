# Seki: neither side may play, and the side that knows it wins.

# Seki: four black stones and White's chain share two liberties. Whoever plays there first loses
# his stones.
#
#    A B C D E F G
#  7 X X X X O X . 7
#  6 . . O O O X . 6
#  5 O O O X X X . 5
#  4 X X X X . . . 4
#  3 . . + . + . . 3
#  2 . . . . X . . 2
#  1 . . X . . . . 1
#    A B C D E F G
loadsgf sgf/seki-leave-it.sgf
10 reg_genmove b
#? [!A6|B6]

# White is a liberty short of winning the race. Closing the way out makes a seki of it.
#
#    A B C D E F G
#  7 X X X X . X . 7
#  6 . . O O O X . 6
#  5 O O O X X X . 5
#  4 X X X X . . . 4
#  3 . . + . + . . 3
#  2 . . . . X . . 2
#  1 . . X . . . . 1
#    A B C D E F G
loadsgf sgf/seki-make-seki.sgf
20 reg_genmove w
#? [E7]

# The same position with Black to play: connecting leaves White's chain dead.
#
#    A B C D E F G
#  7 X X X X . X . 7
#  6 . . O O O X . 6
#  5 O O O X X X . 5
#  4 X X X X . . . 4
#  3 . . + . + . . 3
#  2 . . . . X . . 2
#  1 . . X . . . . 1
#    A B C D E F G
loadsgf sgf/seki-break-seki.sgf
30 reg_genmove b
#? [E7]

# Colours exchanged: Black's chain in the corner lives in seki if White's stones are shut in.
#
#    A B C D E F G
#  7 O O O O . O . 7
#  6 . . X X X O . 6
#  5 X X X O O O . 5
#  4 O O O O . . . 4
#  3 . . + . + . . 3
#  2 . . . . O . . 2
#  1 . . O . . . . 1
#    A B C D E F G
loadsgf sgf/seki-save-by-seki.sgf
40 reg_genmove b
#? [E7]

# An eye for each and one liberty for both: neither can touch C7.
#
#    A B C D E F G
#  7 . X . O . O X 7
#  6 X X O O O O X 6
#  5 O O O X X X X 5
#  4 X X X X . . . 4
#  3 . . + . + . . 3
#  2 . . . . X . . 2
#  1 . . X . . . . 1
#    A B C D E F G
loadsgf sgf/seki-an-eye-each.sgf
50 reg_genmove b
#? [!A7|C7]

# Everything is settled but the seki, and that must be left alone: Black passes.
#
#    A B C D E F G
#  7 X X X X O X . 7
#  6 . . O O O X X 6
#  5 O O O X X X X 5
#  4 X X X X X X . 4
#  3 X X X X + X X 3
#  2 X X X X X X X 2
#  1 . X X X X X . 1
#    A B C D E F G
loadsgf sgf/seki-nothing-left.sgf
60 reg_genmove b
#? [pass]

# A seki is worth more than the hope to win it: Black leaves it and keeps his seven stones.
#
#    A B C D E F G
#  7 O O O O X O . 7
#  6 . . X X X O . 6
#  5 X X X O O O . 5
#  4 O O O O . . . 4
#  3 . . + . + . . 3
#  2 . . . . O . . 2
#  1 . . O . . . . 1
#    A B C D E F G
loadsgf sgf/seki-behind-in-seki.sgf
70 reg_genmove b
#? [!A6|B6]
