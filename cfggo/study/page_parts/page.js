"use strict";

/* What the page of a game and that of problems share: the state, which the server tells whole at first
   and then by its changes, what is said for a while, the banner, and the buttons and keys that step. */

const MESSAGE_SECONDS = 5;
const STEP_KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

const $ = (id) => document.getElementById(id);

/** Returns a new element with some properties and children. */
function made(kind, properties, ...children) {
  const element = Object.assign(document.createElement(kind), properties);
  element.append(...children);
  return element;
}

class Page {
  link;

  #options;
  #state = null;         // the newest one
  #waiting = [];         // what goes on when there is another one
  #message = "";
  #holds = () => true;   // whether what the message says is still so
  #timer = null;
  #byPointer = false;    // whether what was done last was done by a pointer

  /** Makes what an object of these asks for:

      command       what starts cfggo with this page again
      onState       takes a state, and the names of what has changed in it; undefined if news were missed
      onEvent       takes a name and the data of other news; none by default
      onMissed      is told that news may have been missed, before the state; none by default
      onMessage     draws `message`, which has changed
      onStep        steps to the "first" position, one "back" or "forward", or to the "last"
      keys          object: letter -> what it does; false means that it does nothing now */
  constructor(options) {
    this.#options = options;
    this.link = new Link(
      (name, data) => {
        if (name === "state") this.take(data);
        else if (name === "change") this.#change(data);
        else options.onEvent?.(name, data);
      },
      () => options.onMissed?.(),
      (why) => this.#drawBanner(why),
    );
    makeSettingsDrawer(() => this.link.post("invite"));
    for (const button of document.querySelectorAll("[data-step]")) {
      button.addEventListener("click", () => options.onStep(button.dataset.step));
    }
    document.addEventListener("keydown", (event) => Page.#letKeyActOnce(event), { capture: true });
    document.addEventListener("keydown", (event) => this.#key(event));
    for (const kind of ["pointerdown", "keydown"]) {
      document.addEventListener(kind, () => { this.#byPointer = kind === "pointerdown"; }, { capture: true });
    }
    document.addEventListener("change", ({ target }) => {
      // What is chosen by a pointer gives the keys back to the page.
      if (this.#byPointer && target.matches("main :is(select, [type=range])")) target.blur();
    });
  }

  /** Takes a state, and the names of what has changed in it if it was not told whole. */
  take(state, changed) {
    this.#state = state;
    this.#options.onState(state, changed);
    this.#waiting.splice(0).forEach((goOn) => goOn());
  }

  #change({ values, lists }) {
    const state = { ...this.#state, ...values };
    for (const [name, [start, n, items]] of Object.entries(lists)) {
      state[name] = [...state[name].slice(0, start), ...items, ...state[name].slice(start + n)];
    }
    this.take(state, Object.keys({ ...values, ...lists }));
  }

  /** Returns the answer to a request when the state that it has made, if any, is told. */
  async told(answer) {
    while (this.#state?.version < answer.version) await new Promise((goOn) => this.#waiting.push(goOn));
    return answer;
  }

  /** What is said for a while instead of whose turn it is, "" if nothing. */
  get message() {
    return this.#holds() ? this.#message : "";
  }

  /** Lets a screen reader say something. */
  announce(text) {
    $("announcer").textContent = text;
  }

  /** Says something for a while; stillHolds tells whether it is still so after the state has changed. */
  tell(text, stillHolds = () => true) {
    text = words.capital(text);
    this.announce(text);
    this.#holds = stillHolds;
    this.#setMessage(text);
    this.#timer = setTimeout(() => this.#setMessage(""), MESSAGE_SECONDS * 1000);
  }

  /** Takes away what was told before: something has been done since. */
  clearMessage() {
    if (this.#message) this.#setMessage("");
  }

  /** Says which of the positions 0 to `last` is shown, in words, and which way one can step; before,
      after: what there is beyond these ends, null if there is nothing. */
  drawSteps(shown, last, text, { before = null, after = null } = {}) {
    $("step").textContent = text;
    for (const button of document.querySelectorAll("[data-step]")) {
      const isBack = ["first", "back"].includes(button.dataset.step);
      const isEnd = isBack ? shown === 0 : shown === last;
      const beyond = { back: before, forward: after }[button.dataset.step] ?? null;
      button.disabled = isEnd && beyond === null;
    }
  }

  #setMessage(text) {
    clearTimeout(this.#timer);
    this.#message = text;
    this.#options.onMessage();
  }

  #drawBanner(why) {
    $("banner").hidden = !why;
    $("banner").textContent = {
      "": "",
      ended: t("cfggo has ended. Start it again with: {command}", { command: this.#options.command }),
      full: t("Too many pages are open: close one"),
    }[why];
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (!this.#state || event.target.closest("input, select, textarea") || document.querySelector("dialog[open]")) return;
    const { keys, onStep } = this.#options;
    const where = STEP_KEYS[event.key];
    const letter = event.key.toLowerCase();
    if (where) onStep(where);
    else if (!Object.hasOwn(keys, letter) || keys[letter]() === false) return;
    event.preventDefault();
  }

  /** Lets a letter that is held down act once, and so Enter on a button, unless that steps. */
  static #letKeyActOnce(event) {
    const { key, target } = event;
    if (!event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest("input, select, textarea, [data-step]")) return;
    if (!/^[a-z]$/i.test(key) && !(key === "Enter" && target.closest("button"))) return;
    event.preventDefault();
    event.stopPropagation();
  }
}
