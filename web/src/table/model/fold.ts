/** Folds one more event, as this seat sees it, into the view. Pure: it gives a new view and leaves the old one alone. */

import type { GameEvent } from "../../protocol";
import { handPot, newView, type View } from "./view";

type Kind = GameEvent["type"];
type Of<K extends Kind> = Extract<GameEvent, { type: K }>;
type Folds = { readonly [K in Kind]?: (view: View, event: Of<K>) => Partial<View> };

export function fold(view: View, event: GameEvent): View {
  const one = FOLDS[event.type] as ((view: View, event: GameEvent) => Partial<View>) | undefined;
  return one ? { ...view, ...one(view, event) } : view;
}

/** The same where a hand may begin: it is seen as by `seat`, none before its first event. */
export function see(view: View | null, event: GameEvent, names: readonly string[], seat: number | null): View | null {
  const before = event.type === "hand-started" ? newView(event.stacks.map((_, i) => names[i] ?? ""), seat) : view;
  return before && fold(before, event);
}

export function foldAll(view: View, events: readonly GameEvent[]): View {
  return events.reduce(fold, view);
}

// ---- lists

function changed<T>(list: readonly T[], at: number, value: T): T[] {
  return list.map((one, i) => (i === at ? value : one));
}

function more(list: readonly number[], at: number, by: number): number[] {
  return list.map((one, i) => (i === at ? one + by : one));
}

function without(cards: readonly string[], card: string | null | undefined): readonly string[] {
  const at = cards.indexOf(card ?? "");
  return at < 0 ? cards : cards.toSpliced(at, 1);
}

// ---- what becomes of cards

/** A card, face down, to a seat. Who has sat down in mid-hand is told no faces of who sat there before. */
function gets(view: View, seat: number, card: string | null | undefined): Partial<View> {
  const counts = more(view.counts, seat, 1);
  return seat === view.seat && card ? { counts, cards: [...view.cards, card] } : { counts };
}

function loses(view: View, seat: number, card: string | null | undefined): Partial<View> {
  const counts = more(view.counts, seat, -1);
  return seat === view.seat ? { counts, cards: without(view.cards, card) } : { counts };
}

function faceUp(view: View, seat: number, card: string): Partial<View> {
  return { fields: changed(view.fields, seat, [...(view.fields[seat] ?? []), card]) };
}

function notFaceUp(view: View, seat: number, card: string | null | undefined): Partial<View> {
  return { fields: changed(view.fields, seat, without(view.fields[seat] ?? [], card)) };
}

function onBoard(view: View, place: number, card: string): Partial<View> {
  return place === view.board.length
    ? { pile: [...view.pile, card] }
    : { board: changed(view.board, place, card) };
}

/** Pots are paid out whole, so whose credits they were no longer matters. */
function fromHandPot(view: View, amount: number): Partial<View> {
  return { paid: view.paid.map(() => 0), fees: handPot(view) - amount };
}

/** A seat's cards change, and what it has declared of them is no longer so. */
function outdates(view: View, seat: number): Partial<View> {
  return view.totals[seat] == null || view.outdated[seat] ? {} : { outdated: changed(view.outdated, seat, true) };
}

// ---- one for each kind of event that changes the picture

