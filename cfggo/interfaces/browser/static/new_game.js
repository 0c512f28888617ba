"use strict";

/* The dialog of a new game, whose choices are remembered. */

const USUAL = { size: 19, handicap: 0, rules: "chinese", komi: 7.5 };
const CHOICES = ["size", "you", "level", "handicap", "rules", "komi", "system", "main", "period", "count"];

function fillLevels(select) {
  if (select.options.length) return;
  const levels = Object.keys(state.levels).map((name) => new Option(words.rank(name), name));
  select.append(...levels, new Option(t("full strength"), ""));
}

function openNewDialog() {
  const form = $("new-form");
  const { level } = form.elements;
  const { size, handicap, rules, komi } = state.opened ? USUAL : state;
  fillLevels(level);
  if (!form.elements.handicap.options.length) {
    form.elements.handicap.append(...[0, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => new Option(n || t("none"), n)));
  }
  level.value = state.level;
  offerSize(form, size);
  form.elements.size.value = size;
  form.elements.you.value = state.engine === null ? "black" : words.other(state.engine);
  form.elements.handicap.value = handicap;
  form.elements.rules.value = rules;
  form.elements.komi.value = komi;
  recallChoices(form);
  sayInDialog("");
  drawChoices();
  $("new-dialog").showModal();
  fetchGames().then(drawChoices);
  form.querySelector("[name=size]:checked").focus();
}

/** Adds a size to those that a new game can have, as `cfggo play --size 7` asks for. */
function offerSize(form, size) {
  if ([...form.elements.size].some((one) => Number(one.value) === size)) return;
  const other = form.elements.size[0].closest("label").cloneNode(true);
  other.querySelector("input").value = size;
  other.querySelector("span").textContent = `${size}×${size}`;
  form.elements.size[0].closest(".choices").append(other);
}

function sayInDialog(text) {
  $("new-error").textContent = text;
}

/** Begins the game that is chosen; the dialog stays with its choices if there is none like that. */
async function startNewGame(event) {
  event.preventDefault();
  const { size, you, level, handicap, rules, komi } = $("new-form").elements;
  const drawn = Math.random() < 0.5 ? "black" : "white";
  const answer = await request("new", {
    size: Number(size.value), you: you.value === "random" ? drawn : you.value, level: level.value,
    handicap: Number(handicap.value), rules: rules.value, komi: Number(komi.value),
    clock: chosenClock($("new-form").elements),
  }, sayInDialog);
  if (!answer) return;
  rememberChoices($("new-form"));
  $("new-dialog").close();
  hideExplanation();
  board.focus();
}

/** Remembers what was chosen for the next time, also that of another start of cfggo. */
function rememberChoices(form) {
  remember("game", JSON.stringify(Object.fromEntries(CHOICES.map((name) => [name, form.elements[name].value]))));
}

/** Fills the dialog in with what was chosen last, if the game is a record or the one that a start without
    options begins; else with that of the game, but for the opponent where two people play, and the clock. */
function recallChoices(form) {
  let last = {};
  try {
    last = JSON.parse(recall("game") || "{}");
  } catch {
    // somebody else wrote it
  }
  const { size, handicap, rules, level, engine } = state;
  const isPlain = state.opened || state.game === 0 && size === 19 && !handicap && rules === "chinese" && !level && engine === "white";
  const opponent = engine === null ? ["you", "level"] : [];
  const names = isPlain ? CHOICES : [...opponent, "system", "main", "period", "count"];
  for (const name of names) {
    const field = form.elements[name];
    if (typeof last[name] !== "string") continue;
    const before = field.value;
    field.value = last[name];
    if (!field.value) field.value = before;
  }
  if (last.you === "random" && state.engine !== null) form.elements.you.value = "random";
}

/** Returns the time control that is chosen. */
function chosenClock({ system, main, period, count }) {
  if (system.value === "none") return { system: "none" };
  return {
    system: system.value, main: 60 * Number(main.value), period: Number(period.value), count: Number(count.value),
  };
}

/** Shows the fields that the time control has, and what the level is like. */
function drawChoices() {
  const { elements } = $("new-form");
  const system = elements.system.value;
  const uses = {
    main: system !== "none", period: ["byoyomi", "canadian", "fischer"].includes(system),
    count: ["byoyomi", "canadian"].includes(system),
  };
  for (const [name, isUsed] of Object.entries(uses)) {
    elements[name].closest("label").hidden = !isUsed;
    elements[name].disabled = !isUsed;
  }
  $("count-words").textContent = system === "canadian" ? t("Stones in a period") : t("Periods");
  $("period-words").textContent = system === "fischer" ? t("Seconds that a move adds") : t("Seconds of a period");
  $("level-words").textContent = state.levels[elements.level.value] ?? t("As strong as it can. It resigns when it has lost.");
  drawSuggestion(elements);
}

function drawSuggestion({ level, size, you, handicap }) {
  $("suggestion").hidden = !rated || you.value === "both";
  $("suggest").hidden = rating === null;
  $("suggestion-words").textContent = rated;
  if ($("suggestion").hidden || rating === null) return;
  const stones = rating.stones[size.value]?.[level.value] ?? 0;
  const suits = level.value === rating.level;
  $("suggest").hidden = suits;
  $("suggest").textContent = t("Take {level}", { level: words.rank(rating.level) });
  const said = [ratingWords(rating)];
  if (stones > 1) said.push(tn("With {n} stone you would win half of the games.", "With {n} stones you would win half of the games.", { n: stones }));
  else if (stones < -1) said.push(t("Play White and give it {n} stones for an even game.", { n: -stones }));
  else if (suits) said.push(Number(handicap.value) ? t("This level suits you without a handicap.") : t("This level suits you."));
  $("suggestion-words").textContent = inARow(said);
}

$("new-cancel").addEventListener("click", () => $("new-dialog").close());
$("new-form").addEventListener("submit", startNewGame);
for (const name of ["handicap", "rules"]) {
  $("new-form").elements[name].addEventListener("change", () => {
    const { handicap, rules, komi } = $("new-form").elements;
    komi.value = Number(handicap.value) ? 0.5 : rules.selectedOptions[0].dataset.komi;
  });
}
$("suggest").addEventListener("click", () => {
  $("new-form").elements.level.value = rating.level;
  drawChoices();
});
$("new-form").addEventListener("change", drawChoices);
