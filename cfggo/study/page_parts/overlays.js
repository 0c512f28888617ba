"use strict";

/* What lies on the board of a game, and the chart beside it; of the page to play on, and of a review. */

/* The overlays, by the name that their button has in data-overlay:

   key      the letter that turns it on and off
   wants    what the server is to find out of the position for it, by its name there; none for nothing,
            also of a counted game
   isAlone  whether others of which this is so are off then
   draw     puts what is known into the picture */
const OVERLAYS = {
  moves: { key: "h", wants: "analysis", isAlone: true, draw: drawMoves },
  policy: {
    key: "y", wants: "policy", isAlone: true,
    draw: (picture, analysis) => { picture.policy = analysis?.policy ?? null; },
  },
  ownership: {
    key: "o", wants: "analysis",
    draw: (picture, analysis) => { picture.ownership = analysis?.ownership ?? null; },
  },
  graph: {
    key: "g", isAlone: true,
    draw: (picture) => {
      picture.graph = graphs.get(state.ids[shown]) ?? null;
      fetchGraph();
    },
  },
};

const AREAS = new Set(["black", "white"]);  // marks that a count takes the place of
const SHOWN_MOVES = 10;
const SLIGHT_SHARE = 0.02;     // of the best move's visits: moves with fewer are left out
const FEW_VISITS = 40;         // a move with fewer has no figures on the board: they would be chance
const FEW_SHARE = 0.25;        // of the best move's visits: the same
const UNSURE = 0.2;            // of -1 to 1: nobody's point to a screen reader
const LEAST_SHEET = 150;       // pixels that a card needs to be read
const SHEET_SHARE = 0.45;      // of the window, at most
const LEAST_LIKELY = 0.005;    // less is not read out

/** Draws what lies on the stones, and with them whatever else the board is to show. */
function drawOverlays(below = {}) {
  if (!state) return;
  const analysis = analyses.get(state.ids[shown]);
  const result = shownResult();
  const picture = {
    ...below, moves: null, policy: null, graph: null, variation: null, marks: [...recordMarks(), ...nextMoveMarks()].filter(({ shape }) => !(result && AREAS.has(shape))),
    ownership: result ? result.owners : null,
  };
  for (const name of overlays) {
    if (!pending && !(result && OVERLAYS[name].wants)) OVERLAYS[name].draw(picture, analysis);
  }
  dressBoard(picture);
  picture.notes = notes(picture);
  board.show(picture);
  for (const button of document.querySelectorAll("[data-overlay]")) {
    button.setAttribute("aria-pressed", String(overlays.has(button.dataset.overlay)));
  }
  drawHint(analysis);
}

function drawMoves(picture, analysis) {
  if (!analysis?.candidates) return;
  const line = pointedAt(analysis)?.pv;
  if (line?.length > 1) picture.variation = { colour: player(), moves: line };
  else picture.moves = suggestions(analysis.candidates);
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
    vertex: move, winrate, text: words.rounded(100 * winrate), small: figure(words.ahead(score)), share: visits / most,
    few: visits < Math.max(FEW_VISITS, FEW_SHARE * most),
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
  if (!next?.vertex || next.vertex === "pass" || pending) return [];
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
    const seemsBetter = ({ few, winrate }) => !few && winrate > one.winrate + 0.005;
    if (!pointed && suggestions(analysis.candidates).some(seemsBetter)) {
      parts.push(t("cfggo plays the move with the most playouts."));
    }
    const pass = shownCandidates(analysis.candidates).find(({ move }) => move === "pass");
    if (pass && pass !== one) parts.push(t("A pass: {found}", { found: found(pass, analysis.visits) }));
    parts.push(t("In the discs: win rate in percent, and points ahead where they fit; small pale ones had few playouts. Point at one for what follows."));
  }
  if (overlays.has("policy") && analysis?.policy && !isCounted) {
    const likely = Object.entries(analysis.policy).sort(([, a], [, b]) => b - a).slice(0, 3);
    parts.push(t("Likeliest: {moves}.", { moves: listed(likely.map(([vertex, p]) => `${figure(vertex)} ${figure(words.percent(p))}`)) }));
  }
  if (overlays.has("ownership") && analysis?.ownership && !isCounted) {
    parts.push(t("Squares: who owns a point in the end, the larger the surer. Expected: {lead}.", { lead: words.lead(analysis.score) }));
  }
  const searched = analysis?.playouts ?? 0;
  if (wanted().includes("analysis") && !isCounted && searched < (state.look ?? 0)) {
    parts.unshift(t("Searching: {n} of {all} playouts.", { n: words.count(searched), all: words.count(state.look) }));
  }
  if (explaining) parts.unshift(t("Click a point to have a move there explained."));
  $("hint").textContent = inARow(parts);
}

