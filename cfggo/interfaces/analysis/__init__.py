"""KataGo's analysis protocol: queries and answers in JSON, many positions at a time."""
