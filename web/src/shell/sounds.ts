/** Sounds, made on the spot by WebAudio; no files. `play` does nothing while sound is switched off. */

import { preferences } from "./preferences.svelte";

export type Sound = "deal" | "turn-over" | "credits" | "dice" | "shift" | "your-turn" | "call" | "win" | "lose" | "demise" | "sabacc" | "speech" | "emote" | "refused";

let audio: AudioContext | null = null;
let volume: GainNode | null = null;

// Browsers let a page sound only after somebody has touched it.
for (const kind of ["pointerdown", "keydown"]) {
  addEventListener(kind, () => void context()?.resume(), { once: true, capture: true });
}

function context(): AudioContext | null {
  if (!preferences.sound || typeof AudioContext === "undefined") return null;
  audio ??= new AudioContext();
  return audio;
}

/** What all sounds go through: how loud they are together. */
function master(at: AudioContext): GainNode {
  if (!volume) {
    volume = at.createGain();
    volume.connect(at.destination);
  }
  volume.gain.value = (preferences.volume / 100) ** 2; // as ears count
  return volume;
}

export function playSound(sound: Sound): void {
  const at = context();
  if (at?.state === "running") SOUNDS[sound](at, at.currentTime + 0.01);
}

function fading(at: AudioContext, start: number, loud: number, length: number): GainNode {
  const gain = at.createGain();
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  gain.connect(master(at));
  return gain;
}

function tone(at: AudioContext, start: number, from: number, to: number, length: number, loud = 0.1, wave: OscillatorType = "sine"): void {
  const source = at.createOscillator();
  source.type = wave;
  source.frequency.setValueAtTime(from, start);
  source.frequency.exponentialRampToValueAtTime(to, start + length);
  source.connect(fading(at, start, loud, length));
  source.start(start);
  source.stop(start + length);
}

function rustle(at: AudioContext, start: number, pitch: number, length: number, loud = 0.12): void {
  const buffer = at.createBuffer(1, Math.ceil(at.sampleRate * length), at.sampleRate);
  const wave = buffer.getChannelData(0);
  for (let i = 0; i < wave.length; i++) wave[i] = Math.random() * 2 - 1;
  const source = at.createBufferSource();
  source.buffer = buffer;
  const filter = at.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 0.9;
  source.connect(filter).connect(fading(at, start, loud, length));
  source.start(start);
}

const SOUNDS: Record<Sound, (at: AudioContext, now: number) => void> = {
  deal: (at, now) => rustle(at, now, 2600, 0.09),
  "turn-over": (at, now) => rustle(at, now, 1700, 0.14),
  credits: (at, now) => [0, 0.05, 0.11].forEach((wait, i) => tone(at, now + wait, 2100 + 260 * i, 1900 + 260 * i, 0.09, 0.05, "triangle")),
  dice: (at, now) => [0, 0.09, 0.2, 0.34, 0.52].forEach((wait, i) => rustle(at, now + wait, 900 + 150 * (i % 3), 0.05, 0.2)),
  shift: (at, now) => {
    tone(at, now, 90, 880, 0.75, 0.07, "sawtooth");
    rustle(at, now + 0.1, 3200, 0.6, 0.06);
  },
  "your-turn": (at, now) => [660, 990].forEach((pitch, i) => tone(at, now + 0.11 * i, pitch, pitch, 0.22, 0.08)),
  call: (at, now) => [440, 554, 659].forEach((pitch) => tone(at, now, pitch, pitch, 0.5, 0.05, "triangle")),
  win: (at, now) => [523, 659, 784, 1047].forEach((pitch, i) => tone(at, now + 0.1 * i, pitch, pitch, 0.4, 0.07, "triangle")),
  lose: (at, now) => tone(at, now, 320, 150, 0.55, 0.07, "triangle"),
  demise: (at, now) => [196, 208].forEach((pitch) => tone(at, now, pitch, pitch / 2, 0.9, 0.06, "triangle")),
  sabacc: (at, now) => {
    [392, 523, 659, 784, 1047, 1319].forEach((pitch, i) => tone(at, now + 0.09 * i, pitch, pitch, 1.1, 0.06, "triangle"));
    rustle(at, now + 0.45, 5200, 0.9, 0.04);
  },
  speech: (at, now) => tone(at, now, 520, 620, 0.09, 0.05, "triangle"),
  emote: (at, now) => [700, 930].forEach((pitch, i) => tone(at, now + 0.08 * i, pitch, pitch * 1.12, 0.12, 0.05, "triangle")),
  refused: (at, now) => tone(at, now, 170, 140, 0.18, 0.09, "square"),
};
