"""The Bradley-Terry model: weights and their files, the tree policy, the playout policy.

Its words, everywhere (Coulom 2007):

    gamma    how strong a feature is, above 0.  A move's is the product of its features' gammas, and
             its probability is its gamma over the sum of all moves'
    theta    ln(gamma), which is what is learnt and kept; the thetas of a move's features add up to
             the move's
    weights  the thetas of all features of a policy together (`Weights`), and their file
    units    playouts count in whole numbers: theta in units of 1/128 (THETA_UNIT), gamma in units
             of 1/4096 (GAMMA_UNIT)
    packed   two thetas in units in one int32, White's times 2**16 plus Black's
"""
