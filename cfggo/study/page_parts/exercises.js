"use strict";

/* Exercises: moments of a game that cost most, to find a better move. `teaching.exercise` has the one
   that is asked about. */

const MOMENTS = 3;             // of a game that are exercises
const APART = 6;               // moves between two of them, at least
const GOOD_ANSWER = 0.25;      // of the points that the move of the game lost
const BETTER_ANSWER = 0.6;

function startExercise() {
  teaching.exercise = { waits: true, from: shown };
  if (!isEvaluated() && !state.review.on) request("review", { on: true });
  draw();
}

/** Chooses the costliest moments, APART moves from each other or more, once all positions are evaluated. */
function makeExercise() {
  if (!teaching.exercise?.waits || !isEvaluated()) return;
  const items = state.moves.map(({ colour, vertex }, i) => ({ n: i + 1, id: state.ids[i + 1], colour, vertex, loss: lossOf(i + 1) }))
    .filter(({ n, loss, colour, vertex }) => isTheirs(n) && isOfChosen(colour) && loss >= teaching.points)
    .sort((a, b) => b.loss - a.loss)
    .reduce((chosen, item) => (chosen.some(({ n }) => Math.abs(n - item.n) < APART) ? chosen : [...chosen, item]), [])
    .slice(0, MOMENTS).sort((a, b) => a.n - b.n);
  const { from } = teaching.exercise;
  teaching.exercise = null;
  if (!items.length) return void page.tell(t("No move lost {n} points or more", { n: teaching.points }));
  teaching.exercise = { items, from, at: 0, phase: "ask", hints: 0 };
  openMoment(0);
}

function openMoment(at) {
  const { items } = teaching.exercise;
  Object.assign(teaching.exercise, { at, phase: "ask", verdict: null, hints: 0 });
  go(items[at].n - 1);
}

function endExercise() {
  const { waits, from } = teaching.exercise;
  teaching.exercise = null;
  if (waits) draw();
  else go(from);
}

/** Returns the moment that is asked about, null if none is, or if it has gone. */
function moment() {
  const { exercise } = teaching;
  const item = exercise?.items?.[exercise.at];
  if (!item) return null;
  if (state.ids[item.n] === item.id && shown === item.n - 1) return item;
  teaching.exercise = null;  // the user has gone somewhere else
  return null;
}

/** Takes a click as an answer; tells whether it did. */
function takeAnswer(vertex) {
  if (!moment()) return false;
  const { exercise } = teaching;
  if (exercise.phase === "judging" || exercise.phase === "shown") return true;
  if (Board.stonesAfter(state, shown)[vertex]) return true;
  Object.assign(exercise, { phase: "judging", verdict: { move: vertex, lost: null, answer: [] } });
  page.link.post("answer", { vertex, position: state.ids[shown] }).catch((error) => {
    Object.assign(exercise, { phase: "ask", verdict: null });
    page.tell(error.message);
    draw();
  });
  draw();
  return true;
}

function takeVerdict(verdict) {
  const item = moment();
  const { exercise } = teaching;
  if (!item || exercise.phase !== "judging" || verdict.id !== state.ids[shown] || verdict.move !== exercise.verdict.move) return;
  Object.assign(exercise, { phase: "told", verdict });
  draw();
  page.announce($("lesson-title").textContent);
}

/** Asks again for an answer of which the verdict may have been missed. */
function forgetAnswer() {
  if (teaching.exercise?.phase === "judging") Object.assign(teaching.exercise, { phase: "ask", verdict: null });
}

function dressExercise(picture, exercise) {
  const item = moment();
  if (!item) return;
  const { colour } = state.moves[item.n - 1];
  const lesson = teaching.lessons.get(item.id);
  picture.marks = [];
  picture.moves = null;
  if (exercise.phase === "shown" && lesson) showVariation(picture, "better", item.n, lesson);
  else if (exercise.verdict) picture.variation = { colour, moves: [exercise.verdict.move, ...exercise.verdict.answer] };
  else if (exercise.hints > 1 && lesson) picture.marks.push({ vertex: lesson.better, shape: "ring", kind: "good" });
}

function drawMoment({ n, id, vertex, loss }) {
  const { exercise } = teaching;
  const { items, at, phase, hints, verdict } = exercise;
  const lesson = teaching.lessons.get(id);
  fetchLesson(id);
  const colour = words.colour(state.moves[n - 1].colour);
  const values = { at: at + 1, all: items.length, colour, vertex, n: words.rounded(loss), move: verdict?.move };
  const parts = hints > 0 && phase === "ask" && lesson ? [["", [t("It is {where}.", { where: lesson.where })]]] : [];
  let title = tn(
    "Moment {at} of {all}. {colour} to play: {vertex} lost about {n} point. Find a better move.",
    "Moment {at} of {all}. {colour} to play: {vertex} lost about {n} points. Find a better move.", values,
  );
  let shownLoss = null;
  let isSolved = phase === "shown";
  if (phase === "judging") title = t("Looking at {move} …", values);
  else if (phase === "shown") title = t("{move} is better.", { move: lesson?.better ?? "" });
  else if (phase === "told") {
    // Two searches may differ; and a review knows no loss of moves that were hardly searched.
    shownLoss = verdict.move === lesson?.better ? 0 : verdict.lost && Math.max(verdict.lost, 0);
    const share = shownLoss / loss;
    if (shownLoss === null) title = t("{move} was hardly looked at: cfggo prefers another move.", values);
    else if (share <= GOOD_ANSWER || shownLoss < 1) [isSolved, title] = [true, t("{move} is right.", values)];
    else if (share <= BETTER_ANSWER) title = t("{move} is better than {vertex}, and there is a better one still.", values);
    else title = t("{move} is no better: the reply is on the board.", values);
  }
  if (phase === "shown" || (phase === "told" && shownLoss !== null && shownLoss < 1)) parts.push(...(lesson ? lessonParts(n, lesson) : []));
  const again = () => { Object.assign(exercise, { phase: "ask", verdict: null }); draw(); };
  const buttons = [];
  if (phase === "told" && !isSolved) buttons.push([t("Try again"), again]);
  if (phase === "ask" && hints < 2) buttons.push([t("Hint"), () => { exercise.hints++; draw(); }]);
  if (!isSolved && lesson) buttons.push([t("Show"), () => { exercise.phase = "shown"; draw(); }]);
  if (at + 1 < items.length) buttons.push([t("Next"), () => openMoment(at + 1)]);
  buttons.push([t("Done"), endExercise]);
  drawLesson(title, shownLoss, parts, buttons);
}
