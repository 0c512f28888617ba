"""How often experts play 3x3 patterns, counted (Sliwa 2015): no model, no iterations."""
