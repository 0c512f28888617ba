"""The study of games and positions: reviews, explanations, problems, pictures."""
