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
    // The browser keeps nothing, or this is a page in a sandbox, which the one that led here tells.
    return new URLSearchParams(location.search).get(name) ?? "";
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

const LANGUAGES = {
  en: "English", de: "Deutsch", es: "Español", fr: "Français", ru: "Русский",
  "zh-Hans": "简体中文", "zh-Hant": "繁體中文", ja: "日本語", ko: "한국어",
};

/* The language that was chosen, or else the first of the browser's that there is. */
const language = (() => {
  const chosen = recall("language") || document.documentElement.dataset.language;
  if (Object.hasOwn(LANGUAGES, chosen)) return chosen;
  for (const tag of navigator.languages) {
    const { language: name, script } = localeOf(tag);
    const known = [`${name}-${script}`, name].find((each) => Object.hasOwn(LANGUAGES, each));
    if (known) return known;
  }
  return "en";
})();

function localeOf(tag) {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return {};  // no name of a language
  }
}

darkness.addEventListener("change", applyTheme);
applyTheme();
