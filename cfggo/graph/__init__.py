"""The common fate graph of a board: chains as single vertices, labels that know their neighbours."""
