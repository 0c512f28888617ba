"use strict";

/* How a game ended: the count, a resignation or a loss on time; and what cfggo offers before. */

const ROWS = {
  stones: t("Living stones"), territory: t("Territory"), prisoners: t("Prisoners"),
  dead: t("Dead stones"), komi: t("Komi"), handicap: t("For the handicap"),
};

const OFFERS = {
  count: t("cfggo passes. Pass as well, and the game is counted; or play on."),
  resignation: t("cfggo is far behind and would give up. Play on as long as you like."),
};

const MOVED_BY = 10;  // points by which the lead of a game moves through more than errors of searches

let wasReviewing = false;

/** Draws the card of the result, and that of an offer; each where the last position is shown. */
function drawResult() {
  const { result, ending, offer } = state;
  const hasEnded = isLast() && state.over && (result !== null || state.resigned !== null);
  $("result").hidden = !hasEnded;
  if (hasEnded) {
    $("result-title").textContent = ending;
    $("result-words").textContent = result?.words ?? lengthWords();
    $("count").hidden = !result;
    if (result) drawCount(result.rows);
    $("result-owners").hidden = result !== null;  // a count shows them unasked
    $("result-owners").setAttribute("aria-pressed", String(overlays.has("ownership")));
    $("again").hidden = state.engine === null;
  }
  $("offer").hidden = !(isLast() && offer);
  if (offer) {
    $("offer-words").textContent = OFFERS[offer];
    $("accept").textContent = offer === "count" ? t("Pass and count") : t("End the game");
  }
}

/** Draws in the card of the result what became of the review, and says aloud when it is ready. */
function drawReviewed(isRunning, isReady) {
  const found = mistakes().filter(({ move }) => isTheirs(move));
  const n = found.length;
  const text = n ? tn("Review ready: {n} mistake", "Review ready: {n} mistakes", { n }) : t("Review ready: no sure mistakes");
  $("result-review").hidden = isRunning || isReady;
  $("result-reviewed").hidden = !isReady;
  $("result-reviewed").textContent = isReady ? text : "";
  $("result-moments").hidden = teaching.on || !(isReady && found.some(({ vertex }) => vertex !== "pass"));
  const doubt = isReady ? doubtWords() : "";
  $("result-doubt").hidden = !doubt;
  $("result-doubt").textContent = doubt;
  if (wasReviewing && isReady) page.tell(text);
  wasReviewing = isRunning;
}

/** Returns why no move is named though the lead moved far, "" where that is not so. */
function doubtWords() {
  const leads = state.evaluations.map(({ score }) => score);
  const moved = Math.max(...leads) - Math.min(...leads);
  if (moved < MOVED_BY || state.moves.some((_, i) => lossOf(i + 1) >= teaching.points)) return "";
  return t("The lead moved by {points}, but in steps too small or too uncertain to name moves; more playouts may find them ({options}).", {
    points: tn("{n} point", "{n} points", { n: Math.round(moved) }), options: "cfggo review --playouts 10000",
  });
}

/** Returns after how many moves a game ended that was not counted, and who was ahead, if that is known. */
function lengthWords() {
  const found = state.evaluations.at(-1);
  return inARow([
    tn("The game ended after {n} move.", "The game ended after {n} moves.", { n: state.moves.length }),
    found ? t("The last estimate: {lead}.", { lead: words.lead(found.score) }) : "",
  ]);
}

/** Draws the table of a count; rows: what is counted, and each side's points. */
function drawCount(rows) {
  const cell = (points) => made("td", { textContent: points === 0 ? "" : figure(points) });
  const drawn = rows.map(({ what, black, white }) => (
    made("tr", {}, made("th", { scope: "row", textContent: ROWS[what] }), cell(black), cell(white))));
  $("count").querySelector("tbody").replaceChildren(...drawn);
  const cells = $("count").querySelectorAll("tfoot td");
  ["black", "white"].forEach((colour, i) => {
    cells[i].textContent = figure(Number(rows.reduce((sum, row) => sum + row[colour], 0).toFixed(3)));
  });
}

/** Begins another game of the same conditions. */
function playAgain() {
  const { size, level, handicap, rules, komi, control } = state;
  request("new", { size, komi, rules, handicap, level, you: words.other(state.engine), clock: control });
}

$("accept").addEventListener("click", () => request("accept"));
$("result-owners").addEventListener("click", () => toggleOverlay("ownership"));
$("again").addEventListener("click", playAgain);
$("result-review").addEventListener("click", () => $("review").click());
$("result-moments").addEventListener("click", () => {
  turnTeacher(true);
  startExercise();
  $("teacher").scrollIntoView({ block: "nearest" });
});
