"""Life-and-death problems solved: framed, proved, put in words; and a log of who practised what."""
