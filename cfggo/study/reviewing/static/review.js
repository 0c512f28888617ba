"use strict";

/* The page of a review: it shows what the element "review" holds, as reviewing/page.py writes it, by
   the scripts of the page to play on. In place of a server the file itself answers.

   size         of the board
   setup        { black: [vertex, ...], white }
   names        of the players, by colour
   threshold    points that a move must lose to be a mistake
   moves        list: { number, colour, vertex, change: { vertex: colour or null } } for each step;
                one at which stones are set up has no colour and no vertex
   to_play      list of colours, one more than moves
   evaluations  the same: { winrate, score, playouts, lost } or null; winrate and score are Black's,
                lost is what the move lost that led there
   analyses     the same: { visits, candidates, owners } or null
   lessons      object: the number of moves -> what there is to learn from the last one
   explanations object: the same -> { played, better }: why these moves are likely or not */

const review = JSON.parse(document.getElementById("review").textContent, revive);
const SHAPES = {};             // records' marks are not shown here

state = {
  ...review,
  ids: review.to_play.map((_, n) => `${n}`),
  engine: null, branch: null, over: true, result: null, before: null, after: null, review: { on: false },
};
review.analyses.forEach((one, n) => analyses.set(state.ids[n], one && {
  ...one, score: review.evaluations[n].score, ownership: ownersOf(one.owners),
}));

function ownersOf(letters) {
  return Array.from({ length: review.size }, (_, row) => Array.from(
    letters.slice(row * review.size, (row + 1) * review.size), (letter) => (letter.charCodeAt(0) - 107) / 10,
  ));
}

/** Answers what the page would ask a server, out of the file. */
class Link {
  async post(name, { position, vertex }) {
    const n = Number(position);
    if (name === "lesson" && review.lessons[n]) return review.lessons[n];
    if (name === "answer") queueMicrotask(() => takeVerdict({ id: position, move: vertex, ...judge(n, vertex) }));
    else throw new Error("");
    return {};
  }
}

/** Returns what a move would lose in a position, null if it was hardly looked at, and what follows it. */
function judge(n, vertex) {
  const { candidates } = review.analyses[n];
  const found = candidates.find(({ move }) => move === vertex);
  const isPlayed = state.moves[n]?.vertex === vertex;
  const isKnown = found === candidates[0] || found?.visits >= FEW_VISITS;
  const lost = isPlayed ? lossOf(n + 1) : isKnown ? candidates[0].score - found.score : null;
  return { lost, answer: found?.pv.slice(1) ?? [] };
}

const page = new Page({
  command: "cfggo review", onState: followAddress, onMessage: drawTurn, onStep: step,
  keys: {
    ",": () => goToMistake(-1), ".": () => goToMistake(1),
    ...overlayKeys(),
    escape: hideExplanation,
    pageup: () => go(shown - 10), pagedown: () => go(shown + 10),
  },
});
const board = new Board($("board"), {
  label: t("Board"),
  onPlay: takeAnswer,
  onPoint: (vertex) => {
    hovered = vertex;
    if (overlays.has("moves")) drawOverlays();
  },
});
const chart = new Chart($("chart"), { onSelect: go });

function recordMarks() {
  return [];
}

function isEvaluated() {
  return true;
}

function player() {
  return state.to_play[shown];
}

function go(n) {
  const before = shown;
  shown = Math.min(Math.max(n, 0), state.moves.length);
  if (shown !== before) hideExplanation();
  draw();
}

function step(where) {
  go({ first: 0, back: shown - 1, forward: shown + 1, last: Infinity }[where]);
}

/** Asks for a better move than one that was played. */
function tryAgain(n) {
  const { vertex } = state.moves[n - 1];
  teaching.shows = null;
  teaching.exercise = { items: [{ n, id: state.ids[n], vertex, loss: lossOf(n) }] };
  openMoment(0);
}

function mayExplain(n) {
  return Object.hasOwn(review.explanations, n);
}

function hasLesson(n) {
  return Object.hasOwn(review.lessons, n);
}

function explain(vertex, position) {
  const n = Number(position) + 1;
  const { played, better } = review.explanations[n];
  showExplanation(vertex === state.moves[n - 1].vertex ? played : better, state.moves[n - 1].number);
}

function hideExplanation() {
  $("explanation").hidden = true;
}

function draw() {
  const last = shown > 0 ? state.moves[shown - 1].vertex : null;
  const isAsked = teaching.on && moment() !== null;
  drawTeacher();
  drawOverlays({
    size: state.size, stones: Board.stonesAfter(state, shown), dead: [],
    lastMove: last === "pass" ? null : last, toPlay: isAsked ? player() : null,
  });
  drawTurn();
  for (const colour of ["black", "white"]) {
    $(`player-${colour}`).classList.toggle("turn-now", player() === colour);
  }
  drawChart();
  drawLoss();
}

function drawTurn() {
  const last = shown > 0 ? state.moves[shown - 1] : null;
  const now = t("{colour} to play", { colour: words.colour(player()) });
  const text = last?.vertex === "pass" ? t("{first}. {second}", { first: words.move(last), second: now }) : now;
  $("turn").textContent = page.message || text;
  page.drawSteps(shown, state.moves.length, `${shown} / ${state.moves.length}`);
}

for (const colour of ["black", "white"]) $(`player-${colour}`).querySelector(".name").textContent = words.rank(state.names[colour]);

/** Goes to the position that the address names, or to the first one. */
function followAddress() {
  const at = Number(location.hash.slice(1));
  go(Number.isInteger(at) ? at : 0);
}

teaching.on = true;
teaching.points = review.threshold;
window.addEventListener("hashchange", followAddress);  // a link that is opened while the page is
page.take({ version: 0 });
