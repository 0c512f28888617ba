"use strict";

/* The clocks beside the players. The server keeps the time and tells what is left when anything
   happens; between that the page counts down by itself. */

const LAST_SECONDS = 10;   // that are heard
const clockShown = { since: 0, ticked: "", timer: null };

/** Takes the clocks of a new state that comes after another one. */
function takeClocks(before) {
  if (before?.clock?.runs && before.game === state.game && state.clock?.[before.clock.runs].length === 0) sounds.bell();
  clockShown.since = performance.now();
  clockShown.timer ??= setInterval(drawClocks, 100);
  drawClocks();
}

/** Returns why the clocks stand, if that is news; "" if not. */
function clockNews(before) {
  const isKnown = before?.game === state.game && before.clock?.taught;
  return state.clock?.taught && !isKnown ? t("The clocks stop while the teacher is on.") : "";
}

/** Returns the stages that are left to a side now: [seconds, periods or stones] each. */
function stagesNow(colour) {
  const { clock } = state;
  let gone = clock.runs === colour ? (performance.now() - clockShown.since) / 1000 : 0;
  const stages = clock[colour];
  for (let i = 0; i < stages.length; i += 1) {
    const [seconds, left] = stages[i];
    if (gone < seconds) return [[seconds - gone, left], ...stages.slice(i + 1)];
    gone -= seconds;
  }
  return [];
}

function drawClocks() {
  drawThought();
  const { clock } = state;
  for (const colour of ["black", "white"]) {
    const place = $(`player-${colour}`).querySelector(".clock");
    place.hidden = !clock;
    if (!clock) continue;
    const [[seconds, left] = [0, 0]] = stagesNow(colour);
    place.querySelector("b").textContent = timeWords(seconds);
    place.querySelector("i").textContent = leftWords(clock, left);
    place.title = clock.taught ? t("The clocks stop while the teacher is on.") : "";
    place.classList.toggle("running", clock.runs === colour);
    place.classList.toggle("short", clock.runs === colour && seconds < LAST_SECONDS);
    if (clock.runs === colour && colour !== state.engine) tick(colour, seconds, left);
  }
  $("pause").hidden = !clock || state.engine === null || state.over || clock.taught;
  $("pause").textContent = clock?.paused ? t("Go on") : t("Pause");
}

/** Lets the last seconds of a stage be heard, each once. */
function tick(colour, seconds, left) {
  const now = `${state.moves.length} ${left} ${Math.ceil(seconds)}`;
  if (now === clockShown.ticked || seconds > LAST_SECONDS || seconds === 0) return;
  clockShown.ticked = now;
  sounds.tick(Math.ceil(seconds));
}

/** Returns a time such as 1:02:03, 9:05 or, below ten seconds, 8.4. */
function timeWords(seconds) {
  if (seconds < LAST_SECONDS) return figure(Math.max(seconds, 0).toFixed(1));
  const whole = Math.ceil(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

function leftWords({ system, period }, left) {
  if (system === "fischer") return `+${figure(period)}`;
  if (!left) return "";
  return `${system === "canadian" ? "/" : "×"} ${figure(left)}`;
}

$("pause").addEventListener("click", () => request("pause", { on: !state.clock.paused }));
