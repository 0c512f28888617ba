"use strict";

/* The page of problems: shows the server's problem, sends what the user tries, and steps through the
   line that the server answers with. */

const TITLES = {
  judging: t("cfggo is looking at it …"),
  right: t("✓ Right"),
  wrong: t("✗ Wrong"),
  unjudged: t("Not judged"),
  other: t("Another move"),
  shown: t("Solution"),
};

const MOST_AHEAD = 9;  // moves of what follows that are numbered on the board

let state = null;
let shown = 0;         // the number of moves of the line that are on the board
let sentIn = null;     // the version of the state in which a move was sent, until there is another one

const board = new Board($("board"), { onPlay: tryMove });

function takeState(next) {
  const before = state;
  state = next;
  const isOther = !before || before.number !== next.number;
  const hasAnswer = next.phase !== (before?.phase ?? "open") || next.begun !== before?.begun
    || String(next.moves) !== String(before?.moves ?? []);
  // The answer is shown at once; the rest of the line as numbered stones, and for stepping.
  if (isOther || hasAnswer) shown = Math.min(next.moves.length, next.begun + (next.phase === "shown" ? 1 : 2));
  announceChange(before, next, isOther);
  draw();
}

function announceChange(before, next, isOther) {
  if (isOther) {
    const values = { n: next.number, all: next.problems };
    page.announce(inARow([
      t("Problem {n} of {all}.", values), next.task, next.tries.right ? t("You have solved it before.") : "",
    ]));
  } else if (next.words && next.words !== before.words) page.announce(t("{first}. {second}", { first: TITLES[next.phase] ?? "", second: next.words }));
}

async function ask(name, body) {
  try {
    const answer = await page.link.post(name, body);
    page.clearMessage();
    await page.told(answer);
  } catch (error) {
    page.tell(error.message);
  }
}

/** Tells whether a click tries a move: at first, in place of one that is not right, and after the
    answer to a right one. */
function mayTry() {
  return state.place !== null;
}

function goesOn() {
  return state.phase === "right" && mayTry();
}

async function tryMove(vertex) {
  if (!state || sentIn === state.version) return;
  if (!mayTry()) return page.tell(t("Press Try again to play another move."));
  if (state.positions[state.place][vertex]) return;
  const { version } = state;
  sentIn = version;  // the second click of a double one is no move
  await ask("try", { vertex, problem: state.number, at: state.place });
  if (sentIn === version) sentIn = null;  // it was refused
}

function go(n) {
  if (!state) return;
  shown = Math.min(Math.max(n, 0), state.moves.length);
  draw();
  if (shown) page.announce(t("Move {n}: {move}", { n: shown, move: state.moves[shown - 1] }));
}

function step(where) {
  go({ first: 0, back: shown - 1, forward: shown + 1, last: Infinity }[where]);
}

/* Drawing */

