// What a press and a win feel like: a sound, which is off by default, and a touch on phones.

import { kept } from "./kept.js";

let context = null;

/** @type {Fn.tone} */
function tone(pitch, after, length) {
  context ??= new AudioContext();
  const [voice, volume] = [context.createOscillator(), context.createGain()];
  const start = context.currentTime + after;
  voice.frequency.value = pitch;
  volume.gain.setValueAtTime(0.12, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  voice.connect(volume).connect(context.destination);
  voice.start(start);
  voice.stop(start + length);
}

export function feelPress() {
  navigator.vibrate?.(12);
  if (kept("sound")) tone(440, 0, 0.09);
}

export function feelWin() {
  navigator.vibrate?.([20, 60, 40]);
  if (kept("sound")) [523, 659, 784].forEach((pitch, k) => tone(pitch, 0.12 * k, 0.3));
}
