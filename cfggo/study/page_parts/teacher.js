"use strict";

/* The teacher: says what moves lost, and why. It asks for words by the page's link. */

const DOTTED_MOVES = 8;        // the last moves, whose stones have a dot in the colour of what they lost

const teaching = {
  on: isTeacherWanted(),
  points: Number(recall("teacher-points")) || 5,  // from which on a loss is spoken of and listed
  asked: null,                 // the id of the position after a smaller loss whose lesson was asked for
  lessons: new Map(),          // by the id of the position after the move; null while one is asked for, or if there is none
  shows: null,                 // { id, what }: "answer" or "better" is shown of the move before that position
  retries: null,               // { id, vertex }: a better move is looked for in that position
  exercise: null,              // { items, at, phase, verdict, hints }, or { waits: true } for evaluations
};

/** Tells whether the user turned the teacher on. */
function isTeacherWanted() {
  return recall("teacher") === "on";
}

/** Tells whether the n-th move is one of the user's. */
function isTheirs(n) {
  const move = state.moves[n - 1];
  return Boolean(move?.vertex) && move.colour !== state.engine;
}

/** Returns the number of the move that is spoken of, 0 for none: the one that led to the position
    shown or, if that was the engine's answer, the user's before it. */
function taughtMove() {
  if (teaching.shows) {
    const n = state.ids.indexOf(teaching.shows.id);
    if (n > 0 && shown === (teaching.shows.what === "answer" ? n : n - 1)) return n;
    teaching.shows = null;
  }
  if (isTheirs(shown)) return shown;
  return isLast() && isTheirs(shown - 1) ? shown - 1 : 0;
}

/* The lesson */

async function fetchLesson(id) {
  if (teaching.lessons.has(id)) return;
  teaching.lessons.set(id, null);
  try {
    const lesson = await page.link.post("lesson", { position: id });
    teaching.lessons.set(id, lesson);
    drawTeacher();
    drawOverlays();
  } catch {
    // One of the positions was not searched here: it is asked for again when that is done.
  }
}

/** Takes the news that a position, by its number, is evaluated anew. */
function takeEvaluation(n) {
  for (const id of [state.ids[n], state.ids[n + 1]]) {
    if (teaching.lessons.get(id) === null) teaching.lessons.delete(id);
  }
}

/** Shows the answer to a move, or the better one, on the board; or the game again. */
function showLine(n, what) {
  const id = state.ids[n];
  const isShown = teaching.shows?.id === id && teaching.shows.what === what;
  teaching.shows = isShown ? null : { id, what };
  go(isShown || what === "answer" ? n : n - 1);
}

function retryWords() {
  return t("Find a better move than {vertex}", { vertex: teaching.retries.vertex });
}

/** Adds to what the board shows what the teacher shows. */
function dressBoard(picture) {
  if (!teaching.on || !state) return;
  const { exercise } = teaching;
  const { marks } = picture;
  if (exercise?.items) return void dressExercise(picture, exercise);
  const n = taughtMove();
  const stones = Board.stonesAfter(state, shown);
  for (let i = Math.max(1, shown - DOTTED_MOVES + 1); i <= shown; i++) {
    const loss = lossOf(i);
    const { vertex, colour } = state.moves[i - 1];
    if (loss === null || stones[vertex] !== colour) continue;
    const kind = gradeOf(loss);
    const isTold = i === n && kind !== "good" && !isInDoubt(i);
    marks.push({ vertex, shape: "dot", kind, badge: isTold ? lossFigure(loss) : "" });
  }
  const lesson = teaching.shows && teaching.lessons.get(state.ids[n]);
  if (lesson) showVariation(picture, teaching.shows.what, n, lesson);
}

function showVariation(picture, what, n, lesson) {
  const { colour } = state.moves[n - 1];
  picture.moves = null;
  if (what === "better") {
    picture.variation = { colour, moves: lesson.line };
    return;
  }
  picture.variation = { colour: words.other(colour), moves: lesson.answer };
  picture.marks = lesson.points.map((vertex) => ({ vertex, shape: "circle" }));
}

/* The card */

function drawTeacher() {
  if (!state) return;
  makeExercise();
  $("teach").setAttribute("aria-pressed", String(teaching.on));
  $("teach").textContent = teaching.on ? t("Turn off") : t("Turn on");
  $("teach-points").value = teaching.points;
  $("lesson").hidden = !teaching.on;
  $("teach-words").hidden = teaching.on;
  $("dots").hidden = !teaching.on || moment() !== null;
  if (!teaching.on) return;
  const item = moment();
  if (teaching.exercise?.waits) drawLesson(t("Looking at the whole game …"), null, [], [[t("Stop"), endExercise]]);
  else if (item) drawMoment(item);
  else drawMove(taughtMove());
}

