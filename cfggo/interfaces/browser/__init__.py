"""Play and study on a page in the browser: a server for this machine alone, and the page.

`static/` has the page's scripts.  Behind them, each layer knows those below it alone:

    serve        starts engine and servers, and keeps the game at the end
    game_actions, home
                 what each request does; the home network
    open_game, practice, edits
                 the game that all pages show, or a collection of problems; comments, marks, set-ups
    engine_tasks, game_view, questions, timekeeper
                 what the engine does next; the state as pages are told it; short questions; time
    table, server
                 what threads share, under one lock; HTTP and the stream of news
    variations, filing
                 the lines of the game's tree; where records go
    node_index, saved_record, evaluations, lessons, search_agenda, my_games, requests, teller
                 parts of these
    searches     how the engine is asked, by what overlays want to know
    clocks, events, found, guard, played, rating, tree_view, view, worker
                 which know nothing of each other: `played` is one line of a game, `worker` the
                 thread of the engine, `found` what is known of a position
"""
