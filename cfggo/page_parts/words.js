"use strict";

/* Words and numbers as pages write them. */

const words = {
  colour: (colour) => (colour === "black" ? "Black" : "White"),

  other: (colour) => (colour === "black" ? "white" : "black"),

  percent: (share) => `${(100 * share).toFixed(share > 0 && share < 0.0995 ? 1 : 0)}%`,

  percentRounded: (share) => `${(100 * share).toFixed(0)}%`,

  /** Returns points as a search estimates them, such as "8.4 points" or "1.0 point". */
  points: (n) => `${n.toFixed(1)} point${n.toFixed(1) === "1.0" ? "" : "s"}`,

  count: (n) => n.toLocaleString("en"),

  /** Returns Black's lead, such as "B+2.5". */
  lead: (score) => `${score >= 0 ? "B" : "W"}+${Math.abs(score).toFixed(1)}`,

  /** Returns the lead of the side to move, such as "+2.5". */
  ahead: (score) => `${Number(score.toFixed(1)) >= 0 ? "+" : "-"}${Math.abs(score).toFixed(1)}`,

  /** Returns a move in words, such as "White plays Q16, capturing 2 stones" or "Black plays A1,
      losing 3 stones". */
  move: ({ colour, vertex, captures }) => {
    const who = words.colour(colour);
    if (vertex === "pass") return `${who} passes`;
    const taken = captures?.length ?? 0;
    if (!taken) return `${who} plays ${vertex}`;
    const how = captures.includes(vertex) ? "losing" : "capturing";
    return `${who} plays ${vertex}, ${how} ${taken} stone${taken > 1 ? "s" : ""}`;
  },

  factor: (factor) => `× ${factor >= 99.5 ? factor.toFixed(0) : factor >= 9.95 ? factor.toFixed(1)
    : factor.toPrecision(2)}`,
};
