"use strict";

/* The game's tree: drawn with its main line straight and variations below it, each position a dot to
   click; and what is said of the position that is looked at, to read and to edit. */

const SVG = "http://www.w3.org/2000/svg";
const GAP = 20;           // pixels from one dot to the next
const RADIUS = 6.5;

class GameTree {
  nodes = new Map();      // by number: what the server tells, with the nodes of `children`, `x` and `y`
  name = "-1.0";          // what the server calls the tree as it is now
  canRestore = false;

  #options;
  #element;
  #svg;
  #current;
  #columns = [];          // the nodes of each column, from the top
  #fetching = null;       // the promise of the tree that is on its way
  #drawn = null;          // the node that is drawn as the current one

  /** fetch(game, changes) returns the promise of what has changed in the server's tree since it was
      called "GAME.CHANGES", null if it can't be had; onSelect(number) is told which position is
      clicked; onChange() that the tree is another one. */
  constructor(element, options) {
    this.#element = element;
    this.#options = options;
    element.addEventListener("click", (event) => this.#click(event));
  }

  /** Gets the tree if there is a newer one, one request at a time; returns a promise that it is there. */
  update(name) {
    if (!GameTree.#isNewer(name, this.name)) return null;
    this.#fetching ??= this.#fetch().finally(() => {
      this.#fetching = null;
    }).then((isThere) => {
      if (isThere) this.#options.onChange();
    });
    return this.#fetching;
  }

  /** Compares two names, "GAME.CHANGES". */
  static #isNewer(name, other) {
    const [[game, changes], [its, itsChanges]] = [name, other].map((one) => one.split(".").map(Number));
    return game > its || (game === its && changes > itsChanges);
  }

  async #fetch() {
    const told = await this.#options.fetch(...this.name.split(".").map(Number));
    if (!told) return false;
    this.name = told.tree;
    this.canRestore = told.can_restore;
    this.#take(told.nodes, told.since < 0);
    this.#place();
    this.#draw();
    this.#drawn = null;
    return true;
  }

  /** Takes nodes that are new or have changed; isAll: these are all. */
  #take(changed, isAll) {
    const before = this.nodes;
    const known = new Map(isAll ? [] : [...before].map(([number, node]) => [number, node.told]));
    for (const told of changed) known.set(told.node, told);
    this.nodes = new Map();
    const waiting = [0];
    while (waiting.length) {  // each before those that follow it
      const told = known.get(waiting.pop());
      const dot = isAll ? undefined : before.get(told.node)?.dot;
      this.nodes.set(told.node, { ...told, told, dot });
      waiting.push(...[...told.children].reverse());
    }
    for (const node of this.nodes.values()) node.children = node.told.children.map((number) => this.nodes.get(number));
  }

  /** Shows which position is looked at. */
  show(number) {
    const node = this.nodes.get(number);
    if (!node || !this.#svg || number === this.#drawn) return;
    this.#drawn = number;
    this.#current.setAttribute("cx", node.x * GAP);
    this.#current.setAttribute("cy", node.y * GAP);
    const { clientWidth, clientHeight } = this.#element;
    this.#element.scrollTo({
      left: (node.x + 1) * GAP - clientWidth / 2, top: (node.y + 1) * GAP - clientHeight / 2,
    });
  }

  /** Returns the number of the position above (-1) or below (1) one in the drawing, or null. */
  beside(number, by) {
    const node = this.nodes.get(number);
    if (!node) return null;
    const column = this.#columns[node.x];
    return column[column.indexOf(node) + by]?.node ?? null;
  }

  /** Gives all nodes their places: a line of moves takes the first row that is free along it. */
  #place() {
    this.#columns = [];
    const taken = [];     // by row: the columns that are taken
    const [root] = this.nodes.values();
    const lines = [{ first: root, x: 0, y: 0 }];
    while (lines.length) {
      const { first, x, y } = lines.pop();
      const line = [];
      for (let node = first; node; [node] = node.children) line.push(node);
      const columns = [x - 1, ...line.map((_, i) => x + i)];  // with that of the corner before it
      let row = y;
      while (columns.some((column) => taken[row]?.has(column))) row++;
      taken[row] ??= new Set();
      for (const column of columns) taken[row].add(column);
      line.forEach((node, i) => {
        Object.assign(node, { x: x + i, y: row });
        (this.#columns[x + i] ??= []).push(node);
      });
      // Those of the last moves are placed first, so that connections do not run through others.
      line.forEach((node, i) => {
        for (const child of node.children.slice(1).reverse()) lines.push({ first: child, x: x + i + 1, y: row + 1 });
      });
    }
    for (const column of this.#columns) column.sort((a, b) => a.y - b.y);
  }

  #draw() {
    const make = (name, attributes) => {
      const node = document.createElementNS(SVG, name);
      for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
      return node;
    };
    const rows = Math.max(...this.#columns.flat().map(({ y }) => y)) + 1;
    const [width, height] = [(this.#columns.length + 1) * GAP, (rows + 1) * GAP];
    this.#svg = make("svg", { width, height, viewBox: `${-GAP} ${-GAP} ${width} ${height}`, "aria-hidden": "true" });
    const edges = { "": "", main: "" };
    for (const node of this.nodes.values()) {
      const from = this.nodes.get(node.parent);
      if (!from) continue;
      const [x, y] = [node.x * GAP, node.y * GAP];
      edges[node.y ? "" : "main"] += `M${from.x * GAP} ${from.y * GAP}`
        + (from.y === node.y ? `H${x}` : `V${y - GAP / 2}L${from.x * GAP + GAP / 2} ${y}H${x}`);
    }
    this.#current = make("circle", { r: RADIUS + 3, class: "current" });
    const dots = [...this.nodes.values()].map((node) => {
      const { colour = node.parent === undefined ? "start" : "setup", quality = "" } = node;
      const kind = `${colour} ${quality} ${node.comment || node.marks ? "noted" : ""}`.trim();
      const content = `${node.x} ${node.y} ${kind}`;
      if (node.dot?.content !== content) {
        node.dot = { content, circle: make("circle", { cx: node.x * GAP, cy: node.y * GAP, r: RADIUS, class: kind }) };
      }
      return node.dot.circle;
    });
    this.#svg.append(
      make("path", { d: edges[""], class: "edge" }), make("path", { d: edges.main, class: "edge main" }), this.#current, ...dots,
    );
    this.#element.replaceChildren(this.#svg);
  }

  #click(event) {
    if (!this.#svg) return;
    const { left, top } = this.#svg.getBoundingClientRect();
    const [x, y] = [(event.clientX - left) / GAP - 1, (event.clientY - top) / GAP - 1];
    const node = this.#columns[Math.round(x)]?.find((one) => one.y === Math.round(y));
    if (node) this.#options.onSelect(node.node);
  }
}
