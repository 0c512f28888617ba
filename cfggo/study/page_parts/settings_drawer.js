"use strict";

/* The drawer of settings, the same on all pages; buttons with data-settings open it. It needs style.css,
   settings.js and language.js, and tells by the event "settings" that something was chosen. */

const THIS_MACHINE = ["127.0.0.1", "localhost"];

/** Makes the drawer; invite: asks the server how a phone comes to the page, if it can be asked. */
function makeSettingsDrawer(invite = null) {
  const title = made("h2", { id: "settings-title", textContent: t("Settings") });
  const drawer = made("dialog", { id: "settings" }, title);
  drawer.setAttribute("aria-labelledby", title.id);

  /** Adds a choice; chosen: what is done after another text was remembered under its name. */
  function choose(name, label, texts, value, chosen) {
    const select = made("select", { name }, ...Object.entries(texts).map(([key, text]) => new Option(text, key)));
    select.value = value;
    select.addEventListener("change", () => {
      remember(name, select.value);
      chosen();
    });
    return made("label", { className: "field" }, label, select);
  }

  drawer.append(
    choose("language", t("Language"), { "": t("as the browser"), ...LANGUAGES }, recall("language"), loadAnew),
    choose("theme", t("Colours"), { "": t("as the system"), light: t("light"), dark: t("dark") }, recall("theme"), applyTheme),
    choose("coordinates", t("Coordinates"), { "": t("shown"), off: t("hidden") }, recall("coordinates"),
      () => document.dispatchEvent(new Event("settings"))),
  );
  if (typeof sounds !== "undefined") {
    drawer.append(choose("sounds", t("Sounds"), { "": t("on"), off: t("off") }, recall("sounds"), () => sounds.stone()));
  }
  if (invite && THIS_MACHINE.includes(location.hostname)) drawer.append(phonePart(invite));
  const close = made("button", { type: "button", className: "primary", textContent: t("Close"), onclick: () => drawer.close() });
  drawer.append(made("div", { className: "buttons" }, close));
  drawer.addEventListener("click", ({ target }) => {
    if (target === drawer) drawer.close();  // beside it
  });
  document.body.append(drawer);
  for (const button of document.querySelectorAll("[data-settings]")) {
    button.addEventListener("click", () => drawer.showModal());
  }
  if (wasOpen()) drawer.showModal();
}

/** Loads the page again, which goes on with the drawer open. */
function loadAnew() {
  try {
    sessionStorage.setItem("cfggo-settings", "open");
  } catch {
    // a page in a sandbox: the drawer is closed then
  }
  location.reload();
}

/** Tells whether the drawer was open when the page was loaded anew for another language. */
function wasOpen() {
  try {
    const isSo = sessionStorage.getItem("cfggo-settings") === "open";
    sessionStorage.removeItem("cfggo-settings");
    return isSo;
  } catch {
    return false;  // a page in a sandbox
  }
}

/** Returns what asks for an invitation, and shows it: each lets one device in. */
function phonePart(invite) {
  const button = made("button", { type: "button", textContent: t("Open on a phone") });
  const words = made("p");
  words.setAttribute("role", "status");
  const part = made("div", { className: "phone" }, button, words);
  button.addEventListener("click", async () => {
    part.querySelector("svg")?.remove();
    try {
      const { address, code, squares } = await invite();
      if (squares) part.append(qrCode(squares));
      words.textContent = t("On one phone or tablet in your home network, open {address} and type {code}", { address, code });
    } catch (error) {
      words.textContent = error.message;
    }
  });
  return part;
}

/** Draws a QR code; rows: of 0 and 1. */
function qrCode(rows) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  const span = rows.length + 8;  // with the quiet zone that readers need
  svg.setAttribute("viewBox", `-4 -4 ${span} ${span}`);
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", rows.flatMap((row, y) => [...row].map((cell, x) => (cell === "1" ? `M${x} ${y}h1v1h-1z` : ""))).join(""));
  svg.append(path);
  return svg;
}
