"""The papers that this program is made from: their claims, and how each is tried again."""
