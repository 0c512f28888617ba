"use strict";

/* The game that a page shows, and what of it is looked at: on the page to play on, and on that of a
   review. losses.js, overlays.js, teacher.js and exercises.js work with this on both, and with what
   app.js and review.js each have in their own way:

     page, board, chart      a Page, a Board and a Chart
     draw()                  draws everything
     go(n)                   shows the position after n moves
     player()                whose turn it is in the position shown
     isEvaluated()           whether all positions were searched well enough to choose exercises
     recordMarks()           the marks that the record has in the position shown; SHAPES names them
     explain(vertex, id)     shows why a move in a position is likely or not; mayExplain(n) tells
                             whether it can for the n-th move, hideExplanation() hides it
     hasLesson(n)            whether there is something to learn from the n-th move
     tryAgain(n)             asks for a better move than the n-th
     request, fetchGraph     only where there is a server: for exercises that need searches, and
                             for the graph */

let state = null;              // the game, as the server tells it or the file of the review has it
let shown = 0;                 // the number of moves before the position that is looked at
let pending = null;            // { vertex, colour, at }: a move that the server has not confirmed
let explaining = false;        // whether a click asks why a move is likely
let hovered = null;            // the vertex that the pointer or the focus is at
const overlays = new Set();    // the names of those that are on
const analyses = new Map();    // by the position's id
const graphs = new Map();      // the same

function isLast() {
  return shown === state.moves.length;
}

/** Returns the count of the game if it is what is looked at, else null. */
function shownResult() {
  return isLast() ? state.result : null;
}
