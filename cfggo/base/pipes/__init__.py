"""The ends of pipes to a controller: input without a buffer, output, who is still there."""
