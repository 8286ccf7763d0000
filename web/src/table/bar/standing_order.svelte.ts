/**
 * What one will do at the next chance: fold, or call the hand. It is pressed at any time, holds for the cards one has now, and can
 * be taken back until it happens.
 *
 *     const order = new StandingOrder(() => store);   // in a component: it watches for the chance
 *     order.toggle("call-hand");
 */

import { untrack } from "svelte";
import type { PresetChoice } from "../../protocol";
import type { TableStore } from "../model/store.svelte";
import { NEVER_CALLS, STAYS_IN } from "./preset_answers";

export type Order = "fold" | "call-hand";

/** What must not answer before the order does. */
const AGAINST: Readonly<Record<Order, PresetChoice>> = { fold: STAYS_IN, "call-hand": NEVER_CALLS };
const SOONEST = 250; // milliseconds
const SPREAD = 350;

/** As long as a quick hand takes: the moment tells nobody that it was decided beforehand. */
export function reactionTime(): number {
  return SOONEST + Math.random() * SPREAD;
}

export class StandingOrder {
  #given = $state<Order | null>(null);
  #cards = $state(""); // that one had then

  #sending: Promise<void> = Promise.resolve();
  readonly #store: () => TableStore;

  constructor(store: () => TableStore) {
    this.#store = store;
    $effect(() => {
      if (!this.#due) return;
      const timer = setTimeout(() => this.#carryOut(), reactionTime());
      return () => clearTimeout(timer);
    });
    $effect(() => {
      if (this.#given === "fold" && this.given === null) untrack(() => this.#withdraw());
    });
  }

  readonly #view = $derived.by(() => this.#store().view);
  readonly #holding = $derived.by(() => {
    const view = this.#view;
    return view === null || view.seat === null || view.over ? "" : `${view.number} ${view.cards.join()} ${view.fields[view.seat]?.join()}`;
  });

  /** What was ordered and still holds: other cards are another matter. */
  readonly given = $derived(this.#holding && this.#cards === this.#holding ? this.#given : null);

  /** The question that gives the chance, or 0. */
  readonly #due = $derived.by(() => {
    const { question, options } = this.#store();
    return this.given && question && options?.actions?.some((one) => one.type === this.given) ? question.number : 0;
  });

  toggle(order: Order): void {
    const on = this.given !== order;
    if (!on) this.#withdraw();
    else {
      this.#given = order;
      this.#cards = this.#holding;
      this.#choose(order, false);
    }
  }

  #withdraw(): void {
    if (this.#given === "fold" && this.#holding) this.#choose("fold", true);
    this.#given = null;
  }

  /** What answers against the order is switched off, or on again. */
  #choose(order: Order, on: boolean): void {
    const store = this.#store();
    const against = AGAINST[order];
    // One after the other: what is chosen is known when the last command is done.
    this.#sending = this.#sending.then(async () => {
      const chosen = store.you?.choices ?? [];
      if (chosen.includes(against) === on || !store.table?.beforehand.includes(against)) return;
      await store.send({ type: "choose", choices: on ? [...chosen, against] : chosen.filter((one) => one !== against) });
    });
  }

  #carryOut(): void {
    const store = this.#store();
    const action = store.options?.actions?.find((one) => one.type === this.given);
    if (action && store.question) void store.act(action);
  }
}
