"use strict";

/* The user's games: a drawer that lists them, and how strong they show the user to be. */

/* Dates and times as the user writes them: a British page in English is not an American one. */
const locale = navigator.languages.find((tag) => tag.split("-")[0] === language.split("-")[0]) ?? language;

const HALF_A_DAY = 12 * 3600 * 1000;  // milliseconds

let rating = null;    // what the games so far say, null with too few
let rated = "";       // how many games there are of those that it takes, "" if it is not known

async function fetchGames() {
  const answer = await request("games");
  if (answer) showGames(answer);
}

function showGames({ games, rating: found, rated: n, least, folder }) {
  rating = found;
  rated = t("Your level is estimated after {all} games against cfggo: {n} of {all} so far.", { n, all: least });
  $("rating").textContent = found ? ratingWords(found) : rated;
  $("no-games").hidden = games.length > 0;
  $("games-folder").textContent = folder && inARow([
    t("They are in the folder {folder}.", { folder }),
    t("{command} in the terminal reviews them all.", { command: "cfggo review" }),
  ]);
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
  const [heads, buttons] = [[], []];
  let about = t("{file} can’t be read: {error}", { file: game.name, error: game.error });
  if (game.error === undefined) {
    heads.push(made("b", { textContent: `${whenOf(game)}, ${words.rank(game.black) || t("Black")} – ${words.rank(game.white) || t("White")}` }));
    about = inARow([game.result ? outcomeWords(game) : t("Not finished."), lengthOf(game)]);
    buttons.push(gameButton(game.result ? t("Open") : t("Resume"), () => openGame(game.name)));
    const { theme } = document.documentElement.dataset;
    const href = `game-review?${new URLSearchParams({ name: game.name, theme, language })}`;  // it can't read the cookie
    if (game.review) buttons.push(made("a", { className: "button", href, target: "_blank", textContent: t("Review") }));
  }
  buttons.push(gameButton(t("Delete"), () => askToDelete(game)));
  const said = made("p", {}, ...heads, made("span", { className: "quiet", textContent: about }));
  return made("li", {}, said, made("div", { className: "buttons" }, ...buttons));
}

/** Returns when a game was played, with the time if its file was written then, or in the night after. */
function whenOf({ date, time }) {
  const written = new Date(1000 * time);
  const days = [written, new Date(written - HALF_A_DAY)].map((one) => one.toLocaleDateString("sv"));  // as ISO
  if (days.includes(date)) return written.toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });
  const day = new Date(`${date}T00:00`);
  return Number.isNaN(day.getTime()) ? date : day.toLocaleDateString(locale, { dateStyle: "medium" });
}

function lengthOf({ size, moves }) {
  return tn("{size}, {n} move.", "{size}, {n} moves.", { size: `${size}×${size}`, n: moves });
}

/** Offers a game of before to go on with. */
function drawUnfinished() {
  const game = state.unfinished;
  $("unfinished").hidden = !game;
  if (!game) return;
  const time = new Date(1000 * game.time).toLocaleTimeString(locale, { timeStyle: "short" });
  const [about, button] = $("unfinished").children;
  about.textContent = lengthOf(game);
  button.textContent = t("Go on with the game of {time}", { time });
  button.onclick = () => request("open", { file: game.name });
}

function outcomeWords({ result, winner, you }) {
  if (you === null || winner === null) return t("Result {result}.", { result });
  return winner === you ? t("You won: {result}.", { result }) : t("You lost: {result}.", { result });
}

function gameButton(textContent, onclick) {
  return made("button", { type: "button", textContent, onclick });
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
