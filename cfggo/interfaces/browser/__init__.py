"""Play and study on a page in the browser: a server for this machine alone, and the page."""
