"use strict";

/* Draws the page: board, overlays, panel and chart, from what app.js knows. */

const SHOWN_MOVES = 10;
const SLIGHT_SHARE = 0.02;     // of the best move's visits: moves with fewer are left out
const FEW_VISITS = 40;         // a move with fewer has no figures on the board: they would be chance
const UNSURE = 0.2;            // of -1 to 1: nobody's point to a screen reader
const LEAST_LIKELY = 0.005;    // less is not read out

/** Draws what lies on the stones, and with them whatever else the board is to show. */
function drawOverlays(below = {}) {
  if (!state) return;
  const analysis = analyses.get(state.ids[shown]);
  const result = shownResult();
  const picture = {
    ...below, moves: null, policy: null, graph: null, variation: null, marks: [...recordMarks(), ...nextMoveMarks()],
    ownership: result ? result.owners : null,
  };
  if (!pending) {
    if (overlays.has("ownership") && !result) picture.ownership = analysis?.ownership ?? null;
    if (overlays.has("policy") && !result) picture.policy = analysis?.policy ?? null;
    if (overlays.has("moves") && analysis?.candidates && !result) {
      const line = pointedAt(analysis)?.pv;
      if (line?.length > 1) picture.variation = { colour: player(), moves: line };
      else picture.moves = suggestions(analysis.candidates);
    }
    if (overlays.has("graph")) {
      picture.graph = graphs.get(state.ids[shown]) ?? null;
      fetchGraph();
    }
  }
  dressBoard(picture);
  picture.notes = notes(picture);
  board.show(picture);
  drawHint(analysis);
}

/** Returns what a screen reader is to say of points, of owners, likely moves and marks, by vertex. */
function notes({ ownership, policy, marks }) {
  const said = {};
  (ownership ?? []).forEach((owners, row) => owners.forEach((owner, column) => {
    if (Math.abs(owner) < UNSURE) return;
    said[Board.vertex(column, row, state.size)] = t("{colour}’s, {share}", {
      colour: words.colour(owner > 0 ? "black" : "white"), share: words.percent((1 + Math.abs(owner)) / 2),
    });
  }));
  for (const [vertex, p] of Object.entries(policy ?? {})) {
    if (p >= LEAST_LIKELY) said[vertex] = listed([said[vertex], t("probability {share}", { share: words.percent(p) })]);
  }
  for (const { vertex, shape, text } of marks) {
    if (text || SHAPES[shape]) said[vertex] = listed([said[vertex], t("marked {mark}", { mark: text || SHAPES[shape] })]);
  }
  return said;
}

/** Returns the candidates that were searched enough to be shown. */
function shownCandidates(candidates) {
  const most = Math.max(...candidates.map(({ visits }) => visits), 1);
  return candidates.filter(({ visits }, i) => i < SHOWN_MOVES && visits >= SLIGHT_SHARE * most);
}

function suggestions(candidates) {
  const most = Math.max(...candidates.map(({ visits }) => visits), 1);
  return shownCandidates(candidates).map(({ move, winrate, score, visits }) => ({
    vertex: move, text: words.rounded(100 * winrate), small: words.ahead(score), share: visits / most,
    few: visits < FEW_VISITS,
  }));
}

/** Returns the candidate that the pointer or the focus is at, if there is one. */
function pointedAt({ candidates }) {
  return candidates.find(({ move }) => move === hovered);
}

/** Returns what a search found out about a move. */
function found({ winrate, score, visits }, of) {
  return t("win rate {winrate}, {score} points, {n} of {all} playouts.", {
    winrate: words.percent(winrate), score: words.ahead(score), n: visits, all: of,
  });
}

function nextMoveMarks() {
  const next = state.moves[shown];
  if (!next || next.vertex === "pass" || pending) return [];
  const bad = mistakes().some(({ move }) => move === shown + 1);
  return [{ vertex: next.vertex, shape: "ring", kind: bad ? "bad" : "" }];
}

function drawHint(analysis) {
  const parts = [];
  const isCounted = Boolean(shownResult());
  if ((overlays.has("moves") || overlays.has("policy")) && isCounted) {
    parts.push(t("The game is counted: no move comes next."));
  } else if (overlays.has("moves") && analysis?.candidates?.length) {
    const pointed = pointedAt(analysis);
    const one = pointed ?? analysis.candidates[0];
    const values = {
      colour: words.colour(player()), moves: one.pv.slice(0, 6).join(" "), found: found(one, analysis.visits),
    };
    parts.push(pointed ? t("{colour}: {moves}, {found}", values) : t("Best for {colour}: {moves}, {found}", values));
    const pass = shownCandidates(analysis.candidates).find(({ move }) => move === "pass");
    if (pass && pass !== one) parts.push(t("A pass: {found}", { found: found(pass, analysis.visits) }));
    parts.push(t("In the discs: win rate in percent, points ahead; small pale ones had few playouts. Point at one for what follows."));
  }
  if (overlays.has("policy") && analysis?.policy && !isCounted) {
    const likely = Object.entries(analysis.policy).sort(([, a], [, b]) => b - a).slice(0, 3);
    parts.push(t("Likeliest: {moves}.", { moves: listed(likely.map(([vertex, p]) => `${vertex} ${words.percent(p)}`)) }));
  }
  if (overlays.has("ownership") && analysis?.ownership && !isCounted) {
    parts.push(t("Squares: who owns a point in the end, the larger the surer. Expected: {lead}.", { lead: words.lead(analysis.score) }));
  }
  if (explaining) parts.unshift(t("Click a point to have a move there explained."));
  $("hint").textContent = inARow(parts);
}

