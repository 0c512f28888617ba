"use strict";

/* What the page does with the game's tree: it leads from one position to another, shows comments and
   marks, and edits them; stones are set up; variations are deleted and made the main line. */

const SHAPES = { triangle: t("triangle"), square: t("square"), circle: t("circle"), cross: t("cross") };

let tool = null;           // what a click on the board does instead of a move: a name of a data-tool
let commented = null;      // the number of the node that the comment field belongs to
let edited = Promise.resolve();  // when marks and stones that were clicked are there
let refused = null;        // { node, text }: a comment that the server did not take

const tree = new GameTree($("tree"), {
  fetch: (game, since) => page.link.post("tree", { game, since }).catch(() => null),
  onSelect: goTo,
  onChange: () => {
    // As high at all positions, or what lies below it would jump.
    $("comment").rows = [...tree.nodes.values()].some(({ comment }) => comment) ? 6 : 2;
    draw();
  },
});

/** Returns what the tree has of the position that is looked at, {} while that is on its way. */
function shownNode() {
  return tree.nodes.get(state.nodes[shown]) ?? {};
}

/** Looks at the position of a node, of whichever line. */
function goTo(number) {
  if (number === null || !state) return;
  const n = state.nodes.indexOf(number);
  if (n >= 0) go(n);
  else request("go", { node: number });
}

/** Goes to the variation above (-1) or below (1) in the drawing; returns false if there is none. */
function goBeside(by) {
  const number = tree.beside(state.nodes[shown], by);
  if (number === null) return false;
  goTo(number);
  return true;
}

/** Returns the marks that the record has here, and rings around the moves that follow. */
function recordMarks() {
  if (pending) return [];
  const { marks = [], children = [] } = shownNode();
  const next = state.moves[shown]?.vertex;
  const others = children.filter(({ colour, vertex }) => colour && vertex !== "pass" && vertex !== next);
  return [...others.map(({ vertex }) => ({ vertex, shape: "ring", kind: "other" })), ...marks];
}

/** Draws the tree's card. */
function drawTree() {
  tree.update(state.tree);
  const number = state.nodes[shown];
  const node = shownNode();
  tree.show(number);
  $("tree-name").textContent = node.name ?? "";
  if (commented !== number) saveComment();  // of what was being written when the engine played
  if (commented !== number || document.activeElement !== $("comment")) {
    $("comment").value = refused?.node === number ? refused.text : node.comment ?? "";
    if (commented !== number) $("comment").scrollTop = 0;
    commented = number;
  }
  for (const button of document.querySelectorAll("[data-tool]")) {
    button.setAttribute("aria-pressed", String(button.dataset.tool === tool));
  }
  $("board").classList.toggle("edited", tool !== null);
  $("delete").disabled = node.parent === undefined;
  $("promote").disabled = node.y === undefined || node.y === 0;
  $("restore").hidden = !tree.canRestore;
}

/* Editing */

/** Sends what stands in the comment field, if it has changed. */
async function saveComment() {
  const [node, text] = [commented, $("comment").value];
  const before = tree.nodes.get(node)?.comment ?? "";
  if (node === null || text.trim() === before) return;
  refused = { node, text };
  if (await request("comment", { node, text })) refused = null;
}

function choose(name) {
  tool = tool === name ? null : name;
  draw();
}

/** Does with a point what the chosen tool does; tells whether there is one. */
function edit(vertex) {
  if (tool === null) return false;
  const [chosen, node] = [tool, state.nodes[shown]];
  if (["black", "white", "erase"].includes(chosen)) {
    setUp((stones) => {
      if (chosen === "erase" || stones[vertex] === chosen) delete stones[vertex];
      else stones[vertex] = chosen;
    });
  } else {
    inOrder(async () => {
      const isShape = Object.hasOwn(SHAPES, chosen);
      await request("mark", { node, vertex, shape: isShape ? chosen : "", text: isShape ? "" : nextLabel(node, vertex, chosen) });
      await tree.update(state.tree);
    });
  }
  return true;
}

