"""Statistics of predictions and results, whatever model they come from."""
