// Short ticks made on the spot; no files. Everything a sound says can also be seen.
import { get } from "./settings.mjs";

const tunes = {
  move: [[420, 0.05]],
  eat: [[300, 0.05], [210, 0.07]],
  illegal: [[150, 0.09]],
  turn: [[620, 0.06], [780, 0.08]],
  over: [[520, 0.1], [660, 0.1], [780, 0.18]],
};
const always = ["move", "eat", "over"];
let audio = null;

export function play(name) {
  const wanted = get("sound");
  if (wanted === "off" || (wanted === "moves" && !always.includes(name)) || document.hidden) return;
  try {
    audio ??= new AudioContext();
  } catch {
    return;
  }
  let at = audio.currentTime;
  for (const [pitch, length] of tunes[name] ?? []) {
    tick(pitch, at, length);
    at += length;
  }
}

function tick(pitch, at, length) {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = "triangle";
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.12, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + length);
}
