"""Game records: where they are found, which are kept, and their moves as kernels read them."""
