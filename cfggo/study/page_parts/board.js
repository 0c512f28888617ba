"use strict";

/* A Go board as SVG, drawn from plain data. It needs board.css, settings.js and language.js, and no server.

   const board = new Board(element, {
     onPlay: (vertex, event) => ...,   // a click, a tap, or Enter; of stones, too
     onMenu: (vertex) => ...,          // a right click or a long press
     onPoint: (vertex) => ...,         // the pointer or the focus is there; null: nowhere
     coordinates: true,                // letters and numbers around the board; as the user chose without it
   });
   board.show({ size: 9, stones: { D4: "black", E5: "white" }, lastMove: "E5", toPlay: "black" });
   board.show({ policy: { C3: 0.4, G7: 0.2 } });    // what is left out stays as it was

   Vertices are written "D4"; colours are "black" and "white". `show` takes any of

     size       2 to 19
     stones     object: vertex -> colour
     lastMove   vertex, or null
     toPlay     colour of the stone that follows the pointer, or null for none
     dead       list of vertices, whose stones are drawn pale
     ownership  rows from the top, each a list of numbers, +1 for Black to -1 for White; or null
     policy     object: vertex -> probability, "pass" is not drawn; or null
     moves      list of { vertex, text, small, share, few }, the best first: two lines of text in a
                disc, the larger and stronger the larger the share (0 to 1); of a move that few
                playouts began with, a small pale disc without text; or null
     variation  { colour, moves: [vertex, ...], from }, stones numbered from there (by default 1), of
                which the first has that colour; or null
     graph      { vertices: [{ colour, points: [vertex, ...] }], edges: [[i, j], ...] }: the common
                fate graph, colour "empty" for empty points, edges by index; or null
     marks      list of { vertex, shape, text, kind, to, badge }: a short text, or a shape, which is "ring"
                (around the whole point), "circle", "square", "triangle", "cross", "selected" (as
                SGF's SL), "black" or "white" (somebody's point, as TB and TW), "dim" (as DD),
                "arrow" or "line" (both from `vertex` to `to`), or "dot" (small, in the colour of
                `kind`, as on a move that lost points; `badge`: a figure above it, or ""); kind "good", "bad", or none, of a
                dot "good", "inaccuracy", "mistake" or "blunder"; or null
     notes      object: vertex -> words that a screen reader adds to the point; or null

   `Board.stonesAfter(game, n)` makes `stones` for a game { setup: { black: [vertex, ...], white },
   moves: [{ colour, vertex, captures: [vertex, ...] }, ...] } after its first n moves; of one that
   has `change`, { vertex: colour or null, ... }, these points change.

   People who see it click. Others come to it by Tab and move through a grid of labelled cells by the
   arrow keys; Home and End lead to the ends of a row. After a click these keys are the page's. On a
   screen where points are small, the first tap aims and the second one plays. */

const BOARD_LETTERS = "ABCDEFGHJKLMNOPQRST";
const LONG_PRESS = 500;  // milliseconds
const STEADY = 10;       // pixels that a finger may move meanwhile
const STONE_PARTS = ["size", "stones", "lastMove", "dead"];  // what the layer of stones is drawn from
const FILLING = ["circle", "square", "triangle", "cross", "selected", "black", "white"];  // marks as large as a last move's ring
const LABEL_PARTS = [...STONE_PARTS, "moves", "notes"];

class Board {
  static #count = 0;

