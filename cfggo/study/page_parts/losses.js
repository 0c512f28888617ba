"use strict";

/* What moves lost: how that is called, and which are mistakes. */

const UNCERTAIN_LOSSES = 5;    // that are listed where no move is known to have lost much
const LEAST_LOSS = 0.5;        // of these

/** Returns what a loss is called, by the user's idea of a mistake: a class of style.css. */
function gradeOf(loss) {
  if (loss < Math.min(1, teaching.points)) return "good";  // less than searches err by
  if (loss < teaching.points) return "inaccuracy";
  return loss < 2 * teaching.points ? "mistake" : "blunder";
}

function gradeWords(loss) {
  return {
    good: () => t("Good move"), inaccuracy: () => t("Inaccuracy"),
    mistake: () => t("Mistake"), blunder: () => t("Blunder"),
  }[gradeOf(loss)]();
}

/** Returns the points that the n-th move lost, 0 or more, in tenths as people read them, as a review
    does; null if that is not known. */
function lossOf(n) {
  const lost = state.evaluations[n]?.lost ?? null;
  return lost === null ? null : Number(words.rounded(lost, 1));
}

function lossFigure(loss) {
  return `−${figure(words.rounded(loss, loss < 10 ? 1 : 0))}`;
}

/** Tells whether the n-th move seems to be a mistake, which the teacher looks at again before it calls it so. */
function isInDoubt(n) {
  return Boolean(state.evaluations[n]?.doubt) && lossOf(n) >= teaching.points;
}

/** Tells whether a player is one whose losses are asked for. */
function isOfChosen(colour) {
  return ["both", colour].includes($("whose").value);
}

/** Returns the moves that lost so many points or more, the largest loss first. */
function mistakes(points = teaching.points) {
  const found = [];
  state.moves.forEach(({ colour, vertex }, i) => {
    const loss = lossOf(i + 1);
    if (isOfChosen(colour) && loss >= points) found.push({ move: i + 1, colour, vertex, loss });
  });
  return found.sort((a, b) => b.loss - a.loss);
}

/** Returns the moves that may have lost most where none is known to have lost much. */
function uncertainLosses() {
  return isEvaluated() ? mistakes(LEAST_LOSS).slice(0, UNCERTAIN_LOSSES) : [];
}

/** Goes to the next of the large losses, by 1, or to the one before, by -1: to where the teacher speaks. */
function goToMistake(by) {
  const inOrder = mistakes().map(({ move }) => move).sort((a, b) => by * (a - b));
  const found = inOrder.find((move) => by * (move - shown) > 0);
  if (found !== undefined) go(found);
}

/** Draws what the move that led to the position shown lost. */
function drawLoss() {
  const loss = shown > 0 ? lossOf(shown) : null;
  $("loss").hidden = loss === null || gradeOf(loss) === "good";
  if ($("loss").hidden) return;
  $("loss").className = `grade ${gradeOf(loss)}`;
  const { vertex } = state.moves[shown - 1];
  $("loss").textContent = `${figure(vertex)} ${lossFigure(loss)}`;
  $("loss").title = tn("{move} lost {n} point", "{move} lost {n} points", { move: vertex, n: words.rounded(loss, 1) });
}

/** Draws the list of mistakes, if it has changed; the focus stays on the same move. */
function drawMistakes(sure) {
  const found = sure.length ? sure : uncertainLosses();
  const list = $("mistakes").querySelector("ol");
  $("mistakes-title").textContent = found !== sure ? t("The largest losses, all uncertain")
    : isEvaluated() ? t("Moves that lost {n} points or more", { n: teaching.points })
      : t("Moves that may have lost {n} points or more", { n: teaching.points });  // a review looks longer, and at all
  const content = JSON.stringify([teaching.points, found]);
  if (list.dataset.content === content) return;
  list.dataset.content = content;
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.move : null;
  $("mistakes").hidden = found.length === 0 && $("whose").value === "both";
  const items = found.map(({ move, colour, vertex, loss }) => {
    const bowl = made("span", { className: `bowl ${colour}` });
    const lost = made("span", { className: `loss grade ${gradeOf(loss)}`, textContent: lossFigure(loss) });
    const button = made("button", { type: "button" }, bowl, `${state.moves[move - 1]?.number ?? move}. ${figure(vertex)}`, lost);
    button.dataset.move = move;
    button.setAttribute("aria-label", tn(
      "Move {move}, {colour} {vertex}, lost {n} point", "Move {move}, {colour} {vertex}, lost {n} points",
      { move, colour: words.colour(colour), vertex, n: words.rounded(loss, 1) },
    ));
    button.addEventListener("click", () => {
      document.querySelector("main").scrollIntoView();  // board and teacher, above the list
      if (teaching.on && gradeOf(loss) !== "good") return go(move);
      if (!overlays.has("moves")) toggleOverlay("moves");
      go(move - 1);
    });
    return made("li", {}, button);
  });
  list.replaceChildren(...items);
  if (focused) list.querySelector(`[data-move="${focused}"]`)?.focus({ preventScroll: true });
}
