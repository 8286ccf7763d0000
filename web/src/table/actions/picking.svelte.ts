/**
 * The cards that the player has picked by tapping, and the one that is being dragged.
 *
 *     const picking = new Picking(() => store);
 *     <div {@attach picking.handles("hand")} {@attach picking.target("hand")}> one element for each card </div>
 *
 * `handles` makes the cards of a row draggable, `target` makes an element take them. While a card is dragged, elements that
 * would take it have `data-drop-state="wanted"`, the one under it `"over"`; the action bar has the style for both.
 */

import type { Attachment } from "svelte/attachments";
import type { Action } from "../../protocol";
import type { Picked } from "../deeds";
import type { TableStore } from "../store.svelte";
import { drops, nameOfSpot, TOP_OF_PILE, type Spot } from "./dropping";
import { followPointer } from "./pointer";

export class Picking {
  #hand = $state.raw<readonly number[]>([]);
  #field = $state.raw<readonly number[]>([]);
  #place = $state<number | null>(null);
  #held = $state(""); // the cards that the picks belong to
  #offered = $state(""); // the card at the picked place

  dragged = $state.raw<Spot | null>(null);
  over = $state(""); // the name of the spot under the dragged card

  readonly #store: () => TableStore;

  constructor(store: () => TableStore) {
    this.#store = store;
  }

  readonly #view = $derived.by(() => this.#store().view);
  readonly #up = $derived.by(() => (this.#view?.seat == null ? [] : (this.#view.fields[this.#view.seat] ?? [])));
  readonly #holding = $derived(`${this.#view?.number} ${this.#view?.cards.join()} ${this.#up.join()}`);
  readonly #fresh = $derived(this.#held === this.#holding); // other cards: nothing is picked

  /** Places in one's own hand, face down. */
  readonly hand = $derived<readonly number[]>(this.#fresh ? this.#hand : []);
  /** Places among one's own cards that lie face up. */
  readonly field = $derived<readonly number[]>(this.#fresh ? this.#field : []);
  /** A place of the board, or the top of the discard pile. */
  readonly place = $derived.by(() => (this.#place !== null && this.#offered === this.#boardCard(this.#place) ? this.#place : null));

  readonly picked = $derived<Picked>({
    cards: this.hand.map((at) => this.#view?.cards[at] ?? ""),
    up: this.field.map((at) => this.#up[at] ?? ""),
    place: this.place,
  });
  readonly empty = $derived(!this.hand.length && !this.field.length && this.place === null);

  /** What the dragged card would do, by the names of the spots. */
  readonly drops = $derived.by(() => (this.dragged ? drops(this.#store().options, this.#view, this.dragged) : new Map<string, Action>()));

  /** Whether several cards mean something together (CS5, CS8, CH17); or else a second one takes the first one's place. */
  readonly #several = $derived.by(() => this.#store().options?.actions?.some((one) => "cards" in one) ?? false);

  /** Picks a card, or puts it back. */
  toggle(zone: "hand" | "field", at: number): void {
    const [hand, field] = [this.hand, this.field];
    this.#hand = zone === "hand" ? turned(hand, at, this.#several) : this.#several ? hand : [];
    this.#field = zone === "field" ? turned(field, at, this.#several) : this.#several ? field : [];
    this.#held = this.#holding;
  }

  /** Picks a place of the board, or none. */
  togglePlace(place: number): void {
    this.#place = this.place === place ? null : place;
    this.#offered = this.#place === null ? "" : this.#boardCard(this.#place);
  }

  clear(): void {
    this.#hand = this.#field = [];
    this.#place = null;
  }

  #boardCard(place: number): string {
    return (place === TOP_OF_PILE ? this.#view?.pile.at(-1) : this.#view?.board[place]) || "";
  }

  /** The cards in this element can be dragged, where that does something. `first` is the place of its first card. */
  handles(zone: Spot["zone"], first = 0): Attachment<HTMLElement> {
    return (row) => {
      $effect(() => {
        // A finger that drags a card doesn't scroll the page; where nothing can be dragged, it does.
        row.style.touchAction = this.#draggable(zone, first) ? "none" : "";
      });
      return followPointer(row, {
        start: (at) => this.#lift({ zone, at: first + at }),
        move: (name) => (this.over = this.drops.has(name) ? name : ""),
        end: (name) => this.#drop(name),
      });
    };
  }

  /** This element takes cards. */
  target(zone: Spot["zone"], at = 0): Attachment<HTMLElement> {
    const name = nameOfSpot({ zone, at });
    return (element) => {
      element.dataset.drop = name;
      $effect(() => {
        element.dataset.dropState = !this.drops.has(name) ? "" : this.over === name ? "over" : "wanted";
      });
    };
  }

  /** Whether any card there could be dragged now. */
  #draggable(zone: Spot["zone"], first: number): boolean {
    const cards = zone === "hand" ? (this.#view?.cards.length ?? 0) : zone === "field" ? this.#up.length : 1;
    return Array.from({ length: cards }).some((_, at) => drops(this.#store().options, this.#view, { zone, at: first + at }).size > 0);
  }

  #lift(from: Spot): boolean {
    if (!drops(this.#store().options, this.#view, from).size) return false;
    this.dragged = from;
    return true;
  }

  #drop(name: string): void {
    const action = this.drops.get(name);
    this.dragged = null;
    this.over = "";
    if (action) void this.#store().act(action).then((done) => done && this.clear());
  }
}

function turned(list: readonly number[], at: number, several: boolean): readonly number[] {
  if (list.includes(at)) return list.filter((one) => one !== at);
  return several ? [...list, at] : [at];
}
