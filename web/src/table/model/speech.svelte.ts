/** What is said at the seats: the last words of each, for as long as it takes to read them; and who is not heard here. */

import { readSetting, writeSetting } from "../../shell/settings";
import type { EmoteName } from "../../protocol";

const SHORTEST = 2800; // milliseconds
const LONGEST = 7500;
const EACH_LETTER = 55;
const MOST_MUTED = 200; // names

export interface Spoken {
  id: number;
  text: string;
  emote: EmoteName | null;
}

/** Told of what is said and heard. */
export type Listener = (name: string, spoken: Spoken) => void;

export class SeatSpeech {
  bubbles = $state.raw<Readonly<Record<number, Spoken>>>({}); // by seat
  muted = $state.raw<readonly string[]>(readMuted()); // names of who is not heard in this browser
  shown = $state(readSetting("speech", "on") === "on"); // whether anybody is
  #last = 0;
  #listeners = new Set<Listener>();

  /** Somebody at a seat says something. */
  hear(seat: number, name: string, text: string, emote: EmoteName | null = null): void {
    if (!this.shown || this.isMuted(name)) return;
    const spoken = { id: ++this.#last, text, emote };
    this.bubbles = { ...this.bubbles, [seat]: spoken };
    setTimeout(() => this.#fade(seat, spoken.id), Math.min(LONGEST, SHORTEST + EACH_LETTER * text.length));
    for (const listener of this.#listeners) listener(name, spoken);
  }

  #fade(seat: number, id: number): void {
    if (this.bubbles[seat]?.id !== id) return;
    const { [seat]: _, ...others } = this.bubbles;
    this.bubbles = others;
  }

  /** Until the function that it gives back is called. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  isMuted(name: string): boolean {
    return this.muted.includes(name);
  }

  /** Whether somebody is heard in this browser. */
  setMuted(name: string, on: boolean): void {
    const others = this.muted.filter((one) => one !== name);
    this.muted = on ? [...others, name].slice(-MOST_MUTED) : others;
    writeSetting("muted", JSON.stringify(this.muted));
  }

  /** Whether anything is shown at the seats; the chat has it all the same. */
  setShown(on: boolean): void {
    this.shown = on;
    if (!on) this.bubbles = {};
    writeSetting("speech", on ? "on" : "off");
  }
}

function readMuted(): string[] {
  try {
    const stored: unknown = JSON.parse(readSetting("muted", "[]"));
    return Array.isArray(stored) ? stored.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}
