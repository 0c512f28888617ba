"use strict";

/* The page to play on: shows the server's game, and sends what the user does. The server knows the rules; a
   stone is drawn as soon as it is clicked, and taken back if the server refuses it. drawing.js draws
   what is kept here. */

const SURE_PLAYOUTS = 200;     // of all positions, before moments to learn from are chosen

const FOUND = ["version", "evaluations", "searched", "clock"];  // what changes as searches go on

let sentAt = 0;                // the number of moves before the last one that was sent
let sending = null;            // the promise of the last move's confirmation
let heard = null;              // the number of moves before the last one that was heard when clicked
let explained = null;          // the id of the position that the explanation is about
let lookedAt = "";             // what the server was told last that is looked at
let telling = false;           // whether it has not answered that yet

const board = new Board($("board"), {
  onPlay: click,
  onMenu: (vertex) => explain(vertex),
  onPoint: (vertex) => {
    hovered = vertex;
    if (overlays.has("moves")) drawOverlays();  // the move pointed at shows what follows it
  },
});
const chart = new Chart($("chart"), { onSelect: go });

/* What the server tells */

function receive(name, data) {
  if (name === "analysis") {
    analyses.set(data.id, data);
    if (state && data.id === state.ids[shown]) drawOverlays();
  }
  if (name === "verdict" && state) takeVerdict(data);
}

function takeState(next, changed) {
  const before = state;
  const isNew = before?.game !== next.game;
  const wasLast = isNew || shown >= before.moves.length;
  state = next;
  if (before && before.evaluations !== next.evaluations) takeEvaluation(next.ids.indexOf(next.searched));
  sounds.follow(before, next, heard);
  takeClocks(before);
  const kept = before && next.kept > before.kept ? t("The game before is in My games.") : "";
  const news = inARow([kept, isNew ? next.doubts : "", clockNews(before)]);
  if (news) page.tell(news);
  if (changed?.every((name) => FOUND.includes(name))) return drawFound();
  if (pending && (next.moves.length > pending.at || next.ids[pending.at] === undefined)) pending = null;
  if (next.moves.length > sentAt) sending = null;
  if (isNew) teaching.on = next.taught || isTeacherWanted();  // or a record that was reviewed
  if (isNew) $("whose").value = ownColour(next) ?? "both";
  if (!before) shown = placeOfVisit(next);
  else if (isNew || next.line !== before.line) shown = next.shows;
  else if (wasLast || shown > next.moves.length) shown = next.moves.length;
  if (!next.ids.includes(explained)) hideExplanation();
  announceChange(before, next, kept);
  draw();
}

/** Returns the user's colour in a record of a game against cfggo, else null. */
function ownColour({ names, engine }) {
  const own = ["black", "white"].filter((colour) => !/^cfggo\b/.test(names[colour]));
  return engine === null && own.length === 1 ? own[0] : null;
}

/** Returns where a page that is loaded shows the game: where it was left, or the last position; for the
    first time, where the game opens. */
function placeOfVisit({ ids, moves, shows }) {
  const left = sessionStorage.getItem("cfggo-position");
  const at = ids.indexOf(left);
  return left === null ? Math.min(shows, moves.length) : at < 0 ? moves.length : at;
}

addEventListener("pagehide", () => {
  sessionStorage.setItem("cfggo-position", state && !isLast() ? state.ids[shown] : "");
});

function hasLeftVariation(before, next) {
  return before?.game === next.game && before.branch !== null && next.branch === null;
}

function announceChange(before, next, kept) {
  if (!before) return;
  const same = before.ids[before.ids.length - 1];
  const from = next.ids.indexOf(same);
  const said = [];
  if (before.game !== next.game) {
    said.push(t("New position: {size} by {size}, {moves}", { size: next.size, moves: words.counted(next.moves.length, "move") }));
  } else if (hasLeftVariation(before, next)) {
    said.push(t("Back to the game"));
  } else if (before.branch === null && next.branch === next.moves.length + 1) {
    said.push(t("A variation, from move {n} on", { n: next.branch }));
  } else if (from >= 0) {
    said.push(...next.moves.slice(from).map(words.move));
  } else if (next.moves.length < before.moves.length && next.ids.at(-1) === before.ids[next.moves.length]) {
    said.push(t("Taken back"));
  } else {
    said.push(t("The moves have changed"));
    if (next.moves.length) said.push(words.move(next.moves.at(-1)));
  }
  if (next.resigned && !before.resigned) said.push(next.ending);
  if (next.result && JSON.stringify(next.result) !== JSON.stringify(before.result)) {
    said.push(inARow([t("{sentence}.", { sentence: next.result.text }), next.result.words]));
  }
  if (next.offer && next.offer !== before.offer) said.push(OFFERS[next.offer]);
  if (kept) said.push(kept);
  if (said.length) page.announce(said.reduce((first, second) => t("{first}. {second}", { first, second })));
}

