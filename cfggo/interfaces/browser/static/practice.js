"use strict";

/* The page of problems: shows the server's problem, sends what the user tries, and steps through the
   line that the server answers with. */

const TITLES = {
  judging: "cfggo is looking at it …",
  right: "✓ Right",
  wrong: "✗ Wrong",
  unjudged: "Not judged",
  other: "Another move",
  shown: "Solution",
};

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
  // The answer is shown at once; the rest of the line is for stepping.
  if (isOther || hasAnswer) shown = Math.min(next.moves.length, next.begun + (next.phase === "shown" ? 1 : 2));
  announceChange(before, next, isOther);
  draw();
}

function announceChange(before, next, isOther) {
  if (isOther) {
    const solved = next.tries.right ? " You have solved it before." : "";
    page.announce(`Problem ${next.number} of ${next.problems}. ${next.task.replace(/\.$/, "")}.${solved}`);
  } else if (next.words && next.words !== before.words) page.announce(`${TITLES[next.phase] ?? ""}. ${next.words}`);
}

async function ask(name, body) {
  try {
    const answer = await page.link.post(name, body);
    page.clearMessage();
    page.take(answer);
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
  if (!mayTry()) return page.tell("Press Try again to play another move.");
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
  if (shown) page.announce(`Move ${shown}: ${state.moves[shown - 1]}`);
}

function step(where) {
  go({ first: 0, back: shown - 1, forward: shown + 1, last: Infinity }[where]);
}

/* Drawing */

function draw() {
  const marks = [];
  if (state.marked && shown === 0) marks.push({ vertex: state.marked, shape: "ring", kind: "good" });
  const last = shown ? state.moves[shown - 1] : null;
  if (shown > state.begun && state.phase === "wrong") marks.push({ vertex: state.moves[state.begun], shape: "cross", kind: "bad" });
  board.show({
    size: state.size,
    stones: state.positions[shown],
    lastMove: last === "pass" ? null : last,
    toPlay: mayTry() ? state.to_play : null,
    marks: marks.filter(({ vertex, shape }) => shape === "ring" || state.positions[shown][vertex]),
  });
  $("title").textContent = `Problem ${state.number} of ${state.problems.toLocaleString("en")}`;
  $("task").textContent = state.task;
  $("origin").textContent = [state.kind, state.level, state.name].filter(Boolean).join(" · ");
  $("solved-before").hidden = state.phase !== "open" || !state.tries.right;
  $("verdict").hidden = state.phase === "open";
  $("verdict").className = `card verdict ${state.phase}`;
  $("verdict-title").textContent = TITLES[state.phase] ?? "";
  $("verdict-words").textContent = state.words;
  $("hints").hidden = state.hints.length === 0;
  $("hints").querySelector("ul").replaceChildren(...state.hints.map((words) => {
    const item = document.createElement("li");
    item.textContent = words;
    return item;
  }));
  $("again").disabled = state.phase === "open";
  $("hint").disabled = state.phase !== "open" || state.hints.length > 1;
  $("show").disabled = !state.can_show || state.phase === "shown";
  $("save").hidden = !state.can_show;
  $("solved").max = state.problems;
  $("solved").value = state.solved;
  const all = state.solved === state.problems;
  $("solved-words").textContent = all ? "All solved" : `${state.solved.toLocaleString("en")} solved`;
  $("next").textContent = all ? "Next" : "Next unsolved";
  $("number").max = state.problems;
  page.drawSteps(shown, state.moves.length, state.moves.length ? `${shown} of ${state.moves.length}` : "");
  drawTurn();
}

function drawTurn() {
  if (!state) return;
  const side = state.to_play === "black" ? "Black" : "White";
  const words = state.phase === "open" ? `${side} to play` : goesOn() ? `${side} to play on` : `Line of ${state.moves.length} move${state.moves.length > 1 ? "s" : ""}`;
  $("turn").textContent = page.message || state.loading || state.failure || (state.phase === "judging" ? "" : words);
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
