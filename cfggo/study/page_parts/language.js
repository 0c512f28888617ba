"use strict";

/* What pages say, in the user's language. It needs settings.js and the language's catalogue,
   of languages.js or load_language.js.

   t("Lost {n} points", { n }) returns a message with values at its places; tn("{n} move", "{n} moves",
   { n }) one in the form for n. Messages are whole sentences: other languages have another order.
   What has no translation stays English. */

const catalogue = CATALOGUES[language] ?? {};
const MOVES = /^(?:(?:[A-T]\d\d?|pass)(?: |$))+$/;
const LEAD = /^([BW])\+([\d.]+|[RTF])$/;
const PARTICLE = /(.)(은\(는\)|이\(가\)|을\(를\)|과\(와\)|\(으\)로)/g;  // Korean, after a vowel or a consonant
const DIGIT_ENDINGS = { 0: 21, 1: 8, 3: 16, 6: 1, 7: 8, 8: 8 };  // as Unicode counts last consonants; 8 is that of 일
const pluralForms = new Intl.PluralRules(language);

/** Returns a message in the user's language; values: what stands at its places, by name. */
function t(message, values = {}) {
  return inLanguage(message, message, values);
}

/** Returns a message in its form for values.n, a number or how it is written in English. */
function tn(one, many, values) {
  return inLanguage(one, plainNumber(values.n) === 1 ? one : many, values);
}

/** Returns parts with commas between them. */
function listed(parts) {
  return chained(parts, (first, second) => t("{first}, {second}", { first, second }));
}

/** Returns sentences one behind the other. */
function inARow(sentences) {
  return chained(sentences, (first, second) => t("{first} {second}", { first, second }));
}

function chained(parts, chain) {
  return parts.some(Boolean) ? parts.filter(Boolean).reduce(chain) : "";
}

/** Takes sentences of the server out of JSON, as an argument of JSON.parse. */
function revive(key, value) {
  if (typeof value?.en !== "string") return value;
  return language === "en" ? value.en : inLanguage(value.id ?? value.en, value.en, value.values ?? {});
}

/** Writes a number, or a text that is one in English ("1,000", "-2.5", "x 1.3", "40%"), as the language does,
    and so a lead or a result ("B+2.5", "W+R"), and passes among moves. */
function figure(value) {
  if (MOVES.test(value)) return value.replaceAll("pass", () => t("pass"));
  const lead = LEAD.exec(value);
  if (lead) {
    const n = { R: () => t("R"), T: () => t("T") }[lead[2]]?.() ?? lead[2];  // by resignation, on time
    return lead[1] === "B" ? t("B+{n}", { n }) : t("W+{n}", { n });
  }
  if (typeof value === "number") return value.toLocaleString(language, { maximumFractionDigits: 20 });
  const found = language !== "en" && /^((?:[x×] |[-+−<])?)(\d[\d,]*)(?:\.(\d+))?(%?)$/.exec(value);
  if (!found) return value;
  const [, sign, whole, decimals = "", percent] = found;
  const number = plainNumber(`${whole}.${decimals}`);
  return sign + (percent ? number / 100 : number).toLocaleString(language, {
    style: percent ? "percent" : "decimal", useGrouping: value.includes(","),
    minimumFractionDigits: decimals.length, maximumFractionDigits: decimals.length,
  });
}

function plainNumber(value) {
  return Number(String(value).replaceAll(",", ""));
}

function inLanguage(id, english, values) {
  const found = Object.hasOwn(catalogue, id) ? catalogue[id] : english;
  const text = Array.isArray(found) ? found[Math.min(pluralForm(values.n), found.length - 1)] : found;
  const said = text.replace(/\{(\w+)\}/g, (place, name) => (Object.hasOwn(values, name) ? figure(values[name]) : place));
  return language === "ko" ? said.replace(PARTICLE, (_, last, forms) => last + particle(last, forms)) : said;
}

/** Returns the form of a Korean particle that stands behind a letter or a digit. */
function particle(last, forms) {
  const ending = /[가-힣]/.test(last) ? (last.charCodeAt(0) - 0xac00) % 28 : DIGIT_ENDINGS[last] ?? 0;
  if (forms === "(으)로") return ending === 0 || ending === 8 ? "로" : "으로";
  return ending ? forms[0] : forms[2];
}

/** Returns the place of n's form among those of a catalogue; fractions are written as a few are. */
function pluralForm(n) {
  return { one: 0, few: 1, many: 2 }[pluralForms.select(plainNumber(n))] ?? 1;
}

/** Translates what is written in the page's HTML, but for what has translate="no". */
function translatePage() {
  document.documentElement.lang = language;
  const take = (element) => (element.matches?.("script, style, [translate=no]")
    ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
  const walker = document.createTreeWalker(
    document.documentElement, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, take,
  );
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.data.trim().replace(/\s+/g, " ");
      if (text) node.data = node.data.replace(/\S[^]*\S|\S/, () => t(text));
      continue;
    }
    for (const name of ["title", "aria-label", "placeholder"]) {
      if (node.hasAttribute(name)) node.setAttribute(name, t(node.getAttribute(name)));
    }
    if (node.dataset.figure !== undefined) node.textContent = figure(node.textContent);
    if (node.dataset.said) node.textContent = JSON.parse(node.dataset.said, revive);
  }
}

translatePage();
delete document.documentElement.dataset.waits;
