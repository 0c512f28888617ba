"use strict";

/* Words and numbers as pages write them. It needs language.js. */

const words = {
  /** Returns a text as a sentence begins; cfggo and names of files stay as they are. */
  capital: (text) => (/^(cfggo\b|[^:]*\.\w+:)/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)),

  colour: (colour) => (colour === "black" ? t("Black") : t("White")),

  other: (colour) => (colour === "black" ? "white" : "black"),

  /** Returns a number with so many digits behind the point.

      One midway between two ends in an even digit, as Python writes it, so that a page says the same
      as a record or the terminal; `toFixed` alone would round it away from 0. */
  rounded: (n, digits = 0) => {
    const text = n.toFixed(digits);
    const isMidway = Math.abs(n * 2 ** (digits + 1)) % 2 === 1;
    if (!isMidway || Number(text.at(-1)) % 2 === 0) return text;
    return (Number(text) - Math.sign(n) * 10 ** -digits).toFixed(digits);
  },

  percent: (share) => `${words.rounded(100 * share, share > 0 && share < 0.0995 ? 1 : 0)}%`,

  percentRounded: (share) => `${words.rounded(100 * share)}%`,

  /** Returns points as a search estimates them, such as "8.4 points" or "1.0 point". */
  points: (n) => {
    const text = words.rounded(n, 1);
    return tn("{n} point", "{n} points", { n: text });
  },

  count: (n) => n.toLocaleString("en"),

  /** Returns a number of things in words, such as "1 stone" or "2 stones". */
  counted: (n, noun) => ({
    move: () => tn("{n} move", "{n} moves", { n }),
    prisoner: () => tn("{n} prisoner", "{n} prisoners", { n }),
    stone: () => tn("{n} stone", "{n} stones", { n }),
  })[noun](),

  /** Returns a text that ends with a rank, such as "cfggo 15k", as the language writes ranks. */
  rank: (text = "") => text.replace(/(\d+)([kd])$/, (_, n, kind) => (kind === "k" ? t("{n}k", { n }) : t("{n}d", { n }))),

  /** Tells whether a lead is written as one of the opponent's: 0.0 is not. */
  isBehind: (score) => Number(words.rounded(score, 1)) < 0,

  /** Returns Black's lead, such as "B+2.5". */
  lead: (score) => `${words.isBehind(score) ? "W" : "B"}+${words.rounded(Math.abs(score), 1)}`,

  /** Returns the lead of the side to move, such as "+2.5". */
  ahead: (score) => `${words.isBehind(score) ? "-" : "+"}${words.rounded(Math.abs(score), 1)}`,

  /** Returns a move in words, such as "White plays Q16, capturing 2 stones" or "Black plays A1,
      losing 3 stones". */
  move: ({ colour, vertex, captures }) => {
    const values = { colour: words.colour(colour), vertex };
    if (vertex === "pass") return t("{colour} passes", values);
    if (!captures?.length) return t("{colour} plays {vertex}", values);
    values.stones = words.counted(captures.length, "stone");
    return captures.includes(vertex) ? t("{colour} plays {vertex}, losing {stones}", values)
      : t("{colour} plays {vertex}, capturing {stones}", values);
  },

  factor: (factor) => `× ${factor >= 99.5 ? factor.toFixed(0) : factor >= 9.95 ? factor.toFixed(1)
    : factor.toPrecision(2)}`,
};
