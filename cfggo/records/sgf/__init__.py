"""SGF game records, read and written, also faulty ones."""
