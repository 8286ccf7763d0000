/**
 * The cards that the player has picked by tapping, and the one that is being dragged.
 *
 *     const picks = new CardPicks(() => store);
 *     <div {@attach picks.handles("hand")} {@attach picks.target("hand")}> one element for each card </div>
 *
 * `handles` makes the cards of a row draggable, `target` makes an element take them. While a card is dragged, elements that
 * would take it have `data-drop-state="wanted"`, the one under it `"over"`; the action bar has the style for both.
 */

import type { Attachment } from "svelte/attachments";
import type { Action } from "../../protocol";
import type { Picked } from "../model/actions";
import type { TableStore } from "../model/store.svelte";
import { TURNS_NOTHING_UP } from "../bar/preset_answers";
import { DISCARD_PLACE, type View } from "../model/view";
import { arranged, HAND_PLACES, placesOf } from "./card_slots";
import { dropTargets, spotName, type Spot } from "./drop_targets";
import { followPointer } from "./pointer_drag";

export class CardPicks {
  #hand = $state.raw<readonly number[]>([]);
  #field = $state.raw<readonly number[]>([]);
  #place = $state<number | null>(null);
  #held = $state(""); // the cards that the picks belong to
  #offered = $state(""); // the card at the picked place

  dragged = $state.raw<Spot | null>(null);
  over = $state(""); // the name of the spot under the dragged card

  #slots: readonly string[] = []; // the cards in their places, when last looked at
  #number = 0; // in which hand that was

  readonly #store: () => TableStore;
  readonly #shown: () => View | null;

  /** `shown`: the cards that are seen. */
  constructor(store: () => TableStore, shown: () => View | null) {
    this.#store = store;
    this.#shown = shown;
  }

  readonly #view = $derived.by(() => this.#shown());
  readonly #up = $derived.by(() => (this.#view?.seat == null ? [] : (this.#view.fields[this.#view.seat] ?? [])));
  readonly #holding = $derived(`${this.#view?.number} ${this.#view?.cards.join()} ${this.#up.join()}`);
  readonly #fresh = $derived(this.#held === this.#holding); // other cards: nothing is picked

  /** How many cards lie apart from the hand. */
  readonly apart = $derived.by(() => {
    const { options, table } = this.#store();
    const laid = this.#up.length || Number(table?.lays_cards_out && (options?.actions ?? []).some((one) => one.type === "place"));
    return laid + (this.#view?.chosen.length ?? 0) + (this.#view?.peeked ? 1 : 0);
  });

  /** Where the cards of the hand lie, from the left: which one of them, or −1 for a gap. */
  readonly places = $derived.by(() => {
    const { cards, number } = this.#view ?? { cards: [], number: 0 };
    const room = HAND_PLACES + (this.#store().table?.lays_cards_out ? 1 : 0) - this.apart;
    this.#slots = arranged(number === this.#number ? this.#slots : [], cards, Math.max(cards.length, room));
    this.#number = number;
    return placesOf(this.#slots, cards);
  });

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
  readonly drops = $derived.by(() => (this.dragged ? dropTargets(this.#store().options, this.#view, this.dragged) : new Map<string, Action>()));

  /** Whether several cards mean something together (CS5, CS8, CH17); or else a second one takes the first one's place. */
  readonly #several = $derived.by(() => this.marking || (this.#store().options?.actions?.some((one) => "cards" in one) ?? false));

  /** Whether cards can be marked before one is asked: they are turned up before the next dice (CH17). */
  readonly marking = $derived.by(() => {
    const { table, question, inHand } = this.#store();
    return inHand && !question && Boolean(table?.beforehand.includes(TURNS_NOTHING_UP));
  });

  /** Picks a card, or puts it back. */
  toggle(zone: "hand" | "field", at: number): void {
    const [hand, field] = [this.hand, this.field];
    this.#hand = zone === "hand" ? turned(hand, at, this.#several) : this.#several ? hand : [];
    this.#field = zone === "field" ? turned(field, at, this.#several) : this.#several ? field : [];
    this.#held = this.#holding;
  }

  /** A tap on a card: it is picked, and a second tap makes the field move that is all one can do with it now. */
  touch(zone: "hand" | "field", at: number): void {
    const move = (zone === "hand" ? this.hand : this.field).includes(at) ? this.fieldMove : null;
    if (move) void this.#store().act(move).then((done) => done && this.clear());
    else this.toggle(zone, at);
  }

  /** The field move of the picked card, where there is nothing else to do with a card: no trade, no selection. */
  readonly fieldMove = $derived.by<Action | null>(() => {
    const actions = this.#store().options?.actions ?? [];
    const onCards = actions.filter((one) => ("card" in one && one.card) || "cards" in one || "drop" in one || "swap" in one);
    if (onCards.some((one) => one.type !== "place" && one.type !== "take-back")) return null;
    const [card, type] = this.hand.length ? [this.picked.cards[0], "place"] : [this.picked.up[0], "take-back"];
    return onCards.find((one) => one.type === type && "card" in one && one.card === card) ?? null;
  });

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
    return (place === DISCARD_PLACE ? this.#view?.pile.at(-1) : this.#view?.board[place]) || "";
  }

  /** The cards in this element can be dragged, where that does something. `first` is the place of its first card. */
  handles(zone: Spot["zone"], first = 0): Attachment<HTMLElement> {
    return (row) => {
      $effect(() => {
        // A finger that drags a card doesn't scroll the page; where nothing can be dragged, it does.
        row.style.touchAction = this.#draggable(zone, first) ? "none" : "";
      });
      return followPointer(row, {
        start: (at) => this.#lift({ zone, at: zone === "hand" ? (this.places[at] ?? -1) : first + at }),
        move: (name) => (this.over = this.drops.has(name) ? name : ""),
        end: (name) => this.#drop(name),
      });
    };
  }

  /** This element takes cards. */
  target(zone: Spot["zone"], at = 0): Attachment<HTMLElement> {
    const name = spotName({ zone, at });
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
    return Array.from({ length: cards }).some((_, at) => dropTargets(this.#store().options, this.#view, { zone, at: first + at }).size > 0);
  }

  #lift(from: Spot): boolean {
    if (!dropTargets(this.#store().options, this.#view, from).size) return false;
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