/* What the user does */

/** Asks the server for something; `refused` is given the words of a refusal. */
async function request(name, body, refused = (text) => page.tell(text)) {
  page.clearMessage();
  try {
    return await page.told(await page.link.post(name, body));
  } catch (error) {
    pending = null;
    draw();
    refused(error.message);
    return null;
  }
}

/** Tells whether Undo takes back what is looked at: from an earlier position it would not be seen. */
function mayUndo() {
  return state.can_undo && isLast();
}

/** Returns whose turn it is in the position that is looked at. */
function player() {
  return isLast() ? state.to_play : state.moves[shown].colour;
}

function waitsForEngine() {
  return isLast() && !state.over && state.engine === state.to_play;
}

function click(vertex) {
  if (!state || edit(vertex)) return;
  if (explaining) return void explain(vertex);
  if (takeAnswer(vertex)) return;
  if (state.over && isLast()) {
    if (state.result && Board.stonesAfter(state, shown)[vertex]) request("dead", { vertex });
    else page.tell(t("The game is over: Undo goes on with it"), () => state.over);
    return;
  }
  play(vertex);
}

async function play(vertex) {
  while (sending) await sending;  // whoever is quick has it played when the last one is confirmed
  if (!state) return;
  if (!isLast() && state.moves[shown].vertex === vertex) return step("forward");  // the game goes on so
  if (waitsForEngine()) return page.tell(t("It is {colour}’s turn: cfggo is thinking", { colour: words.colour(state.to_play) }), waitsForEngine);
  if (vertex !== "pass") {
    if (Board.stonesAfter(state, shown)[vertex]) return page.tell(t("There is a stone on {vertex}", { vertex }));
    pending = { vertex, colour: player(), at: shown };
    heard = shown;
    sounds.stone();
    drawBoard();
  }
  hideExplanation();
  const at = shown;
  shown = state.moves.length;  // the answer, of one move more, is to be shown
  const mine = request("play", { vertex, at });
  [sending, sentAt] = [mine, at];
  const answer = await mine;
  if (sending === mine) sending = null;
  if (answer) return;
  shown = Math.min(at, state.moves.length);
  draw();
}

function go(n) {
  if (!state) return;
  shown = Math.min(Math.max(n, 0), state.moves.length);
  if (shown > 0) page.announce(t("Move {n}: {move}", { n: shown, move: words.move(state.moves[shown - 1]) }));
  draw();
}

function step(where) {
  page.clearMessage();  // it was about another position
  if (where === "back" && shown === 0) return goTo(state.before);
  if (where === "forward" && isLast()) return goTo(state.after);
  go({ first: 0, back: shown - 1, forward: shown + 1, last: Infinity }[where]);
}

async function explain(vertex, position = positionBefore(vertex)) {
  const at = state.ids.indexOf(position);
  if (Board.stonesAfter(state, at)[vertex]) return page.tell(t("There is a stone on {vertex}", { vertex }));
  const answer = await request("explain", { vertex, position });
  const before = state.ids.indexOf(position);
  if (!answer || before < 0) return;
  explained = position;
  showExplanation(answer, before + 1);
  if (position === state.ids[shown]) board.show({ marks: [...nextMoveMarks(), { vertex, shape: "square" }] });
}

/** Returns the position in which a move at a point is to be explained: of a stone's that before it was played. */
function positionBefore(vertex) {
  if (!Board.stonesAfter(state, shown)[vertex]) return state.ids[shown];
  const n = state.moves.slice(0, shown).map((move) => move.vertex).lastIndexOf(vertex);
  return state.ids[n < 0 ? shown : n];
}

function mayExplain() {
  return true;
}

function hideExplanation() {
  explained = null;
  $("explanation").hidden = true;
}

