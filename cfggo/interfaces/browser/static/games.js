"use strict";

/* The user's games: a drawer that lists them, how strong they show the user to be, and the choices of
   a new game, which are remembered. */

let rating = null;    // what the games so far say, null without any

/* The drawer */

async function fetchGames() {
  const answer = await request("games");
  if (answer) showGames(answer);
}

function showGames({ games, rating: found, folder }) {
  rating = found;
  $("rating").textContent = found ? ratingWords(found) : "";
  $("no-games").hidden = games.length > 0;
  $("games-folder").textContent = folder && t("They are in the folder {folder}.", { folder });
  $("games-list").replaceChildren(...games.map(gameItem));
}

function ratingWords({ rank, from, to, games }) {
  return tn(
    "By {n} game you are about {rank}k on the scale of levels, between {from}k and {to}k.",
    "By {n} games you are about {rank}k on the scale of levels, between {from}k and {to}k.",
    { n: games, rank, from, to },
  );
}

function gameItem(game) {
  const item = document.createElement("li");
  const words_ = document.createElement("p");
  const buttons = document.createElement("div");
  buttons.className = "buttons";
  if (game.error === undefined) {
    const head = document.createElement("b");
    const about = document.createElement("span");
    head.textContent = `${game.date}, ${game.black || t("Black")} – ${game.white || t("White")}`;
    about.className = "quiet";
    about.textContent = inARow([
      game.result ? outcomeWords(game) : t("Not finished."),
      tn("{size}, {n} move.", "{size}, {n} moves.", { size: `${game.size}×${game.size}`, n: game.moves }),
    ]);
    words_.append(head, about);
    buttons.append(gameButton(t("Open"), () => openGame(game.name)));
    if (game.review) {
      const link = document.createElement("a");
      link.className = "button";
      link.href = `game-review?name=${encodeURIComponent(game.name)}`;
      link.target = "_blank";
      link.textContent = t("Review");
      buttons.append(link);
    }
  } else {
    const about = document.createElement("span");
    about.className = "quiet";
    about.textContent = t("{file} can’t be read: {error}", { file: game.name, error: game.error });
    words_.append(about);
  }
  buttons.append(gameButton(t("Delete"), () => askToDelete(game)));
  item.append(words_, buttons);
  return item;
}

function outcomeWords({ result, winner, you }) {
  if (you === null || winner === null) return t("Result {result}.", { result });
  return winner === you ? t("You won: {result}.", { result }) : t("You lost: {result}.", { result });
}

function gameButton(text, act) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.addEventListener("click", act);
  return button;
}

async function openGame(name) {
  if (await request("open", { file: name }, sayInGames)) $("games-dialog").close();
}

function askToDelete({ name }) {
  $("delete-words").textContent = t("Delete {file}? It can’t be brought back.", { file: name });
  $("delete-dialog").dataset.file = name;
  $("delete-dialog").showModal();
}

function sayInGames(text) {
  $("games-error").textContent = text;
}

$("games").addEventListener("click", () => {
  sayInGames("");
  $("games-dialog").showModal();
  fetchGames();
});
$("games-close").addEventListener("click", () => $("games-dialog").close());
$("delete-dialog").addEventListener("close", async () => {
  const { returnValue, dataset } = $("delete-dialog");
  $("delete-dialog").returnValue = "";
  if (returnValue !== "yes") return;
  const answer = await request("delete-game", { file: dataset.file }, sayInGames);
  if (answer) showGames(answer);
});

/* The choices of a new game */

const CHOICES = ["size", "you", "level", "handicap", "rules", "komi", "system", "main", "period", "count"];

/** Remembers what was chosen for the next time, also that of another start of cfggo. */
function rememberChoices(form) {
  remember("game", JSON.stringify(Object.fromEntries(CHOICES.map((name) => [name, form.elements[name].value]))));
}

/** Fills the dialog in with what was chosen last, if the game is the one that a start without options
    begins, or else with that of the game. */
function recallChoices(form) {
  let last = {};
  try {
    last = JSON.parse(recall("game") || "{}");
  } catch {
    // somebody else wrote it
  }
  const { size, handicap, rules, level, engine } = state;
  const isPlain = state.game === 0 && size === 19 && !handicap && rules === "chinese" && !level && engine === "white";
  const names = isPlain ? CHOICES : ["system", "main", "period", "count"];
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

function drawSuggestion({ level, size, you }) {
  $("suggestion").hidden = rating === null || you.value === "both";
  if ($("suggestion").hidden) return;
  const stones = rating.stones[size.value]?.[level.value] ?? 0;
  const suits = level.value === rating.level;
  $("suggest").hidden = suits;
  $("suggest").textContent = t("Take {level}", { level: rating.level });
  const said = [ratingWords(rating)];
  if (suits) said.push(t("This level suits you."));
  else if (stones > 1) said.push(tn("With {n} stone you would win half of the games.", "With {n} stones you would win half of the games.", { n: stones }));
  else if (stones < -1) said.push(t("Play White and give it {n} stones for an even game.", { n: -stones }));
  $("suggestion-words").textContent = inARow(said);
}

$("suggest").addEventListener("click", () => {
  $("new-form").elements.level.value = rating.level;
  drawChoices();
});
$("new-form").addEventListener("change", drawChoices);