function toggleOverlay(name) {
  const on = !overlays.has(name);
  if (OVERLAYS[name].isAlone) [...overlays].filter((other) => OVERLAYS[other].isAlone).forEach((other) => overlays.delete(other));
  if (on) overlays.add(name);
  else overlays.delete(name);
  draw();
}

/** Returns the keys of the overlays that have a button on this page, for a Page. */
function overlayKeys() {
  const buttons = [...document.querySelectorAll("[data-overlay]")];
  return Object.fromEntries(buttons.map(({ dataset: { overlay } }) => [OVERLAYS[overlay].key, () => toggleOverlay(overlay)]));
}

/** Returns what is to be found out of the position that is looked at. */
function wanted() {
  return [...new Set([...overlays].map((name) => OVERLAYS[name].wants))].filter(Boolean);
}

function drawChart() {
  const found = mistakes();
  chart.show({
    moves: state.moves.length,
    current: shown,
    winrates: state.evaluations.map((one) => one?.winrate ?? null),
    scores: state.evaluations.map((one) => one?.score ?? null),
    marks: found.map(({ move, loss }) => ({
      move, text: tn("move {move}: {n} point lost", "move {move}: {n} points lost", { move, n: words.rounded(loss, 1) }), kind: "bad",
    })),
  });
  const now = state.evaluations[shown];
  $("now").textContent = now ? t("Black {winrate}, {lead}", { winrate: words.percent(now.winrate), lead: words.lead(now.score) }) : "";
  drawMistakes(found);
}

/** Shows why a move is likely or not; number: of the move that it would be. */
function showExplanation({ title, plain, sentences, factors, more }, number) {
  $("explanation").hidden = false;
  $("explanation-title").textContent = t("Move {n}: {move}", { n: number, move: title });
  $("explanation-plain").textContent = inARow(plain);
  $("explanation-words").textContent = inARow(sentences);
  $("explanation-more").textContent = more;
  const rows = factors.map(({ words: what, factor }) => {
    const bar = made("span", { className: "bar" });
    bar.style.width = `${Math.min(100, 100 * Math.abs(Math.log(factor)) / Math.log(100))}%`;
    const value = made("td", { className: "value", textContent: figure(words.factor(factor)) });
    return made("tr", { className: factor >= 1 ? "for" : "against" }, made("td", {}, what, bar), value);
  });
  $("factors").querySelector("tbody").replaceChildren(...rows);
  placeSheet();
  $("explanation").scrollTop = 0;
}

/** Puts the card of the explanation under what was pressed for it, or above it if there is no room. */
function placeSheet() {
  const pressed = document.activeElement?.closest(".panel button");
  const { top, bottom } = (pressed ?? $("explain") ?? $("lesson-buttons")).getBoundingClientRect();
  const isSeen = bottom > 0 && top < innerHeight;
  const below = innerHeight - bottom - 24;
  const isAbove = isSeen && below < LEAST_SHEET;
  const room = !isSeen ? innerHeight : isAbove ? top - 24 : below;
  $("explanation").style.bottom = isAbove ? `${innerHeight - top + 8}px` : "";
  $("explanation").style.maxHeight = `${Math.min(room, SHEET_SHARE * innerHeight)}px`;
}

for (const button of document.querySelectorAll("[data-overlay]")) {
  button.addEventListener("click", () => toggleOverlay(button.dataset.overlay));
}
$("whose").addEventListener("change", drawChart);
$("explanation").querySelector("[data-close]").addEventListener("click", () => hideExplanation());