function drawMove(n) {
  const isStudied = state.moves.length > 0 && state.branch === null && (state.over || state.engine === null);
  const moments = isStudied && !(isEvaluated() && !mistakes().length) ? [[t("Moments to learn from"), startExercise]] : [];
  const later = mistakes().map(({ move }) => move).filter((move) => move > Math.max(n, shown));
  if (isStudied && later.length) moments.unshift([t("Next mistake"), () => go(Math.min(...later))]);
  if (teaching.retries?.id !== state.ids[shown]) teaching.retries = null;
  if (teaching.retries) return drawLesson(retryWords(), null, [], []);
  const loss = n ? lossOf(n) : null;
  if (!n) return drawLesson(t("Speaks up when a move loses {n} points or more.", { n: teaching.points }), null, [], moments);
  const move = state.moves[n - 1].vertex;
  if (loss === null) return drawLesson(t("Looking at {move} …", { move }), null, [], moments);
  if (isInDoubt(n)) {
    const seems = tn(
      "{move} seems to lose about {n} point. Looking again …", "{move} seems to lose about {n} points. Looking again …",
      { move, n: words.rounded(loss) },
    );
    return drawLesson(seems, null, [], moments);
  }
  if (state.evaluations[n].lost === 0) return drawLesson(t("{move} lost nothing.", { move }), loss, [], moments);
  if (gradeOf(loss) === "good") return drawLesson(t("{move}: no clear loss.", { move }), null, [], moments);
  const title = tn("{move} lost about {n} point.", "{move} lost about {n} points.", { move, n: words.rounded(loss, loss < 2 ? 1 : 0) });
  const id = state.ids[n];
  if (loss < teaching.points && teaching.asked !== id) {
    const ask = () => {
      teaching.asked = id;
      drawTeacher();
    };
    return drawLesson(title, loss, [], hasLesson(n) ? [[t("Why?"), ask], ...moments] : moments);
  }
  const lesson = teaching.lessons.get(id);
  fetchLesson(id);
  if (!lesson) return drawLesson(title, loss, [], moments);
  const buttons = [[t("Try again"), () => tryAgain(n)]];
  const shows = (what) => teaching.shows?.what === what;
  if (lesson.answer.length) buttons.push([t("Show the reply"), () => showLine(n, "answer"), shows("answer")]);
  if (lesson.better !== "pass") buttons.push([t("Show {move}", { move: lesson.better }), () => showLine(n, "better"), shows("better")]);
  const factors = () => {
    $("explanation").querySelector("details").open = true;
    explain(shows("better") ? lesson.better : move, state.ids[n - 1]);
  };
  if (mayExplain(n)) buttons.push([t("Exact factors"), factors]);
  drawLesson(title, loss, lessonParts(n, lesson), [...buttons, ...moments]);
}

/** Returns what there is to learn from the n-th move, as titled lists of sentences. */
function lessonParts(n, { fears, wins, sees, better, answer }) {
  const danger = fears.length ? [...fears, ...otherReply(state.moves[n], answer[0])] : [];
  return [[t("The danger"), danger], [t("Why {move}", { move: better }), wins], [t("A strong player sees"), sees]];
}

/** Returns a sentence that says that the game went on with another move than is expected, if it did. */
function otherReply(reply, answer) {
  if (!reply?.vertex || reply.vertex === answer) return [];
  const values = { colour: words.colour(reply.colour), vertex: reply.vertex, answer };
  return [reply.vertex === "pass" ? t("{colour} passed instead of playing {answer}.", values)
    : t("{colour} played {vertex} instead of {answer}.", values)];
}

/** Draws the card: a title with its grade, titled lists of sentences, and buttons. */
function drawLesson(title, loss, parts, buttons) {
  const content = JSON.stringify([state.ids[shown], teaching.points, title, loss, parts, buttons.map(([text, , pressed]) => [text, pressed])]);
  if ($("lesson").dataset.content === content) return;
  $("lesson").dataset.content = content;
  $("lesson-grade").hidden = loss === null;
  $("lesson-grade").className = `grade ${loss === null ? "" : gradeOf(loss)}`;
  $("lesson-grade").textContent = loss === null ? "" : gradeWords(loss);
  $("lesson-title").textContent = words.capital(title);  // "pass lost …"
  $("lesson-words").replaceChildren(...parts.filter(([, sentences]) => sentences.length).flatMap(([name, sentences]) => {
    const list = made("ul", {}, ...sentences.map((sentence) => made("li", { textContent: words.capital(sentence) })));
    return name ? [made("h3", { textContent: name }), list] : [list];
  }));
  drawLessonButtons(buttons);
}

/** Draws the buttons; those that stay are the same elements, and keep the focus. */
function drawLessonButtons(buttons) {
  const before = new Map([...$("lesson-buttons").children].map((button) => [button.textContent, button]));
  const now = buttons.map(([text, act, pressed]) => {
    const button = before.get(text) ?? made("button", { type: "button", textContent: text });
    button.onclick = act;
    if (pressed === undefined) button.removeAttribute("aria-pressed");
    else button.setAttribute("aria-pressed", String(pressed));
    return button;
  });
  if (now.length !== before.size || now.some((button) => !button.isConnected)) {
    const focused = document.activeElement;
    $("lesson-buttons").replaceChildren(...now);
    if (now.includes(focused)) focused.focus({ preventScroll: true });
  }
}

function turnTeacher(on) {
  teaching.on = on;
  teaching.exercise = teaching.shows = null;
  remember("teacher", on ? "on" : "");
}

$("teach").addEventListener("click", () => {
  turnTeacher(!teaching.on);
  draw();
});
$("teach-points").addEventListener("change", () => {
  teaching.points = Number($("teach-points").value);
  remember("teacher-points", String(teaching.points));
  draw();
});
