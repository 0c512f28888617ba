"use strict";

/* The page of a review: it shows what the element "review" holds, as reviewing/page.py writes it.

   size       of the board
   positions  list, one for each position: { number, change: { vertex: colour or null }, last, toPlay,
              winrate, score, moves, owners }, of which the last four are missing where nothing was
              searched; winrate and score are Black's, moves [[vertex, visits, winrate, score,
              variation], ...] those of the side to move
   moves      object: the position after a move -> what the review says of that move
   mistakes   list of such positions, the worst move first */

(() => {
  makeSettingsDrawer();
  const { colour: name, percentRounded: percent, points, lead, ahead } = words;
  const review = JSON.parse(document.getElementById("review").textContent, revive);
  const last = review.positions.length - 1;
  const inOrder = [...review.mistakes].sort((a, b) => a - b);
  const state = { at: 0, view: "game", chosen: null, explains: false };
  let byPointer = false;  // whether what was done last was done by a pointer
  const panel = document.getElementById("move");
  const ownership = document.getElementById("ownership");

  const boards = [];
  review.positions.reduce((stones, position) => {
    const next = { ...stones };
    for (const [vertex, colour] of Object.entries(position.change)) {
      if (colour) next[vertex] = colour;
      else delete next[vertex];
    }
    boards.push(next);
    return next;
  }, {});

  const board = new Board(document.getElementById("board"), {
    label: t("Board"),
    onPlay: (vertex) => choose(vertex),
  });
  const chart = new Chart(document.getElementById("chart"), { onSelect: (at) => go(at) });

  /** Goes to a position; by default a view stays that says something of every position. */
  function go(at, view = state.view === "better" ? "game" : state.view) {
    state.at = Math.min(Math.max(at, 0), last);
    state.chosen = null;
    setView(view);
  }

  function setView(view) {
    state.view = view;
    for (const input of document.querySelectorAll("input[name=view]")) {
      input.checked = input.value === view;
    }
    draw();
  }

  /** Shows the variation of a suggestion that is clicked. */
  function choose(vertex) {
    const found = (review.positions[state.at].moves ?? []).find(([move]) => move === vertex);
    if (!found || state.view !== "next") return;
    state.chosen = state.chosen === vertex ? null : vertex;
    draw();
  }

  function draw() {
    chart.show({ current: state.at });
    document.getElementById("step").textContent = `${state.at} / ${last}`;
    for (const button of document.querySelectorAll("[data-go]")) {
      const at = { first: 0, back: 0, last, on: last }[button.dataset.go];
      button.disabled = at === state.at;
    }
    board.show(picture());
    describe();
    for (const row of document.querySelectorAll("tr[data-at]")) {
      const isNow = Number(row.dataset.at) === state.at;
      row.classList.toggle("now", isNow);
      row.querySelector("button").setAttribute("aria-pressed", String(isNow));
    }
  }

  /** Returns what the board is to show. */
  function picture() {
    const position = review.positions[state.at];
    const move = review.moves[state.at];
    const shown = {
      size: review.size, stones: boards[state.at], lastMove: position.last, toPlay: null,
      moves: null, variation: null, marks: null,
      ownership: ownership.checked ? owners(position) : null,
    };
    if (state.view === "better" && move) {
      shown.stones = boards[state.at - 1];
      shown.lastMove = review.positions[state.at - 1].last;
      shown.variation = { colour: move.colour, moves: move.pv };
      if (!move.pv.includes(move.move)) {
        shown.marks = [{ vertex: move.move, shape: "cross", kind: "bad" }];
      }
      shown.ownership = ownership.checked ? owners(review.positions[state.at - 1]) : null;
    } else if (state.view === "reply" && move && move.reply.length) {
      shown.variation = { colour: move.colour === "black" ? "white" : "black", moves: move.reply };
    } else if (state.view === "next" && position.moves) {
      const chosen = position.moves.find(([vertex]) => vertex === state.chosen);
      if (chosen) {
        shown.variation = { colour: position.toPlay, moves: chosen[4] };
      } else {
        const most = position.moves[0][1];
        shown.moves = position.moves.map(([vertex, visits, winrate, score]) => ({
          vertex, text: words.rounded(100 * winrate), small: ahead(score),
          share: visits / most,
        }));
      }
    }
    return shown;
  }

  function owners(position) {
    if (!position.owners) return null;
    const size = review.size;
    return Array.from({ length: size }, (_, row) => Array.from(
      position.owners.slice(row * size, (row + 1) * size),
      (letter) => (letter.charCodeAt(0) - 107) / 10,
    ));
  }

  /** Says in words what there is to know of the move that led here. */
  function describe() {
    const position = review.positions[state.at];
    const move = review.moves[state.at];
    const lines = [];
    const value = position.winrate === undefined ? t("Not reviewed")
      : t("Black {winrate}, {lead}", { winrate: percent(position.winrate), lead: lead(position.score) });
    if (move) {
      lines.push(element("h2", t("Move {n}: {colour} {vertex}", { n: move.number, colour: name(move.colour), vertex: move.move })));
      lines.push(element("p", t("{first}. {second}", { first: value, second: move.rankWords })));
      if (move.lost !== null) {
        const values = { points: points(move.lost), winrate: percent(move.winrateLost) };
        const lost = move.lost < 0.05 ? t("Lost nothing.")
          : move.losesLead ? t("Lost {points}, {winrate} win rate and the lead.", values)
            : t("Lost {points} and {winrate} win rate.", values);
        const sure = move.sure ? t("Searched again.") : "";
        lines.push(element("p", inARow([lost, sure]), move.mistake ? "lost" : ""));
      }
      if (move.best !== move.move) {
        const values = {
          colour: name(move.colour), winrate: percent(move.winrate), points: points(Math.abs(move.score)),
        };
        const before = words.isBehind(move.score) ? t("{colour} {winrate}, {points} behind", values)
          : t("{colour} {winrate}, {points} ahead", values);
        const line = { moves: move.pv.join(" "), before };
        lines.push(element("p", move.mistake ? t("Better: {moves} ({before})", line)
          : t("First choice: {moves} ({before})", line)));
      }
      if (move.reply.length) lines.push(element("p", t("Expected now: {moves}", { moves: move.reply.join(" ") })));
      addReasons(lines, move.move, move.why);
      addReasons(lines, move.best, move.whyBest);
    } else {
      const title = state.at === 0 ? t("Before the first move") : t("After move {n}", { n: position.number });
      lines.push(element("h2", title), element("p", t("{sentence}.", { sentence: value })));
    }
    if (state.view === "next" && position.moves) {
      const [vertex, , winrate, score, pv] = position.moves.find(([each]) => each === state.chosen)
        ?? position.moves[0];
      lines.push(element("p", t("{colour} {vertex}: {winrate}, {score}: {moves}", {
        colour: name(position.toPlay), vertex, winrate: percent(winrate), score: ahead(score), moves: pv.join(" "),
      })));
    }
    panel.replaceChildren(...lines);
  }

  /** Adds why the policy finds a move likely or not; once opened, it stays open from move to move. */
  function addReasons(lines, vertex, [first, ...others]) {
    if (first === undefined) return;
    const list = document.createElement("ul");
    list.append(...others.map((sentence) => element("li", sentence)));
    const details = document.createElement("details");
    const place = first.replace(/^[^:：]*[:：]\s*/, "");  // without the move's name
    details.append(element("summary", t("Why {vertex}: {reason}", { vertex, reason: place })), list);
    details.open = state.explains;
    details.addEventListener("toggle", () => { state.explains = details.open; });
    lines.push(details);
  }

  function element(kind, text, name = "") {
    const made = document.createElement(kind);
    made.textContent = text;
    if (name) made.className = name;
    return made;
  }

  function goToMistake(step) {
    const found = step > 0 ? inOrder.find((at) => at > state.at)
      : inOrder.findLast((at) => at < state.at);
    if (found !== undefined) go(found, "better");
  }

  const steps = {
    first: () => go(0),
    last: () => go(last),
    back: () => go(state.at - 1),
    on: () => go(state.at + 1),
    "mistake-back": () => goToMistake(-1),
    "mistake-on": () => goToMistake(1),
  };
  for (const button of document.querySelectorAll("[data-go]")) {
    button.addEventListener("click", () => steps[button.dataset.go]());
  }
  for (const row of document.querySelectorAll("tr[data-at]")) {
    row.querySelector("button").addEventListener("click", () => go(Number(row.dataset.at), "better"));
  }
  for (const input of document.querySelectorAll("input[name=view]")) {
    input.addEventListener("change", () => {
      setView(input.value);
      if (byPointer) input.blur();  // so that the arrow keys step
    });
  }
  ownership.addEventListener("change", draw);

  for (const kind of ["pointerdown", "keydown"]) {
    document.addEventListener(kind, () => { byPointer = kind === "pointerdown"; }, { capture: true });
  }

  const views = { g: "game", b: "better", r: "reply", h: "next", t: "next" };
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("dialog")) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.matches("input[type=range], input[type=radio]") && event.key.startsWith("Arrow")) return;
    const key = event.key.toLowerCase();
    const jump = {
      arrowleft: -1, arrowright: 1, pageup: -10, pagedown: 10, home: -last, end: last,
    }[key];
    if (jump !== undefined) go(state.at + jump);
    else if (key === "n") goToMistake(1);
    else if (key === "p") goToMistake(-1);
    else if (key === "o") ownership.click();
    else if (views[key]) setView(views[key]);
    else return;
    event.preventDefault();
  });

  chart.show({
    moves: last,
    winrates: review.positions.map((position) => position.winrate ?? null),
    scores: review.positions.map((position) => position.score ?? null),
    marks: review.mistakes.map((at) => ({
      move: at, kind: "bad", text: t("{vertex}: lost {points}", { vertex: review.moves[at].move, points: points(review.moves[at].lost) }),
    })),
  });

  /** Goes to the position that the address names, or to the first one. */
  function followAddress() {
    const at = Number(location.hash.slice(1));
    go(Number.isInteger(at) ? at : 0);
  }

  window.addEventListener("hashchange", followAddress);  // a link that is opened while the page is
  followAddress();
})();
