"""Life-and-death problems: collections of them, and models that rank their moves."""
