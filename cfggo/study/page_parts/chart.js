"use strict";

/* A chart of win rate and score over the moves of a game, drawn from plain data, with a slider. It
   needs board.css, language.js and words.js, and no server.

   const chart = new Chart(element, { onSelect: (n) => ... });   // the position after n moves
   chart.show({ moves: 120, current: 57, winrates: [0.5, 0.52, null, ...], scores: [...] });
   chart.show({ current: 58 });                     // what is left out stays as it was

   `show` takes any of

     moves     the number of moves in the game
     current   the number of moves before the position that is looked at
     winrates  list by number of moves: Black's win rate, 0 to 1, or null where it is not known
     scores    the same for Black's lead in points, or null
     marks     list of { move, text, kind }: a dot on the line, such as at a mistake; kind "bad" or
               none; or null

   Black's share of the win rate is the dark part below; the score is the dashed line, whose scale
   is on the right. */

class Chart {
  static #left = 40;
  static #right = 52;  // as wide as "W+400"
  static #top = 8;
  static #bottom = 18;

  #options;
  #data = { moves: 0, current: 0, winrates: [], scores: [], marks: null };
  #svg;
  #slider;
  #width = 0;
  #height = 0;

  constructor(element, options = {}) {
    this.#options = options;
    element.classList.add("chart");
    this.#svg = this.#node("svg", { "aria-hidden": "true" });
    this.#slider = document.createElement("input");
    Object.assign(this.#slider, { type: "range", min: 0, max: 0, step: 1, value: 0 });
    this.#slider.setAttribute("aria-label", t("Move"));
    this.#slider.addEventListener("input", () => this.#select(Number(this.#slider.value)));
    element.replaceChildren(this.#svg, this.#slider);
    const drag = (event) => {
      if (event.buttons & 1) this.#select(this.#moveAt(event));
    };
    this.#svg.addEventListener("pointerdown", (event) => {
      this.#svg.setPointerCapture(event.pointerId);
      drag(event);
    });
    this.#svg.addEventListener("pointermove", drag);
    new ResizeObserver(() => this.#resize()).observe(this.#svg);
    this.#resize();
  }

  /** Draws what is given; the rest stays. */
  show(change) {
    Object.assign(this.#data, change);
    this.#draw();
  }

  /** Returns the words for the position after n moves, such as "move 57, Black 53%, Black +2.5". */
  describe(n) {
    const winrate = this.#data.winrates?.[n] ?? null;
    const score = this.#data.scores?.[n] ?? null;
    return listed([
      t("move {n} of {all}", { n, all: this.#data.moves }),
      winrate === null ? "" : t("Black {winrate}", { winrate: words.percentRounded(winrate) }),
      score === null ? "" : t("{colour} +{points}", {
        colour: words.colour(words.isBehind(score) ? "white" : "black"),
        points: words.rounded(Math.abs(score), 1),
      }),
    ]);
  }

  #select(n) {
    this.show({ current: n });
    this.#options.onSelect?.(n);
  }

  #moveAt(event) {
    const box = this.#svg.getBoundingClientRect();
    const share = (event.clientX - box.left - Chart.#left) / Math.max(this.#inner(), 1);
    return Math.min(Math.max(Math.round(share * this.#data.moves), 0), this.#data.moves);
  }

  #inner() {
    return this.#width - Chart.#left - Chart.#right;
  }

  #resize() {
    const { width, height } = this.#svg.getBoundingClientRect();
    if (width === this.#width && height === this.#height) return;
    [this.#width, this.#height] = [width, height];
    this.#draw();
  }

  #x(n) {
    return Chart.#left + this.#inner() * (this.#data.moves ? n / this.#data.moves : 0);
  }

  /** Returns the height of a share: 0 is at the bottom, 1 at the top. */
  #y(share) {
    const room = this.#height - Chart.#top - Chart.#bottom;
    return Chart.#top + room * (1 - Math.min(Math.max(share, 0), 1));
  }

  #draw() {
    const { moves, current } = this.#data;
    Object.assign(this.#slider, { max: moves, value: current });
    this.#slider.setAttribute("aria-valuetext", this.describe(current));
    this.#slider.disabled = moves === 0;
    this.#svg.replaceChildren();
    if (this.#inner() <= 0 || this.#height <= 0) return;
    this.#svg.setAttribute("viewBox", `0 0 ${this.#width} ${this.#height}`);
    const winrates = this.#data.winrates ?? [];
    const scores = this.#data.scores ?? [];
    const most = this.#scale(scores);
    for (const run of this.#runs(winrates)) {
      const points = run.map((n) => `${this.#x(n).toFixed(1)} ${this.#y(winrates[n]).toFixed(1)}`);
      const [first, last] = [run[0], run[run.length - 1]].map((n) => this.#x(n).toFixed(1));
      this.#add("rect", { x: first, y: this.#y(1), width: last - first, height: this.#y(0) - this.#y(1), class: "paper" });
      this.#add("path", { d: `M${first} ${this.#y(0)}L${points.join("L")}L${last} ${this.#y(0)}z`, class: "black" });
      this.#add("path", { d: `M${points.join("L")}`, class: "winrate" });
      if (run.length === 1) this.#dot(run[0], winrates[run[0]], "winrate-dot", 1.5);
    }
    this.#drawAxes(most);
    for (const run of this.#runs(scores)) {
      const y = (n) => this.#y(0.5 + scores[n] / (2 * most));
      const points = run.map((n) => `${this.#x(n).toFixed(1)} ${y(n).toFixed(1)}`);
      this.#add("path", { d: `M${points.join("L")}`, class: "score" });
    }
    this.#add("path", { d: `M${this.#x(current)} ${this.#y(1)}V${this.#y(0)}`, class: "cursor" });
    for (const { move, text, kind } of this.#data.marks ?? []) {
      if ((winrates[move] ?? null) === null) continue;
      const dot = this.#dot(move, winrates[move], `mark ${kind ?? ""}`, 4);
      if (text) {
        const title = this.#node("title");
        title.textContent = text;
        dot.append(title);
      }
    }
    if ((winrates[current] ?? null) !== null) this.#dot(current, winrates[current], "now", 4);
  }

  #drawAxes(most) {
    for (const share of [0, 0.25, 0.5, 0.75, 1]) {
      const y = this.#y(share);
      this.#add("path", {
        d: `M${Chart.#left} ${y}h${this.#inner()}`, class: share === 0.5 ? "line even" : "line",
      });
      if (share % 0.5 !== 0) continue;
      this.#text(Chart.#left - 5, y, figure(`${100 * share}%`), "end");
      const points = Math.abs(2 * share - 1) * most;
      const leader = share === 0.5 ? "" : share > 0.5 ? t("B+") : t("W+");
      this.#text(this.#width - Chart.#right + 5, y, leader + figure(points), "start points");
    }
    const { moves } = this.#data;
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((n) => moves / n <= this.#inner() / 45)
      ?? moves;
    for (let n = 0; n <= moves && moves; n += step) {
      this.#text(this.#x(n), this.#y(0) + 11, String(n), "middle");
    }
  }

  /** Returns the lead at the upper end of the scale: a round number that nearly all leads are below.
      Those few that are not are drawn at the end, or they would flatten all others. */
  #scale(scores) {
    const known = scores.filter((score) => score !== null && score !== undefined).map(Math.abs)
      .sort((a, b) => a - b);
    const large = known[Math.floor(0.93 * (known.length - 1))] ?? 0;
    return [10, 20, 30, 50, 100, 200].find((n) => n >= large) ?? 400;
  }

  /** Returns lists of successive numbers of moves for which values are known. */
  #runs(values) {
    const runs = [];
    let run = [];
    for (let n = 0; n <= this.#data.moves; n++) {
      if ((values[n] ?? null) !== null) {
        run.push(n);
      } else if (run.length) {
        runs.push(run);
        run = [];
      }
    }
    return run.length ? [...runs, run] : runs;
  }

  #dot(n, winrate, name, r) {
    return this.#add("circle", { cx: this.#x(n), cy: this.#y(winrate), r, class: name });
  }

  #text(x, y, text, name) {
    this.#add("text", { x, y, dy: "0.35em", class: name }).textContent = text;
  }

  #node(name, attributes = {}) {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    return node;
  }

  #add(name, attributes) {
    const node = this.#node(name, attributes);
    this.#svg.append(node);
    return node;
  }
}