/** Tells whether all positions of the line have been searched for a while, and longer where a mistake may be. */
function isEvaluated() {
  return state.evaluations.every((one, n) => one && one.playouts >= SURE_PLAYOUTS && !isInDoubt(n));
}

function hasLesson() {
  return true;  // the server finds one
}

/** Goes back to before a move: it is taken back if the game is still there. */
async function tryAgain(n) {
  const retries = { id: state.ids[n - 1], vertex: state.moves[n - 1].vertex };
  teaching.shows = null;
  hideExplanation();
  const isRecent = state.engine !== null && state.can_undo && n >= state.moves.length - 1;
  if (isRecent) {
    go(state.moves.length);
    if (!await request("undo")) return;
  } else {
    go(n - 1);
  }
  teaching.retries = retries;
  page.tell(retryWords());
  drawTeacher();
}

async function openFile(file) {
  if (!file) return;
  page.clearMessage();
  try {
    await page.told(await page.link.load(await file.arrayBuffer(), file.name));
  } catch (error) {
    page.tell(t("{file}: {error}", { file: file.name, error: error.message }));
  }
}

/* Questions */

/** Tells the server what is looked at, so that it searches that: one after the other, as requests
    that are under way at the same time may come in another order. */
async function look() {
  const wants = wanted();
  const position = state.ids[shown];
  const lesson = teaching.on;
  const now = `${position} ${wants} ${lesson}`;
  if (now === lookedAt || telling) return;
  [lookedAt, telling] = [now, true];
  const isTold = await page.link.post("look", { page: page.link.id, position, wants, lesson }).then(() => true, () => false);
  telling = false;
  if (isTold) look();
  else lookedAt = "";
}

async function fetchGraph() {
  const id = state.ids[shown];
  if (graphs.has(id)) return;
  graphs.set(id, null);
  const graph = await request("graph", { position: id });
  if (!graph) return void graphs.delete(id);
  graphs.set(id, graph);
  drawOverlays();
}

/* Buttons and keys */

const commands = {
  p: () => play("pass"),
  u: () => { if (mayUndo()) request("undo"); },
  n: openNewDialog,
  ...overlayKeys(),
  ",": () => goToMistake(-1),
  ".": () => goToMistake(1),
  e: () => {
    const vertex = document.activeElement?.dataset?.vertex ?? hovered;
    if (vertex) explain(vertex);
    else setExplaining(!explaining);
  },
  arrowup: () => goBeside(-1),
  arrowdown: () => goBeside(1),
  escape: () => (tool !== null ? choose(tool) : explained ? hideExplanation() : setExplaining(false)),
};

function setExplaining(on) {
  explaining = on;
  draw();
}

const page = new Page({
  command: "cfggo play", onState: takeState, onEvent: receive, onMessage: drawTurn, onStep: step, keys: commands,
  onMissed: () => {
    lookedAt = "";
    forgetAnswer();
  },
});

$("pass").addEventListener("click", commands.p);
$("undo").addEventListener("click", commands.u);
$("new").addEventListener("click", openNewDialog);
$("explain").addEventListener("click", () => setExplaining(!explaining));
$("back").addEventListener("click", () => request("back"));
$("follow").addEventListener("click", () => request("follow", { on: !state.follow }));
$("review").addEventListener("click", () => request("review", { on: !state.review.on }));
$("resign").addEventListener("click", () => {
  $("resign-title").textContent = state.engine ? t("Resign this game?") : t("Does {colour} resign?", { colour: words.colour(state.to_play) });
  $("resign-dialog").showModal();
});
$("resign-dialog").addEventListener("close", () => {
  if ($("resign-dialog").returnValue === "yes") request("resign");
  $("resign-dialog").returnValue = "";
});
for (const id of ["seat", "level"]) {
  $(id).addEventListener("change", () => {
    request("seat", { you: $("seat").value, level: $("level").value, at: shown });
  });
}
$("open").addEventListener("click", () => $("file").click());
$("file").addEventListener("change", () => {
  openFile($("file").files[0]);
  $("file").value = "";
});
document.addEventListener("paste", ({ target, clipboardData }) => {
  const text = clipboardData.getData("text");
  if (text.trim() && !target.closest("input, textarea")) openFile(new File([text], "game.sgf"));
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  openFile(event.dataTransfer?.files[0]);
});

document.addEventListener("DOMContentLoaded", () => page.link.open());  // what comes is for all scripts
