"use strict";

/* What the user has chosen for all pages: it is remembered by this browser. */

/* Pages of a server keep it in a cookie, as its port changes with each start, and with it the storage
   that a browser gives; a file has no cookies. */
const isFile = location.protocol === "file:";

const darkness = matchMedia("(prefers-color-scheme: dark)");

/** Makes the page light or dark, as was chosen or as the system is. */
function applyTheme() {
  document.documentElement.dataset.theme = recall("theme") || (darkness.matches ? "dark" : "light");
}

/** Returns what was remembered under a name, or "". */
function recall(name) {
  try {
    if (isFile) return localStorage.getItem(`cfggo-${name}`) ?? "";
    const start = `cfggo-${name}=`;
    const found = document.cookie.split("; ").find((each) => each.startsWith(start));
    return found ? decodeURIComponent(found.slice(start.length)) : "";
  } catch {
    return "";  // the browser keeps nothing
  }
}

/** Remembers a text under a name, or forgets it for "". */
function remember(name, text) {
  try {
    if (isFile && text) localStorage.setItem(`cfggo-${name}`, text);
    else if (isFile) localStorage.removeItem(`cfggo-${name}`);
    else {
      const seconds = text ? 400 * 24 * 3600 : 0;
      document.cookie = `cfggo-${name}=${encodeURIComponent(text)}; path=/; max-age=${seconds}; SameSite=Strict`;
    }
  } catch {
    // it holds until the page is closed
  }
}

darkness.addEventListener("change", applyTheme);
applyTheme();