  #element;
  #options;
  #picture = {
    size: 19, stones: {}, lastMove: null, toPlay: null, dead: [], ownership: null, policy: null,
    moves: null, variation: null, graph: null, marks: null, notes: null,
  };
  #id = `board${Board.#count++}`;
  #drawnSize = 0;  // so that the board itself is drawn once
  #svg;
  #layers;
  #grid;
  #cells = new Map();
  #focus = null;   // the vertex that Tab leads to
  #aim = null;     // the vertex that was tapped once
  #finger = null;  // { x, y, timer, isHeld }: the finger that came down last
  #byKeys = false; // whether the focus came by keys: then arrows move it, and it has a ring

  constructor(element, options = {}) {
    this.#element = element;
    this.#options = { label: t("Go board"), ...options };
    element.classList.add("board");
    this.show(this.#picture);
    document.addEventListener("settings", () => {
      this.#drawnSize = 0;
      this.show(this.#picture);
    });
  }

  get #hasCoordinates() {
    return this.#options.coordinates ?? recall("coordinates") !== "off";
  }

  /** Returns { vertex: colour } of a game after its first n moves. */
  static stonesAfter(game, n) {
    const stones = {};
    for (const colour of ["black", "white"]) {
      for (const vertex of game.setup?.[colour] ?? []) stones[vertex] = colour;
    }
    for (const move of game.moves.slice(0, n)) {
      for (const [vertex, colour] of Object.entries(move.change ?? {})) {
        if (colour) stones[vertex] = colour;
        else delete stones[vertex];
      }
      if (move.change) continue;
      if (move.vertex !== "pass" && move.vertex !== "resign") stones[move.vertex] = move.colour;
      for (const vertex of move.captures ?? []) delete stones[vertex];
    }
    return stones;
  }

  /** Returns [column, row] of a vertex, both from 0 at the upper left. */
  static place(vertex, size) {
    return [BOARD_LETTERS.indexOf(vertex[0]), size - Number(vertex.slice(1))];
  }

  /** Returns the vertex in a column and a row, both from 0 at the upper left. */
  static vertex(column, row, size) {
    return `${BOARD_LETTERS[column]}${size - row}`;
  }

  /** Returns the points with a dot: nine from 15x15 on, five on smaller boards, and on those of even
      size only the four in the corners. */
  static stars(size) {
    if (size < 7) return size % 2 === 1 && size > 3 ? [Board.vertex((size - 1) / 2, (size - 1) / 2, size)] : [];
    const low = size >= 13 ? 3 : 2;
    const [middle, high] = [(size - 1) / 2, size - 1 - low];
    const places = [low, high].flatMap((row) => [[low, row], [high, row]]);
    if (size % 2 === 1) places.push([middle, middle]);
    if (size % 2 === 1 && size >= 15) places.push([low, middle], [high, middle], [middle, low], [middle, high]);
    return places.map(([column, row]) => Board.vertex(column, row, size));
  }

  /** Draws what is given; the rest stays. */
  show(change) {
    Object.assign(this.#picture, change);
    const changes = (parts) => parts.some((part) => part in change);
    if (this.#picture.size !== this.#drawnSize) this.#drawBoard();
    if (changes(["stones", "size"])) this.#setAim(null);
    if (changes(STONE_PARTS)) this.#drawStones();
    this.#drawOverlays();
    if (changes(LABEL_PARTS)) this.#label();
  }

  /** Moves the focus to a vertex, or to where it was last. */
  focus(vertex = this.#focus) {
    this.#moveFocus(vertex);
    this.#cells.get(vertex)?.focus();
  }

  /** Returns the picture as it is now as the text of an SVG file, whose sides have so many pixels. */
  picture(side) {
    const styles = ["fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray", "stroke-linecap",
      "stroke-linejoin", "opacity", "paint-order", "stop-color", "stop-opacity", "font-family", "font-size", "font-weight",
      "text-anchor", "baseline-shift", "display"];
    const copy = this.#svg.cloneNode(true);
    const [own, copies] = [this.#svg, copy].map((svg) => [...svg.querySelectorAll("*")]);
    own.forEach((node, i) => {
      const style = getComputedStyle(node);
      for (const name of styles) copies[i].setAttribute(name, style.getPropertyValue(name));
    });
    copy.querySelector(".ghost").remove();
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    copy.setAttribute("width", side);
    copy.setAttribute("height", side);
    return new XMLSerializer().serializeToString(copy);
  }

  /* The board itself */

  #drawBoard() {
    const size = this.#picture.size;
    const margin = this.#hasCoordinates ? 1.06 : 0.62;
    const low = -margin;
    const span = size - 1 + 2 * margin;
    this.#drawnSize = size;
    this.#element.dataset.size = size;
    this.#svg = this.#node("svg", { viewBox: `${low} ${low} ${span} ${span}`, "aria-hidden": "true" });
    this.#svg.append(this.#definitions());
    const wood = this.#add(this.#svg, "g", { class: "wood" });
    this.#add(wood, "rect", { x: low, y: low, width: span, height: span, rx: 0.12, fill: `url(#${this.#id}-plank)` });
    this.#add(wood, "path", { d: this.#grain(low, span, 1, 46), class: "grain" });
    this.#add(wood, "path", { d: this.#grain(low, span, 2, 14), class: "grain broad" });
    let lines = "";
    for (let i = 0; i < size; i++) lines += `M0 ${i}h${size - 1}M${i} 0v${size - 1}`;
    this.#add(this.#svg, "path", { d: lines, class: "lines" });
    this.#add(this.#svg, "rect", { x: 0, y: 0, width: size - 1, height: size - 1, class: "edge" });
    for (const vertex of Board.stars(size)) this.#disc(this.#svg, vertex, 0.1, "star");
    if (this.#hasCoordinates) this.#drawCoordinates(size);
    this.#layers = {};
    for (const name of ["shadows", "stones", "last", "ownership", "graph", "policy", "moves",
      "ghost", "variation", "marks"]) {
      this.#layers[name] = this.#add(this.#svg, "g", { class: name });
    }
    this.#makeGrid(size, (margin - 0.5) / span);
    this.#element.replaceChildren(this.#svg, this.#grid);
  }

  #drawCoordinates(size) {
    const group = this.#add(this.#svg, "g", { class: "coordinates" });
    for (let i = 0; i < size; i++) {
      for (const end of [-0.77, size - 0.23]) {
        this.#text(group, i, end, BOARD_LETTERS[i]);
        this.#text(group, end, i, String(size - i));
      }
    }
  }

  #definitions() {
    const defs = this.#node("defs");
    const gradient = (kind, name, attributes, stops) => {
      const made = this.#add(defs, kind, { id: `${this.#id}-${name}`, ...attributes });
      for (const [offset, part] of stops) this.#add(made, "stop", { offset, class: part });
    };
    gradient("linearGradient", "plank", { x1: 0, y1: 0, x2: 1, y2: 0.35 },
      [[0, "wood-1"], [0.45, "wood-2"], [1, "wood-3"]]);
    gradient("radialGradient", "black", { cx: 0.36, cy: 0.3, r: 0.75 },
      [[0, "black-1"], [0.35, "black-2"], [1, "black-3"]]);
    gradient("radialGradient", "white", { cx: 0.38, cy: 0.32, r: 0.75 },
      [[0, "white-1"], [0.55, "white-2"], [1, "white-3"]]);
    gradient("radialGradient", "shadow", { cx: 0.5, cy: 0.5, r: 0.5 },
      [[0.6, "shade-1"], [1, "shade-2"]]);
    return defs;
  }

  /** Returns the path of some nearly straight, upright fibres; the same again for the same seed. */
  #grain(low, span, seed, n) {
    let state = seed * 2654435761;
    const random = () => {
      state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) >>> 0;
      return state / 2 ** 32;
    };
    let path = "";
    for (let i = 0; i < n; i++) {
      const x = low + span * (i + random()) / n;
      const sway = () => ((random() - 0.5) * span / 45).toFixed(3);
      path += `M${x.toFixed(3)} ${low}c${sway()} ${(span / 3).toFixed(3)} ${sway()} `
        + `${(span * 0.66).toFixed(3)} ${sway()} ${span.toFixed(3)}`;
    }
    return path;
  }

  /* The cells: what is clicked, focused and read out */

  #makeGrid(size, inset) {
    this.#grid = document.createElement("div");
    this.#grid.className = "cells";
    this.#grid.setAttribute("role", "grid");
    this.#grid.setAttribute("aria-label", t("{board}, {size} by {size}", { board: this.#options.label, size }));
    this.#grid.style.inset = `${inset * 100}%`;
    this.#cells.clear();
    for (let row = 0; row < size; row++) {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      for (let column = 0; column < size; column++) {
        const cell = document.createElement("div");
        cell.setAttribute("role", "gridcell");
        cell.tabIndex = -1;
        cell.dataset.vertex = Board.vertex(column, row, size);
        this.#cells.set(cell.dataset.vertex, cell);
        line.append(cell);
      }
      this.#grid.append(line);
    }
    this.#moveFocus(Board.vertex(size >> 1, size >> 1, size));
    const vertexOf = (event) => event.target.dataset?.vertex ?? null;
    this.#grid.addEventListener("click", (event) => this.#click(vertexOf(event), event));
    this.#grid.addEventListener("contextmenu", (event) => {
      if (!this.#options.onMenu || vertexOf(event) === null) return;
      event.preventDefault();
      this.#hold(vertexOf(event));
    });
    this.#grid.addEventListener("keydown", (event) => this.#key(event));
    this.#grid.addEventListener("pointerdown", (event) => {
      this.#setByKeys(false);
      clearTimeout(this.#finger?.timer);
      this.#finger = null;
      if (event.pointerType !== "touch" || !event.isPrimary || vertexOf(event) === null) return;
      const timer = setTimeout(() => this.#hold(vertexOf(event)), LONG_PRESS);
      this.#finger = { x: event.clientX, y: event.clientY, timer, isHeld: false };
    });
    this.#grid.addEventListener("pointermove", ({ clientX, clientY }) => {
      if (this.#finger && Math.hypot(clientX - this.#finger.x, clientY - this.#finger.y) > STEADY) this.#lift();
    });
    for (const kind of ["pointerup", "pointercancel"]) this.#grid.addEventListener(kind, () => this.#lift());
    this.#grid.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "touch") this.#point(vertexOf(event));
    });
    this.#grid.addEventListener("pointerleave", () => {
      if (this.#aim === null) this.#point(null);
    });
    this.#grid.addEventListener("focusin", (event) => {
      this.#moveFocus(vertexOf(event));
      this.#setByKeys(event.target.matches(":focus-visible"));
      if (this.#byKeys) this.#point(vertexOf(event));
    });
    this.#grid.addEventListener("focusout", () => this.#point(this.#aim));
  }

  /** Takes a long press, which Safari on phones does not tell as a menu, and other browsers do. */
  #hold(vertex) {
    if (this.#finger?.isHeld) return;
    clearTimeout(this.#finger?.timer);
    if (this.#finger) this.#finger.isHeld = true;  // no click follows
    this.#options.onMenu?.(vertex);
  }

  #lift() {
    clearTimeout(this.#finger?.timer);
    if (!this.#finger?.isHeld) this.#finger = null;
  }

  #click(vertex, event) {
    if (vertex === null || this.#finger?.isHeld) return;
    const small = this.#grid.clientWidth / this.#picture.size < 26;
    if (event.pointerType === "touch" && small && vertex !== this.#aim
        && !this.#picture.stones[vertex]) {
      this.#setAim(vertex);
      this.#options.onPoint?.(vertex);
      return;
    }
    this.#setAim(null);
    this.#options.onPlay?.(vertex, event);
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.#focus === null) return;
    if (!this.#byKeys && !["Enter", " "].includes(event.key)) return;
    const size = this.#picture.size;
    let [column, row] = Board.place(this.#focus, size);
    switch (event.key) {
      case "ArrowLeft": column--; break;
      case "ArrowRight": column++; break;
      case "ArrowUp": row--; break;
      case "ArrowDown": row++; break;
      case "Home": column = 0; break;
      case "End": column = size - 1; break;
      case "Enter":
      case " ":
        event.preventDefault();
        event.stopPropagation();
        if (!event.repeat) this.#options.onPlay?.(this.#focus, event);
        return;
      default: return;
    }
    event.preventDefault();
    event.stopPropagation();
    const inside = (i) => Math.min(Math.max(i, 0), size - 1);
    this.focus(Board.vertex(inside(column), inside(row), size));
  }

  #setByKeys(isSo) {
    this.#byKeys = isSo;
    this.#grid.classList.toggle("by-keys", isSo);
  }

  #moveFocus(vertex) {
    if (!this.#cells.has(vertex)) return;
    if (this.#cells.has(this.#focus)) this.#cells.get(this.#focus).tabIndex = -1;
    this.#focus = vertex;
    this.#cells.get(vertex).tabIndex = 0;
  }

  #setAim(vertex) {
    this.#aim = vertex;
    this.#drawGhost(vertex);
  }

  #point(vertex) {
    this.#drawGhost(vertex);
    this.#options.onPoint?.(vertex);
  }

  #label() {
    const { stones, lastMove, dead, notes, moves } = this.#picture;
    const taken = new Set(dead);
    const ranks = new Map((moves ?? []).map((move, i) => [move.vertex, i]));
    for (const [vertex, cell] of this.#cells) {
      const colour = stones[vertex];
      const parts = [vertex, !colour ? t("empty") : colour === "black" ? t("black stone") : t("white stone")];
      if (vertex === lastMove) parts.push(t("last move"));
      if (taken.has(vertex)) parts.push(t("dead"));
      if (ranks.has(vertex)) {
        const { text, small, few } = moves[ranks.get(vertex)];
        parts.push(t("suggestion {n}", { n: ranks.get(vertex) + 1 }), ...(few ? [t("few playouts")] : [text, small]));
      }
      const words = listed([...parts, notes?.[vertex]]);
      if (cell.getAttribute("aria-label") !== words) cell.setAttribute("aria-label", words);
    }
  }

  /* Stones */

  #drawStones() {
    const { stones, lastMove, dead } = this.#picture;
    const before = this.#layers.stones;
    const shadows = this.#node("g", { class: "shadows" });
    const group = this.#node("g", { class: "stones" });
    const taken = new Set(dead);
    const had = new Set([...before.children].map((stone) => stone.dataset.vertex));
    for (const [vertex, colour] of Object.entries(stones)) {
      const [x, y] = Board.place(vertex, this.#picture.size);
      if (!taken.has(vertex)) {
        this.#add(shadows, "circle", {
          cx: x + 0.05, cy: y + 0.08, r: 0.55, fill: `url(#${this.#id}-shadow)`,
        });
      }
      const stone = this.#disc(group, vertex, 0.478, `stone ${colour}`);
      stone.setAttribute("fill", `url(#${this.#id}-${colour})`);
      stone.dataset.vertex = vertex;
      if (taken.has(vertex)) stone.classList.add("dead");
      if (vertex === lastMove && !had.has(vertex)) stone.classList.add("new");
    }
    before.replaceWith(group);
    this.#layers.shadows.replaceWith(shadows);
    Object.assign(this.#layers, { stones: group, shadows });
  }

  #drawGhost(vertex) {
    const { stones, toPlay, size } = this.#picture;
    this.#layers.ghost.replaceChildren();
    if (vertex === null || stones[vertex]) return;
    if (vertex === this.#aim) {
      const [x, y] = Board.place(vertex, size);
      this.#add(this.#layers.ghost, "path", {
        d: `M0 ${y}H${size - 1}M${x} 0V${size - 1}`, class: "aim",
      });
    }
    if (!toPlay) return;
    const stone = this.#disc(this.#layers.ghost, vertex, 0.478, `stone ${toPlay}`);
    stone.setAttribute("fill", `url(#${this.#id}-${toPlay})`);
  }

  /* Overlays */

  #drawOverlays() {
    const picture = this.#picture;
    this.#layer("last", picture.lastMove, (group, vertex) => this.#drawLastMove(group, vertex));
    this.#layer("ownership", picture.ownership, (group, rows) => this.#drawOwnership(group, rows));
    this.#layer("graph", picture.graph, (group, graph) => this.#drawGraph(group, graph));
    this.#layer("policy", picture.policy, (group, policy) => this.#drawPolicy(group, policy));
    this.#layer("moves", picture.moves, (group, moves) => this.#drawMoves(group, moves));
    this.#layer("variation", picture.variation, (group, line) => this.#drawVariation(group, line));
    this.#layer("marks", picture.marks, (group, marks) => this.#drawMarks(group, marks));
    this.#svg.classList.toggle("with-graph", Boolean(picture.graph));
  }

  #layer(name, data, draw) {
    const group = this.#layers[name];
    group.replaceChildren();
    if (data) draw(group, data);
  }

  /** Draws the ring of the last move, around a mark that is there. */
  #drawLastMove(group, vertex) {
    const { stones, marks } = this.#picture;
    const isMarked = marks?.some((mark) => mark.vertex === vertex && (mark.text || FILLING.includes(mark.shape)));
    if (stones[vertex]) this.#disc(group, vertex, isMarked ? 0.43 : 0.2, `last-move on-${stones[vertex]}`);
  }

  #drawOwnership(group, rows) {
    const { stones, size } = this.#picture;
    rows.forEach((row, y) => row.forEach((owner, x) => {
      const colour = owner > 0 ? "black" : "white";
      const side = 0.5 * Math.min(Math.abs(owner), 1);
      if (side < 0.06 || stones[Board.vertex(x, y, size)] === colour) return;
      this.#add(group, "rect", {
        x: x - side / 2, y: y - side / 2, width: side, height: side, class: `owner ${colour}`,
      });
    }));
  }

  #drawPolicy(group, policy) {
    const shown = Object.entries(policy).filter(([vertex]) => this.#cells.has(vertex));
    const most = Math.max(...shown.map(([, probability]) => probability), 1e-9);
    for (const [vertex, probability] of shown) {
      const radius = 0.47 * Math.sqrt(probability / most);
      if (radius < 0.03) continue;
      this.#disc(group, vertex, radius, "probability");
      if (radius < 0.15) continue;
      const [x, y] = Board.place(vertex, this.#picture.size);
      this.#text(group, x, y, (100 * probability).toFixed(0), radius > 0.3 ? "value" : "value little");
    }
  }

  #drawMoves(group, moves) {
    // The best one comes last, on top of all others.
    for (const [i, move] of [...moves.entries()].reverse()) {
      if (!this.#cells.has(move.vertex)) continue;
      const [x, y] = Board.place(move.vertex, this.#picture.size);
      const item = this.#add(group, "g", { class: `move${i === 0 ? " best" : ""}${move.few ? " few" : ""}` });
      const share = Math.sqrt(Math.min(move.share ?? 0, 1));
      const disc = this.#disc(item, move.vertex, move.few ? 0.17 : 0.37 + 0.105 * share, "disc");
      disc.setAttribute("fill-opacity", (move.few ? 0.45 : 0.55 + 0.42 * share).toFixed(2));
      if (move.few) continue;
      const above = move.small ? "value above" : "value";
      this.#text(item, x, y, move.text ?? String(i + 1), above);
      if (move.small) this.#text(item, x, y + 0.23, move.small, "small");
    }
  }

  #drawVariation(group, { colour, moves, from = 1 }) {
    const seen = new Set();
    moves.forEach((vertex, i) => {
      const own = (i % 2 === 0) === (colour === "black") ? "black" : "white";
      if (!this.#cells.has(vertex) || seen.has(vertex)) return;
      seen.add(vertex);
      const [x, y] = Board.place(vertex, this.#picture.size);
      const stone = this.#disc(group, vertex, 0.478, `stone ${own}`);
      stone.setAttribute("fill", `url(#${this.#id}-${own})`);
      this.#text(group, x, y, String(from + i), `number on-${own}`);
    });
  }

  #drawGraph(group, { vertices, edges }) {
    const { size } = this.#picture;
    const places = vertices.map(({ points }) => points.map((vertex) => Board.place(vertex, size)));
    const apart = ([x, y], [u, v]) => Math.abs(x - u) + Math.abs(y - v);
    let chains = "";
    for (const points of places) {
      points.forEach((from, i) => points.slice(i + 1).forEach((to) => {
        if (apart(from, to) === 1) chains += `M${from}L${to}`;
      }));
    }
    let lines = "";
    for (const [i, j] of edges) {
      // Adjacent vertices touch somewhere; the edge is drawn once, at the first such place.
      for (const from of places[i]) {
        const to = places[j].find((place) => apart(from, place) === 1);
        if (to === undefined) continue;
        lines += `M${from}L${to}`;
        break;
      }
    }
    for (const part of ["halo", "links"]) this.#add(group, "path", { d: lines, class: part });
    this.#add(group, "path", { d: chains, class: "chains" });
    vertices.forEach(({ colour }, i) => {
      const points = places[i];
      const middle = [0, 1].map((axis) => points.reduce((sum, p) => sum + p[axis], 0) / points.length);
      const off = ([x, y]) => (x - middle[0]) ** 2 + (y - middle[1]) ** 2;
      const centre = points.reduce((best, place) => (off(place) < off(best) ? place : best));
      const [cx, cy] = centre;
      this.#add(group, "circle", { cx, cy, r: colour === "empty" ? 0.13 : 0.26, class: `vertex ${colour}` });
      if (points.length > 1) this.#text(group, cx, cy, String(points.length), `number on-${colour}`);
    });
  }

  #drawMarks(group, marks) {
    for (const mark of marks) {
      if (!this.#cells.has(mark.vertex)) continue;
      const { vertex, shape, text, kind } = mark;
      const [x, y] = Board.place(vertex, this.#picture.size);
      const name = `mark ${kind ?? ""} on-${this.#picture.stones[vertex] ?? "wood"}`;
      if (shape === "ring") this.#disc(group, vertex, 0.5, `${name} ring`);
      else if (shape === "circle") this.#disc(group, vertex, 0.27, name);
      else if (shape === "dot") {
        this.#disc(group, vertex, 0.14, `${name} dot`);
        if (mark.badge) this.#drawBadge(group, x, y - 0.34, mark.badge, kind);
      }
      else if (shape === "arrow" || shape === "line") this.#drawArrow(group, mark);
      else if (Board.#shapes[shape]) {
        this.#add(group, "path", { d: Board.#shapes[shape](x, y), class: `${name} ${shape}` });
      }
      if (text) this.#text(group, x, y, text, `${name} words ${text.length > 2 ? "long" : ""}`);
    }
  }

  #drawBadge(group, x, y, text, kind) {
    const badge = this.#add(group, "g", { class: "badge" });
    const width = 0.18 + 0.22 * text.length;
    this.#add(badge, "rect", { x: x - width / 2, y: y - 0.21, width, height: 0.42, rx: 0.21, class: `mark dot ${kind}` });
    this.#text(badge, x, y, text);
  }

  static #shapes = {
    square: (x, y) => `M${x - 0.24} ${y - 0.24}h.48v.48h-.48z`,
    triangle: (x, y) => `M${x} ${y - 0.3}l.27 .46h-.54z`,
    cross: (x, y) => `M${x - 0.2} ${y - 0.2}l.4 .4m0 -.4l-.4 .4`,
    selected: (x, y) => `M${x - 0.16} ${y - 0.16}h.32v.32h-.32z`,
    black: (x, y) => `M${x - 0.15} ${y - 0.15}h.3v.3h-.3z`,
    white: (x, y) => `M${x - 0.15} ${y - 0.15}h.3v.3h-.3z`,
    dim: (x, y) => `M${x - 0.5} ${y - 0.5}h1v1h-1z`,
  };

  #drawArrow(group, { vertex, to, shape, kind }) {
    if (!this.#cells.has(to) || to === vertex) return;
    const [[x, y], [u, v]] = [vertex, to].map((one) => Board.place(one, this.#picture.size));
    const length = Math.hypot(u - x, v - y);
    const [dx, dy] = [(u - x) / length, (v - y) / length];
    let d = `M${x} ${y}L${u} ${v}`;
    if (shape === "arrow") {
      const back = (side) => `${u - 0.28 * dx + side * 0.16 * dy} ${v - 0.28 * dy - side * 0.16 * dx}`;
      d += `M${back(1)}L${u} ${v}L${back(-1)}`;
    }
    for (const part of ["halo", "arrow"]) this.#add(group, "path", { d, class: `mark ${kind ?? ""} ${part}` });
  }

  /* SVG */

  #node(name, attributes = {}) {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    return node;
  }

  #add(parent, name, attributes) {
    const node = this.#node(name, attributes);
    parent.append(node);
    return node;
  }

  #disc(parent, vertex, radius, name) {
    const [cx, cy] = Board.place(vertex, this.#picture.size);
    const disc = this.#node("circle", { cx, cy, r: radius, class: name });
    parent?.append(disc);
    return disc;
  }

  /** Writes a text; its font has 50 units a line of the board, as fonts of less than 1 px vary. */
  #text(parent, x, y, text, name = "") {
    const transform = `translate(${x} ${y}) scale(0.02)`;
    const node = this.#add(parent, "text", { transform, dy: "0.35em", class: name });
    node.textContent = text;
    return node;
  }
}
