"use strict";

/* The page's link to the server beside it: requests that change the game, and the stream of events
   by which the server tells what happened. All addresses are relative to the page's own. */

class Link {
  /** What this page calls itself, so that the server can tell it from others that are open. */
  id = Math.random().toString(36).slice(2);

  #onEvent;
  #onOpen;
  #onAway;
  #timer = null;
  #away = "";       // why the server tells nothing: "ended", "full", or "" while it does
  #isFull = false;  // whether the server has just said that it tells too many pages already

  /** onEvent(name, data) takes what the server tells; onOpen() says that it begins to tell, the
      whole state first, and that it may not have told what came before; onAway(why) says that it
      tells nothing, as it has "ended" or is "full" (too many pages are open), or for "" that it
      does again. */
  constructor(onEvent, onOpen, onAway) {
    this.#onEvent = onEvent;
    this.#onOpen = onOpen;
    this.#onAway = onAway;
  }

  /** Listens to the server from now on; the browser connects again by itself. */
  open() {
    const source = new EventSource(`events?page=${this.id}`);
    for (const name of ["state", "change", "analysis", "verdict"]) {
      source.addEventListener(name, (event) => this.#onEvent(name, JSON.parse(event.data, revive)));
    }
    source.addEventListener("open", () => this.#onOpen());
    source.addEventListener("state", () => this.#setAway(""));
    source.addEventListener("full", () => { this.#isFull = true; });
    source.addEventListener("error", () => {
      this.#setAway(this.#isFull ? "full" : "ended");
      this.#isFull = false;
    });
  }

  /** Sends a request; returns the answer. Throws an Error with words for the user. */
  post(name, body = {}) {
    return this.#send(name, "application/json", JSON.stringify(body));
  }

  /** Sends the bytes of an SGF file of some name; returns the answer. Throws an Error with words for the user. */
  load(bytes, name) {
    return this.#send(`load?name=${encodeURIComponent(name)}`, "application/x-go-sgf", bytes);
  }

  async #send(name, type, body) {
    let response;
    try {
      response = await fetch(name, { method: "POST", headers: { "Content-Type": type }, body });
    } catch {
      throw new Error(t("cfggo does not answer"));
    }
    const answer = await response.text().then((text) => JSON.parse(text, revive)).catch(() => ({}));
    if (!response.ok) throw new Error(answer.error ?? t("refused ({status})", { status: response.status }));
    return answer;
  }

  #setAway(why) {
    if (why === this.#away) return;
    this.#away = why;
    clearTimeout(this.#timer);
    // A page that is reloaded loses its stream for a moment, too.
    this.#timer = setTimeout(() => this.#onAway(why), why ? 1500 : 0);
  }
}
