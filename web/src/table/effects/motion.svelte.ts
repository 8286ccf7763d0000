/** What moves at the table. Nothing waits for it: the picture is right already, and motion catches up. */

import { getContext, setContext } from "svelte";
import type { TransitionConfig } from "svelte/transition";
import { preferences } from "../../shell/preferences.svelte";
import type { GameEvent } from "../../protocol";
import type { View } from "../model/view";
import { actionCaption } from "./action_caption";

export const DEAL = 180;
export const TURN = 220;
export const CREDITS = 400;
export const DICE = 700;
export const SHIFT = 900;
const BETWEEN_CARDS = 55; // cards overlap in the air
const DICE_LIE = 2600;
const CAPTION_STAYS = 2600;

export interface Flight {
  id: number;
  from: string; // spots, by the name in data-spot
  to: string;
  amount: number; // of credits; 0 is a card
  after: number;
}

export interface Dice {
  id: number;
  values: readonly number[];
  seat: number;
  alike: boolean;
}

/** Whether there is motion at all. */
export function motionEnabled(): boolean {
  return preferences.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export class Motion {
  shifting = $state(false);
  dice = $state.raw<Dice | null>(null);
  flights = $state.raw<readonly Flight[]>([]);
  recentActions = $state.raw<Readonly<Record<number, string>>>({}); // what each seat has just done

  #room: HTMLElement | null = null;
  #last = 0;
  #dealt = 0; // cards in the air since the last batch of events
  #timers = new Set<ReturnType<typeof setTimeout>>();

  /** Called with events as they come (`TableStore.subscribe`). */
  onEvents = (events: readonly GameEvent[], _: View | null, after: View | null): void => {
    this.#dealt = 0;
    if (document.hidden) return; // nobody looks, and timers would pile up
    for (const event of events) this.#one(event, after);
  };

  #one(event: GameEvent, after: View | null): void {
    if (event.type === "hand-started") this.recentActions = {};
    if (event.type === "shifted") this.#shift();
    if (event.type === "rolled") this.#roll(event.dice, event.seat);
    if (event.type === "acted") this.#caption(event.seat, actionCaption(event.action));
    if (event.type === "paid") this.#fly(`seat ${event.seat}`, event.pot === "sabacc" ? "sabacc pot" : "hand pot", event.amount);
    if (event.type === "refunded") this.#fly("hand pot", `seat ${event.seat}`, event.amount);
    if (event.type === "won") this.#fly(event.pot < 0 ? "sabacc pot" : "hand pot", `seat ${event.seat}`, event.amount, CREDITS);
    if (event.type === "swept") this.#fly("hand pot", "sabacc pot", event.amount, CREDITS);
    if (event.type === "spilled") this.#fly("sabacc pot", "hand pot", event.amount, CREDITS);
    if (event.type === "discarded" || event.type === "taken") this.#fly(`seat ${event.seat}`, "deck", 0);
    if (event.type === "dropped") this.#fly(`seat ${event.seat}`, event.to === "pile" ? "pile" : "deck", 0);
    if (event.type === "folded" && event.seat !== after?.seat) this.#fly(`seat ${event.seat}`, "deck", 0);
    if (event.type === "bought" && event.seat !== after?.seat) this.#fly(`board ${event.place}`, `seat ${event.seat}`, 0);
  }

  #shift(): void {
    this.shifting = true;
    this.#later(SHIFT, () => (this.shifting = false));
  }

  #roll(values: readonly number[], seat: number): void {
    const id = ++this.#last;
    this.dice = { id, values, seat, alike: values.length > 1 && new Set(values).size === 1 };
    this.#later(DICE_LIE, () => {
      if (this.dice?.id === id) this.dice = null;
    });
  }

  #caption(seat: number, text: string): void {
    if (!text) return;
    this.recentActions = { ...this.recentActions, [seat]: text };
    this.#later(CAPTION_STAYS, () => {
      if (this.recentActions[seat] === text) this.recentActions = { ...this.recentActions, [seat]: "" };
    });
  }

  #fly(from: string, to: string, amount: number, after = 0): void {
    if (!motionEnabled()) return;
    this.flights = [...this.flights.slice(-24), { id: ++this.#last, from, to, amount, after }];
  }

  landed(flight: Flight): void {
    this.flights = this.flights.filter((one) => one !== flight);
  }

  /** The element that all spots are in. */
  stage = (room: HTMLElement): (() => void) => {
    this.#room = room;
    return () => {
      this.#room = null;
      this.#timers.forEach(clearTimeout);
    };
  };

  /** Where a spot is, in the room's own pixels; null if there is none. At a hand's end the pots are where they were. */
  centre(spot: string): { x: number; y: number } | null {
    const there = this.#room?.querySelector(`[data-spot="${spot}"]`) ?? (spot.endsWith("pot") ? this.#room?.querySelector('[data-spot="middle"]') : null);
    const found = there?.getBoundingClientRect();
    const room = this.#room?.getBoundingClientRect();
    if (!found || !room || !found.width) return null;
    return { x: found.left + found.width / 2 - room.left, y: found.top + found.height / 2 - room.top };
  }

  /** A card comes: off the deck, turned over where it lies, or, in a shift, out of the flicker with a new face. */
  arrive(card: HTMLElement, turned = false): TransitionConfig {
    if (!motionEnabled()) return { duration: 0 };
    if (this.shifting && !turned) return flickering(this.#dealt++);
    return turned ? turning() : this.#fromDeck(card);
  }

  #fromDeck(card: HTMLElement): TransitionConfig {
    const deck = this.centre("deck");
    const room = this.#room?.getBoundingClientRect();
    const here = card.getBoundingClientRect();
    const delay = Math.min(this.#dealt++ * BETWEEN_CARDS, 900);
    if (!deck || !room) return { delay, duration: DEAL, css: (t) => `opacity: ${t}` };
    const x = deck.x + room.left - here.left - here.width / 2;
    const y = deck.y + room.top - here.top - here.height / 2;
    return {
      delay,
      duration: DEAL,
      easing: (t) => 1 - (1 - t) ** 3,
      css: (t, u) => `opacity: ${t < 0.02 ? 0 : 1}; transform: translate(${u * x}px, ${u * y}px) rotate(${u * 24}deg) scale(${0.6 + 0.4 * t})`,
    };
  }

  #later(wait: number, then: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      then();
    }, wait);
    this.#timers.add(timer);
  }
}

function turning(): TransitionConfig {
  return { duration: TURN, css: (t) => `transform: perspective(600px) rotateY(${(1 - t) * 90}deg)` };
}

/** Crackles in from top to bottom. */
function flickering(order: number): TransitionConfig {
  return {
    delay: Math.min(order * 30, 300),
    duration: SHIFT - 300,
    css: (t) => {
      const crackle = t > 0.85 ? 1 : 0.35 + 0.65 * Math.abs(Math.sin(t * 41));
      return `opacity: ${crackle}; clip-path: inset(-20% -20% ${Math.max(-20, 100 - t * 130)}% -20%); filter: brightness(${2.6 - 1.6 * t})`;
    },
  };
}

const KEY = Symbol("motion");

export function provideMotion(motion: Motion): Motion {
  return setContext(KEY, motion);
}

export function useMotion(): Motion | undefined {
  return getContext<Motion | undefined>(KEY);
}
