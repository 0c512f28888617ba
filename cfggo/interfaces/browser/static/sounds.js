"use strict";

/* What one hears: stones, captures, the last seconds of a clock. All is made from noise and tones;
   browsers are silent until the first click or key. */

const sounds = new (class {
  #context = null;
  #noise = null;

  constructor() {
    for (const kind of ["pointerdown", "pointerup", "keydown"]) {
      document.addEventListener(kind, () => this.#wake(), { capture: true });
    }
  }

  get on() {
    return recall("sounds") !== "off";
  }

  /** A stone is put on the board. */
  stone() {
    this.#clack(0, 1);
  }

  /** Stones are taken off. */
  capture(n) {
    for (let i = 0; i < Math.min(n, 6); i += 1) this.#clack(0.16 + 0.07 * i, 0.35);
  }

  /** A second of the last ones is over; seconds: how many are left. */
  tick(seconds) {
    this.#tone(seconds <= 3 ? 1320 : 880, 0.07, 0.12);
  }

  /** The time is over. */
  bell() {
    this.#tone(440, 0.9, 0.25);
  }

  /** Plays what one hears of a state that comes after another one, but for a stone that was heard
      when it was clicked; at: the number of moves before that stone, or null. */
  follow(before, next, at) {
    if (!before || before.game !== next.game) return;
    const n = before.moves.length;
    const isOneMore = [n + 1, n + 2].includes(next.moves.length) && next.ids[n] === before.ids[n];
    if (!isOneMore) return;
    const { vertex, captures } = next.moves.at(-1);
    if (vertex !== "pass" && at !== next.moves.length - 1) this.stone();
    if (captures.length) this.capture(captures.length);
  }

  #wake() {
    if (!this.on || navigator.userActivation?.hasBeenActive === false) return;
    this.#context ??= new AudioContext();
    if (this.#context.state === "suspended") this.#context.resume().catch(() => {});  // there is no loudspeaker
  }

  /** A knock of stone on wood: a short noise and a low thump. */
  #clack(delay, loudness) {
    const context = this.#ready();
    if (!context) return;
    const at = context.currentTime + delay;
    const source = context.createBufferSource();
    const filter = context.createBiquadFilter();
    source.buffer = this.#noise ??= this.#makeNoise(context);
    source.playbackRate.value = 0.9 + 0.2 * Math.random();
    filter.type = "bandpass";
    filter.frequency.value = 2400;
    filter.Q.value = 1.2;
    source.connect(filter).connect(this.#fading(context, at, 0.5 * loudness, 0.05));
    source.start(at);
    const thump = context.createOscillator();
    thump.frequency.setValueAtTime(240, at);
    thump.frequency.exponentialRampToValueAtTime(110, at + 0.07);
    thump.connect(this.#fading(context, at, 0.35 * loudness, 0.08));
    thump.start(at);
    thump.stop(at + 0.1);
  }

  #tone(frequency, seconds, loudness) {
    const context = this.#ready();
    if (!context) return;
    const tone = context.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(this.#fading(context, context.currentTime, loudness, seconds));
    tone.start();
    tone.stop(context.currentTime + seconds);
  }

  #ready() {
    return this.on ? this.#context : null;
  }

  /** Returns what lets a sound fade to the loudspeaker within some seconds. */
  #fading(context, at, loudness, seconds) {
    const gain = context.createGain();
    gain.gain.setValueAtTime(loudness, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    gain.connect(context.destination);
    return gain;
  }

  #makeNoise(context) {
    const buffer = context.createBuffer(1, context.sampleRate / 10, context.sampleRate);
    const data = buffer.getChannelData(0);
    for (let i = 0; i < data.length; i += 1) data[i] = 2 * Math.random() - 1;
    return buffer;
  }
})();
