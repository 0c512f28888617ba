"""How well predictions and results are known, whatever made them: no policy, no learning."""