const FOLDS: Folds = {
  "hand-started": (view, event) => ({
    number: event.number,
    button: event.button,
    dealt_in: event.dealt_in,
    stacks: event.stacks,
    started_with: event.stacks,
    sabacc_pot: event.sabacc_pot,
    live: view.live.map((live, seat) => live || event.dealt_in.includes(seat)),
    sides: event.sides?.length ? event.sides : view.sides,
  }),
  turn: (_, event) => ({ turn: event.seat, round: event.round }),
  round: (_, event) => ({ turn: null, round: event.round }),
  "betting-started": (view, event) => ({
    bets: view.bets.map(() => 0),
    blind: event.standing ?? 0,
    round: event.round,
  }),
  asked: (_, event) => ({ asked: event.seats, asked_kind: event.kind, question_number: event.question }),
  acted: (view, event) => (event.question ? { asked: view.asked.filter((seat) => seat !== event.seat) } : {}),
  called: (_, event) => ({ called: true, caller: event.seat, asked: [] }),
  paid: (view, event) => {
    const stacks = more(view.stacks, event.seat, -event.amount);
    if (event.pot === "sabacc") return { stacks, sabacc_pot: view.sabacc_pot + event.amount };
    if (event.pot === "fees") return { stacks, fees: view.fees + event.amount };
    const paid = more(view.paid, event.seat, event.amount);
    const isBet = event.why === "bet" || event.why === "big-blind";
    return { stacks, paid, bets: isBet ? more(view.bets, event.seat, event.amount) : view.bets };
  },
  refunded: (view, event) => ({
    stacks: more(view.stacks, event.seat, event.amount),
    paid: more(view.paid, event.seat, -event.amount),
    bets: more(view.bets, event.seat, -Math.min(event.amount, view.bets[event.seat] ?? 0)),
  }),
  won: (view, event) => ({
    stacks: more(view.stacks, event.seat, event.amount),
    ...(event.pot < 0 ? { sabacc_pot: view.sabacc_pot - event.amount } : fromHandPot(view, event.amount)),
  }),
  swept: (view, event) => ({
    sabacc_pot: view.sabacc_pot + event.amount,
    ...fromHandPot(view, event.amount),
  }),
  spilled: (view, event) => ({
    sabacc_pot: view.sabacc_pot - event.amount,
    fees: view.fees + event.amount,
    spilled: event.amount,
  }),
  "quiet-rounds": (_, event) => ({ quiet_left: event.left }),
  shifted: (view) => (view.quiet_left === 0 ? { quiet_left: 1 } : {}), // everybody is asked once more before the table calls
  "hand-voided": (view, event) => ({
    over: true,
    asked: [],
    number: event.number,
    stacks: event.stacks,
    started_with: event.stacks,
    sabacc_pot: event.sabacc_pot,
    paid: view.paid.map(() => 0),
    bets: view.bets.map(() => 0),
    fees: 0,
    cards: [],
    counts: view.counts.map(() => 0),
    fields: view.fields.map(() => []),
  }),
  "hand-ended": () => ({ over: true, asked: [] }),
  "side-declared": (view, event) => ({ sides: changed(view.sides, event.seat, event.side) }),
  "total-declared": (view, event) => ({ totals: changed(view.totals, event.seat, event.total) }),
  shown: (view, event) => ({ shown: { ...view.shown, [event.seat]: event } }),
  "item-staked": (view, event) => ({
    stacks: more(view.stacks, event.seat, event.value),
    started_with: more(view.started_with, event.seat, event.value),
  }),

  shuffled: (view, event) => ({
    ...(event.zones.includes("hands") ? { cards: [], counts: view.counts.map(() => 0), outdated: view.totals.map((total) => total != null) } : {}),
    ...(event.zones.includes("pile") ? { pile: [] } : event.zones.includes("under") ? { pile: view.pile.slice(-1) } : {}),
    ...(event.to === "deck"
      ? { deck_count: event.size }
      : event.to === "bottom"
        ? { deck_count: view.deck_count + event.size }
        : { aside_shuffle: event.number }),
  }),
  dealt: (view, event) => ({
    ...outdates(view, event.seat),
    deck_count: view.deck_count - (event.shuffle === view.aside_shuffle ? 0 : 1),
    ...(event.up ? faceUp(view, event.seat, event.card ?? "") : gets(view, event.seat, event.card)),
  }),
  dropped: (view, event) => ({
    ...outdates(view, event.seat),
    ...(event.up ? notFaceUp(view, event.seat, event.card) : loses(view, event.seat, event.card)),
    ...(event.to === "pile" ? { pile: [...view.pile, event.card ?? ""] } : {}),
  }),
  taken: (view, event) => ({ ...outdates(view, event.seat), ...loses(view, event.seat, event.card) }),
  "pile-taken": (view, event) => ({
    ...outdates(view, event.seat),
    pile: view.pile.toSpliced(view.pile.lastIndexOf(event.card), 1),
    ...gets(view, event.seat, event.card),
  }),
  placed: (view, event) => ({ ...loses(view, event.seat, event.card), ...faceUp(view, event.seat, event.card) }),
  "took-back": (view, event) => ({ ...notFaceUp(view, event.seat, event.card), ...gets(view, event.seat, event.card) }),
  folded: (view, event) => ({
    live: changed(view.live, event.seat, false),
    counts: changed(view.counts, event.seat, 0),
    fields: changed(view.fields, event.seat, []),
    chosen_counts: changed(view.chosen_counts, event.seat, 0),
    ...(event.seat === view.seat ? { cards: [], chosen: [] } : {}),
  }),
  discarded: (view, event) => ({
    ...outdates(view, event.seat),
    counts: changed(view.counts, event.seat, 0),
    ...(event.seat === view.seat ? { cards: [] } : {}),
  }),

  "board-dealt": (view, event) => ({
    deck_count: view.deck_count - 1,
    ...onBoard(view, event.place, event.card),
  }),
  "board-filled": (view, event) => ({
    pile: view.pile.slice(0, -1),
    ...onBoard({ ...view, pile: view.pile.slice(0, -1) }, event.place, event.card),
  }),
  bought: (view, event) => ({
    ...(event.place === view.board.length ? { pile: view.pile.slice(0, -1) } : onBoard(view, event.place, "")),
    ...faceUp(view, event.seat, event.card),
  }),
  swapped: (view, event) => ({
    ...(event.up ? notFaceUp(view, event.seat, event.card) : loses(view, event.seat, event.card)),
    ...onBoard(view, event.place, event.card),
  }),
  peeked: (view, event) => ({
    deck_count: view.deck_count - 1,
    ...(event.seat === view.seat ? { peeked: event.card ?? null } : {}),
  }),
  kept: (view, event) => ({
    ...gets(view, event.seat, view.peeked),
    ...(event.seat === view.seat ? { peeked: null } : {}),
  }),
  "pushed-back": () => ({ peeked: null }),
  offered: (view, event) => notFaceUp(view, event.seat, event.card),
  "target-set": (_, event) => ({ gold: event.gold, silver: event.silver }),
  selected: (view, event) => {
    const mine = event.seat === view.seat ? (event.cards ?? []) : [];
    return {
      counts: more(view.counts, event.seat, -event.count),
      chosen_counts: more(view.chosen_counts, event.seat, event.count),
      ...(mine.length ? { cards: mine.reduce(without, view.cards), chosen: [...view.chosen, ...mine] } : {}),
    };
  },
  "tie-drawn": (view) => ({ deck_count: view.deck_count - 1 }),
};
