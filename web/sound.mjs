// Short ticks made on the spot; no files. Everything a sound says can also be seen.
import { get } from "./settings.mjs";

const tunes = {
  move: [[420, 0.05]],
  capture: [
    [300, 0.05],
    [210, 0.07],
  ],
  illegal: [[150, 0.09]],
  turn: [
    [620, 0.06],
    [780, 0.08],
  ],
  over: [
    [520, 0.1],
    [660, 0.1],
    [780, 0.18],
  ],
};
const moves = ["move", "capture", "over"];
let audio = null;
let busyUntil = 0; // seconds of the audio clock: what comes together is heard one after the other

const isWanted = (name) => get("sound") === "all" || (get("sound") === "moves" && moves.includes(name));

/** Browsers keep pages silent until the first touch or key; so do we. */
const wasTouched = () => navigator.userActivation?.hasBeenActive ?? true;

function openAudio() {
  try {
    audio ??= new AudioContext();
  } catch {
    return false;
  }
  if (audio.state === "suspended") audio.resume().catch(() => {});
  return true;
}

export function play(name) {
  if (!isWanted(name) || document.hidden || !wasTouched() || !openAudio()) return;
  let at = Math.max(audio.currentTime, busyUntil);
  for (const [pitch, length] of tunes[name]) {
    tick(pitch, at, length);
    at += length;
  }
  busyUntil = at;
}

/** The sound of a Move (docs/web.md); null: one that was not legal. */
export const playMove = (move) => play(move?.eats || move?.pushed ? "capture" : "move");

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
