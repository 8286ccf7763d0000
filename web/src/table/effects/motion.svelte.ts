/** What flies and rolls at the table, and what has just been done. Only to look at: nothing waits for it. */

import { getContext, setContext } from "svelte";
import type { TransitionConfig } from "svelte/transition";
import { motionFactor } from "../../shell/preferences.svelte";
import type { GameEvent } from "../../protocol";
import type { View } from "../model/view";
import { DEAL, TURN, type Beat } from "../scenes/beats";
import { actionCaption } from "./action_caption";

const DICE_LIE = 2600;
const CAPTION_STAYS = 2600;

export interface Flight {
  id: number;
  from: string; // spots, by the name in data-spot
  to: string;
  amount: number; // of credits; 0 is a card
  pot: boolean; // a whole pot, pushed to who wins it
  lasts: number;
}

export interface Dice {
  id: number;
  values: readonly number[];
  seat: number;
  alike: boolean;
}

export class Motion {
  dice = $state.raw<Dice | null>(null);
  flights = $state.raw<readonly Flight[]>([]);
  recentActions = $state.raw<Readonly<Record<number, string>>>({}); // what each seat has just done

  #room: HTMLElement | null = null;
  #last = 0;
  #timers = new Set<ReturnType<typeof setTimeout>>();

  /** A beat begins; `view` is what there is to be seen then. */
  cue(beat: Beat, view: View | null): void {
    for (const { event } of beat.news) this.#one(event, beat.lasts, view);
  }

  /** All that flies has landed. */
  still(): void {
    this.flights = [];
  }

  #one(event: GameEvent, lasts: number, view: View | null): void {
    const fly = (from: string, to: string, amount = 0, pot = false) => this.#fly({ from, to, amount, pot, lasts });
    if (event.type === "hand-started") this.recentActions = {};
    if (event.type === "rolled") this.#roll(event.dice, event.seat);
    if (event.type === "acted") this.#caption(event.seat, actionCaption(event.action));
    if (event.type === "paid") fly(`seat ${event.seat}`, event.pot === "sabacc" ? "sabacc pot" : "hand pot", event.amount);
    if (event.type === "refunded") fly("hand pot", `seat ${event.seat}`, event.amount);
    if (event.type === "won") fly(event.pot < 0 ? "sabacc pot" : "hand pot", `seat ${event.seat}`, event.amount, true);
    if (event.type === "swept") fly("hand pot", "sabacc pot", event.amount, true);
    if (event.type === "spilled") fly("sabacc pot", "hand pot", event.amount);
    if (event.type === "dropped") fly(`seat ${event.seat}`, event.to === "pile" ? "pile" : "deck");
    if (event.type === "folded" && event.seat !== view?.seat) fly(`seat ${event.seat}`, "deck");
    if (event.type === "bought" && event.seat !== view?.seat) fly(`board ${event.place}`, `seat ${event.seat}`);
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

  #fly(flight: Omit<Flight, "id">): void {
    const factor = motionFactor();
    if (!factor) return;
    this.flights = [...this.flights.slice(-24), { ...flight, id: ++this.#last, lasts: flight.lasts * factor }];
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

  /** A card comes: off the deck, or turned over where it lies. */
  arrive(card: HTMLElement, turned = false): TransitionConfig {
    const factor = motionFactor();
    if (!factor) return { duration: 0 };
    return turned ? turning(TURN * factor) : this.#fromDeck(card, DEAL * factor);
  }

  #fromDeck(card: HTMLElement, duration: number): TransitionConfig {
    const deck = this.centre("deck");
    const room = this.#room?.getBoundingClientRect();
    const here = card.getBoundingClientRect();
    if (!deck || !room) return { duration, css: (t) => `opacity: ${t}` };
    const x = deck.x + room.left - here.left - here.width / 2;
    const y = deck.y + room.top - here.top - here.height / 2;
    return {
      duration,
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

function turning(duration: number): TransitionConfig {
  return { duration, css: (t) => `transform: perspective(600px) rotateY(${(1 - t) * 90}deg)` };
}

const KEY = Symbol("motion");

export function provideMotion(motion: Motion): Motion {
  return setContext(KEY, motion);
}

export function useMotion(): Motion | undefined {
  return getContext<Motion | undefined>(KEY);
}