/* Drawing */

function draw() {
  if (!state) return;
  drawBoard();
  drawTurn();
  drawPanel();
  drawChart();
  drawTree();
  drawTeacher();
  drawLoss();
  look();
}

/** Draws the position and what lies on it. */
function drawBoard() {
  const stones = Board.stonesAfter(state, shown);
  const last = shown > 0 ? state.moves[shown - 1].vertex : null;
  const mayPlay = !explaining && !waitsForEngine() && !(state.over && isLast());
  if (pending) stones[pending.vertex] = pending.colour;
  drawOverlays({
    size: state.size,
    stones,
    dead: shownResult()?.dead ?? [],
    lastMove: pending ? pending.vertex : last === "pass" ? null : last,
    toPlay: mayPlay && !pending && tool === null ? player() : null,
  });
}

function drawTurn() {
  if (!state) return;
  let text = page.message;
  const thinks = waitsForEngine() && !text;
  if (!text && state.loading) text = state.loading;
  else if (!text && state.failure) text = state.failure;
  else if (!text && state.over && isLast()) text = state.result?.text ?? state.ending ?? t("The game is over");
  else if (!text) {
    const last = shown > 0 ? state.moves[shown - 1] : null;
    const now = thinks ? t("cfggo is thinking") : t("{colour} to play", { colour: words.colour(player()) });
    text = last?.vertex === "pass" ? t("{first}. {second}", { first: words.move(last), second: now }) : now;
  }
  $("turn").textContent = text;
  $("turn").classList.toggle("thinking", thinks && !state.loading && !state.failure);
  page.drawSteps(shown, state.moves.length, `${shown} / ${state.moves.length}`, state);
}

function drawPanel() {
  for (const colour of ["black", "white"]) {
    const card = $(`player-${colour}`);
    const taken = state.prisoners[shown][colour];
    card.querySelector(".name").textContent = state.names[colour];
    card.querySelector(".name").title = state.names[colour];
    card.querySelector(".taken").textContent = taken ? `+${taken}` : "";
    card.querySelector(".taken").title = words.counted(taken, "prisoner");
    card.classList.toggle("turn-now", !(state.over && isLast()) && player() === colour);
  }
  $("pass").disabled = waitsForEngine() || (state.over && isLast());
  $("undo").disabled = !mayUndo();
  $("resign").disabled = state.over || state.engine === null;
  drawResult();
  $("branch").hidden = state.branch === null;
  if (state.branch !== null) {
    $("branch-words").textContent = t("A variation, from move {n} on. The game is kept.", { n: state.branch });
  }
  $("follow").setAttribute("aria-pressed", String(state.follow));
  $("conditions").textContent = state.conditions;
  $("kept").textContent = state.not_kept
    ? t("The game could not be kept: {error}", { error: state.not_kept })
    : state.kept.length ? keptWords(state.kept) : "";
  fillLevels($("level"));
  $("seat").value = state.engine === null ? "both" : words.other(state.engine);
  $("level").value = state.level;
  $("level").title = state.levels[state.level] ?? "";
  for (const button of document.querySelectorAll("[data-overlay]")) {
    button.setAttribute("aria-pressed", String(overlays.has(button.dataset.overlay)));
  }
  $("explain").setAttribute("aria-pressed", String(explaining));
}

function drawChart() {
  const found = mistakes();
  chart.show({
    moves: state.moves.length,
    current: shown,
    winrates: state.evaluations.map((one) => one?.winrate ?? null),
    scores: state.evaluations.map((one) => one?.score ?? null),
    marks: found.map(({ move, loss }) => ({ move, text: t("move {move}: {n} points lost", { move, n: loss.toFixed(1) }), kind: "bad" })),
  });
  const now = state.evaluations[shown];
  $("now").textContent = now ? t("Black {winrate}, {lead}", { winrate: words.percent(now.winrate), lead: words.lead(now.score) }) : "";
  drawReview();
  drawMistakes(found);
}

function drawReview() {
  const { review } = state;
  const done = state.evaluations.filter((one) => one && one.playouts >= review.playouts).length;
  const total = state.ids.length;
  const running = review.on && done < total;
  $("review").textContent = running ? t("Stop review") : t("Review game");
  $("review").disabled = state.moves.length === 0 || done === total;
  $("progress").hidden = !running;
  $("progress").querySelector("progress").value = done / total;
  $("progress").querySelector("span").textContent = t("{n} of {all} positions", { n: done, all: total });
}

/** Shows why a move is likely or not; number: of the move that it would be. */
function showExplanation({ title, sentences, factors, more }, number) {
  $("explanation").hidden = false;
  $("explanation-title").textContent = t("Move {n}: {move}", { n: number, move: title });
  $("explanation-words").textContent = inARow(sentences);
  $("explanation-more").textContent = more;
  const rows = factors.map(({ words: what, factor }) => {
    const row = document.createElement("tr");
    const cell = document.createElement("td");
    const bar = document.createElement("span");
    const value = document.createElement("td");
    row.className = factor >= 1 ? "for" : "against";
    bar.className = "bar";
    bar.style.width = `${Math.min(100, 100 * Math.abs(Math.log(factor)) / Math.log(100))}%`;
    value.className = "value";
    value.textContent = words.factor(factor);
    cell.append(what, bar);
    row.append(cell, value);
    return row;
  });
  $("factors").querySelector("tbody").replaceChildren(...rows);
  $("explanation").scrollTop = 0;
}
