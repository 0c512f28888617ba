"""From game records to the weights of the policies, and how well these predict."""