/** Does something when all that was begun so before is done: each change is one of the newest state. */
function inOrder(change) {
  edited = edited.then(change);
}

/** Returns the label that a click on a point sets: the one that is there, to take it off, or the next. */
function nextLabel(node, vertex, kind) {
  const labels = (tree.nodes.get(node)?.marks ?? []).filter(({ text }) => text);
  const here = labels.find((one) => one.vertex === vertex);
  if (here) return here.text;
  const taken = new Set(labels.map(({ text }) => text));
  const all = kind === "number" ? Array.from({ length: 361 }, (_, i) => String(i + 1)) : [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  return all.find((text) => !taken.has(text)) ?? all.at(-1);
}

/** Changes the stones of the position that is looked at; change: is given them, by vertex. */
function setUp(change, turns = false) {
  inOrder(() => {
    const stones = Board.stonesAfter(state, shown);
    change(stones);
    const of = (colour) => Object.keys(stones).filter((vertex) => stones[vertex] === colour);
    const toPlay = turns ? words.other(player()) : player();
    return request("setup", { node: state.nodes[shown], black: of("black"), white: of("white"), to_play: toPlay });
  });
}

$("editing").addEventListener("toggle", () => {
  if (!$("editing").open && tool !== null) choose(tool);  // a tool out of sight would change the game
});
for (const button of document.querySelectorAll("[data-tool]")) {
  button.addEventListener("click", () => choose(button.dataset.tool));
}
$("comment").addEventListener("change", saveComment);
$("comment").addEventListener("keydown", (event) => {
  if (event.key === "Escape" || (event.key === "Enter" && (event.ctrlKey || event.metaKey))) $("comment").blur();
});
$("delete").addEventListener("click", () => request("delete", { node: state.nodes[shown] }));
$("promote").addEventListener("click", () => request("promote", { node: state.nodes[shown] }));
$("restore").addEventListener("click", () => request("restore"));
$("clear").addEventListener("click", () => setUp((stones) => { for (const vertex in stones) delete stones[vertex]; }));
$("other-turn").addEventListener("click", () => setUp(() => null, true));

/* The mouse wheel steps. */

let turned = 0;            // pixels that the wheel has turned since the last step

$("board").addEventListener("wheel", (event) => {
  if (event.ctrlKey || !state) return;  // which zooms
  event.preventDefault();
  turned += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 40);
  if (Math.abs(turned) < 40) return;
  step(turned > 0 ? "forward" : "back");
  turned = 0;
}, { passive: false });

/* Pictures of the position */

const PICTURE_SIDE = 1200;

function pictureFile(blob, ending) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `position-${shown}.${ending}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function svgBlob() {
  return new Blob([board.picture(PICTURE_SIDE)], { type: "image/svg+xml" });
}

async function pngBlob() {
  const address = URL.createObjectURL(svgBlob());
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = PICTURE_SIDE;
  canvas.getContext("2d").drawImage(image, 0, 0, PICTURE_SIDE, PICTURE_SIDE);
  URL.revokeObjectURL(address);
  return new Promise((done) => { canvas.toBlob(done, "image/png"); });
}

async function copyPicture() {
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": pngBlob() })]);
    page.tell(t("The picture is in the clipboard"));
  } catch {  // the browser refuses, or has no clipboard for pages that come over the network
    pictureFile(await pngBlob(), "png");
  }
}

$("picture").addEventListener("click", ({ target }) => { if (target.closest("button")) $("picture").open = false; });
document.addEventListener("click", ({ target }) => { if (!$("picture").contains(target)) $("picture").open = false; });
$("picture").addEventListener("keydown", ({ key }) => { if (key === "Escape") $("picture").open = false; });
$("copy-picture").addEventListener("click", copyPicture);
$("save-png").addEventListener("click", async () => pictureFile(await pngBlob(), "png"));
$("save-svg").addEventListener("click", () => pictureFile(svgBlob(), "svg"));