function draw() {
  const marks = shown === 0 ? dimmed() : [];
  marks.push(...state.about.map((vertex) => ({ vertex, shape: "triangle" })));
  if (state.marked && shown === 0) marks.push({ vertex: state.marked, shape: "ring", kind: "good" });
  const last = shown ? state.moves[shown - 1] : null;
  if (shown > state.begun && state.phase === "wrong") marks.push({ vertex: state.moves[state.begun], shape: "cross", kind: "bad" });
  const rest = state.moves.slice(shown);
  const isFollowed = shown > state.begun && !goesOn();
  const ahead = rest.slice(0, rest.includes("pass") ? rest.indexOf("pass") : MOST_AHEAD);
  const colour = shown % 2 ? words.other(state.to_play) : state.to_play;
  board.show({
    variation: isFollowed && ahead.length ? { colour, moves: ahead, from: shown + 1 } : null,
    size: state.size,
    stones: state.positions[shown],
    lastMove: last === "pass" ? null : last,
    toPlay: mayTry() ? state.to_play : null,
    marks: marks.filter(({ vertex, shape }) => ["dim", "ring"].includes(shape) || state.positions[shown][vertex]),
  });
  $("title").textContent = t("Problem {n} of {all}", { n: state.number, all: state.problems });
  $("task").textContent = state.task;
  $("origin").textContent = [state.kind, words.rank(state.level), state.name].filter(Boolean).join(" · ");
  $("solved-before").hidden = state.phase !== "open" || !state.tries.right;
  $("verdict").hidden = state.phase === "open";
  $("verdict").className = `card verdict ${state.phase}`;
  $("verdict-title").textContent = TITLES[state.phase] ?? "";
  $("verdict-words").textContent = inARow([
    state.words,
    state.phase === "right" && !state.tries.right ? t("It counts as solved when your first try is right, without a hint.") : "",
  ]);
  $("hints").hidden = state.hints.length === 0;
  $("hints").querySelector("ul").replaceChildren(...state.hints.map((textContent) => made("li", { textContent })));
  $("again").disabled = state.phase === "open";
  $("hint").disabled = state.phase !== "open" || state.hints.length > 2;
  $("show").disabled = !state.can_show || state.phase === "shown";
  $("save").hidden = !state.can_show;
  $("solved").max = state.problems;
  $("solved").value = state.solved;
  const all = state.solved === state.problems;
  $("solved-words").textContent = all ? t("All solved") : t("{n} solved", { n: state.solved });
  $("due").textContent = tn("{n} problem to repeat", "{n} problems to repeat", { n: state.due });
  $("due").hidden = state.due === 0;
  $("next").textContent = state.due ? t("Repeat one") : all ? t("Next") : t("Next unsolved");
  drawLevels();
  $("number").max = state.problems;
  page.drawSteps(shown, state.moves.length, state.moves.length ? t("{n} of {all}", { n: shown, all: state.moves.length }) : "");
  drawTurn();
}

/** Returns marks that darken the board around the part that a hint tells. */
function dimmed() {
  const bright = new Set(state.region);
  const lines = [...Array(bright.size ? state.size : 0).keys()];
  const points = lines.flatMap((row) => lines.map((column) => Board.vertex(column, row, state.size)));
  return points.filter((vertex) => !bright.has(vertex)).map((vertex) => ({ vertex, shape: "dim" }));
}

/** Lists the levels of the collection, each with the problem that it leads to. */
function drawLevels() {
  const list = $("level");
  const levels = JSON.stringify(state.levels);
  if (list.dataset.levels !== levels) {  // an open list would close
    list.dataset.levels = levels;
    list.replaceChildren(...state.levels.map(({ level, number }) => new Option(words.rank(level), number)));
  }
  $("from-level").hidden = state.levels.length < 2;
  list.selectedIndex = state.levels.findIndex(({ level }) => level === state.level);
}

function drawTurn() {
  if (!state) return;
  const colour = words.colour(state.to_play);
  const text = state.phase === "open" ? t("{colour} to play", { colour }) : goesOn() ? t("{colour} to play on", { colour })
    : state.moves.length < 2 ? TITLES[state.phase]
    : tn("Line of {n} move", "Line of {n} moves", { n: state.moves.length });
  $("turn").textContent = page.message || state.loading || state.failure || (state.phase === "judging" ? "" : text);
}

/* What the user does */

const doings = {
  again: () => ask("again"),
  hint: () => ask("hint"),
  show: () => ask("show"),
  next: () => ask("turn", { by: 0 }),
  before: () => ask("turn", { by: -1 }),
  following: () => ask("turn", { by: 1 }),
};
$("open").addEventListener("submit", (event) => {
  event.preventDefault();
  ask("open", { problem: $("number").valueAsNumber });
  $("number").value = "";
});
$("level").addEventListener("change", () => ask("open", { problem: Number($("level").value) }));
for (const [name, act] of Object.entries(doings)) $(name).addEventListener("click", act);

const keys = {
  a: "again", h: "hint", s: "show", n: "next", b: "before", f: "following",
};
const page = new Page({
  command: "cfggo play --problems",
  onState: takeState,
  onMessage: drawTurn,
  onStep: step,
  keys: Object.fromEntries(Object.entries(keys).map(([key, name]) => [key, () => $(name).click()])),
});

page.link.open();
