"use strict";

/* Draws the page of a game, from what app.js knows; overlays.js draws what lies on the board. */

const inSeconds = new Intl.NumberFormat(language, { style: "unit", unit: "second", unitDisplay: "narrow" });
let thinkingSince = null;

function draw() {
  if (!state) return;
  drawBoard();
  drawTurn();
  drawPanel();
  drawChart();
  drawReview();
  drawTree();
  drawTeacher();
  drawLoss();
  look();
}

/** Draws what searches have found of the line. */
function drawFound() {
  drawChart();
  drawReview();
  drawOverlays();
  drawTeacher();
  drawLoss();
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
  else if (!text && (state.over || state.ending) && isLast()) text = state.result?.text ?? state.ending ?? t("The game is over");
  else if (!text) {
    const last = shown > 0 ? state.moves[shown - 1] : null;
    const now = thinks ? t("cfggo is thinking") : t("{colour} to play", { colour: words.colour(player()) });
    text = last?.vertex === "pass" ? t("{first}. {second}", { first: words.move(last), second: now }) : now;
  }
  $("turn").textContent = text;
  const isThinking = thinks && !state.loading && !state.failure;
  $("turn").classList.toggle("thinking", isThinking);
  thinkingSince = isThinking ? thinkingSince ?? performance.now() : null;
  drawThought();
  page.drawSteps(shown, state.moves.length, `${shown} / ${state.moves.length}`, state);
}

/** Says for how many seconds the engine has been thinking. */
function drawThought() {
  const seconds = thinkingSince === null ? 0 : Math.floor((performance.now() - thinkingSince) / 1000);
  $("turn").dataset.seconds = seconds ? ` ${inSeconds.format(seconds)}` : "";
}

function drawPanel() {
  for (const colour of ["black", "white"]) {
    const card = $(`player-${colour}`);
    const taken = state.prisoners[shown][colour];
    card.querySelector(".name").textContent = words.rank(state.names[colour]);
    card.querySelector(".name").title = words.rank(state.names[colour]);
    card.querySelector(".taken").textContent = taken ? `+${taken}` : "";
    card.querySelector(".taken").title = words.counted(taken, "prisoner");
    card.classList.toggle("turn-now", !(state.over && isLast()) && player() === colour);
  }
  $("pass").disabled = waitsForEngine() || (state.over && isLast());
  $("undo").disabled = !mayUndo();
  $("resign").disabled = !state.can_resign;
  drawUnfinished();
  drawResult();
  $("branch").hidden = state.branch === null;
  if (state.branch !== null) {
    $("branch-words").textContent = t("A variation, from move {n} on. The game is kept.", { n: state.branch });
  }
  $("follow").setAttribute("aria-pressed", String(state.follow));
  $("conditions").textContent = state.conditions;
  $("kept").textContent = state.not_kept ? t("The game could not be kept: {error}", { error: state.not_kept }) : "";
  fillLevels($("level"));
  $("seat").value = state.engine === null ? "both" : words.other(state.engine);
  $("level").value = state.level;
  $("level").title = state.levels[state.level] ?? "";
  $("explain").setAttribute("aria-pressed", String(explaining));
}

function drawReview() {
  const { review } = state;
  const done = state.evaluations.filter((one) => one && one.playouts >= review.playouts).length;
  const total = state.ids.length;
  const running = review.on;
  const isReady = state.moves.length > 0 && done === total && !running;
  $("review").textContent = running ? t("Stop review") : t("Review game");
  $("review").disabled = state.moves.length === 0 || isReady;
  for (const part of document.querySelectorAll("[data-progress]")) {
    part.hidden = !running;
    const isFirst = done < total;
    if (isFirst) part.querySelector("progress").value = done / total;
    else part.querySelector("progress").removeAttribute("value");
    part.querySelector("span").textContent = isFirst ? t("{n} of {all} positions", { n: done, all: total })
      : t("Looking again at likely mistakes …");
  }
  drawReviewed(running, isReady);
}
