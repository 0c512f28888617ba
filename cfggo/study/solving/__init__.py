"""Life-and-death problems solved, put in words, and practised.

From top to bottom:

    course        somebody practises a collection: schedule, practice_log, spaced_repetition
    attempt       the moves that they try; tried_moves judges these, game_problems in positions of
                  whole games
    solution      a problem's moves, right and wrong: by proofs, or else by framed_search;
                  solution_words and solution_sgf show it
    prover        what becomes of each move, asked once for each ko master
    fight_search  who wins one fight, with the lines that prove it
    proof_number_search, life
                  the search itself, and when chains live for sure
    fight, frame  what is fought about; the board around a problem
"""
