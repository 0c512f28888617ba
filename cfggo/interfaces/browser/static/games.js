"use strict";

/* The user's games: a drawer that lists them, and how strong they show the user to be. */

let rating = null;    // what the games so far say, null with too few

async function fetchGames() {
  const answer = await request("games");
  if (answer) showGames(answer);
}

function showGames({ games, rating: found, least, folder }) {
  rating = found;
  $("rating").textContent = found ? ratingWords(found)
    : t("Your level is estimated after {n} games against cfggo.", { n: least });
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
  const item = document.createElement("li");
  const words_ = document.createElement("p");
  const buttons = document.createElement("div");
  buttons.className = "buttons";
  if (game.error === undefined) {
    const head = document.createElement("b");
    const about = document.createElement("span");
    const clock = new Date(1000 * game.time).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
    head.textContent = `${game.date} ${game.result ? "" : clock}`.trim() + `, ${words.rank(game.black) || t("Black")} – ${words.rank(game.white) || t("White")}`;
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
