"""What is worth knowing about games and positions: reviews, explanations, problems, pictures."""
