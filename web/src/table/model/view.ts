/** The table as one seat sees it, exactly as the server's own `View`: made by folding that seat's events. */

import type { QuestionKind, ShownEvent, Side } from "../../protocol";

export const DISCARD_PLACE = 6; // the top of the discard pile, as the board's places are counted (CH11)

export interface View {
  readonly names: readonly string[];
  readonly seat: number | null; // null: a spectator
  readonly number: number;
  readonly button: number;
  readonly dealt_in: readonly number[];
  readonly live: readonly boolean[];
  readonly stacks: readonly number[];
  readonly started_with: readonly number[]; // credits, and the items that were made some (HR9)
  readonly paid: readonly number[];
  readonly bets: readonly number[];
  readonly blind: number; // what there is to match at the least
  readonly fees: number;
  readonly spilled: number; // of the fees, what came out of a sabacc pot over its cap (HR14)
  readonly sabacc_pot: number;
  readonly sides: readonly (Side | null)[];
  readonly totals: readonly (number | null)[]; // as declared (PG1)
  readonly outdated: readonly boolean[]; // a seat's cards have changed since it declared its total
  readonly cards: readonly string[]; // one's own, face down
  readonly counts: readonly number[]; // everybody's face-down cards
  readonly fields: readonly (readonly string[])[]; // everybody's face-up cards
  readonly pile: readonly string[];
  readonly deck_count: number;
  readonly aside_shuffle: number; // the shuffle whose cards lie beside the deck
  readonly turn: number | null;
  readonly round: number;
  readonly asked: readonly number[];
  readonly asked_kind: QuestionKind;
  readonly question_number: number;
  readonly quiet_left: number | null; // quiet rounds until the table calls the hand (E1)
  readonly called: boolean;
  readonly caller: number | null;
  readonly shown: Readonly<Record<number, ShownEvent>>;
  readonly over: boolean;
  readonly board: readonly string[]; // petals (CH5); an empty text is a gap
  readonly peeked: string | null; // the card one has just looked at (CH13)
  readonly gold: number | null; // the target of a round (CS4)
  readonly silver: string | null;
  readonly chosen: readonly string[]; // one's own selection (CS5)
  readonly chosen_counts: readonly number[];
}

/** Before the first event. */
export function newView(names: readonly string[], seat: number | null): View {
  const all = <T>(value: T): T[] => names.map(() => value);
  return {
    names, seat, number: 0, button: -1, dealt_in: [], live: all(false), stacks: all(0), started_with: all(0), paid: all(0), bets: all(0),
    blind: 0, fees: 0, spilled: 0, sabacc_pot: 0, sides: all(null), totals: all(null), outdated: all(false), cards: [], counts: all(0), fields: all([]),
    pile: [], deck_count: 0, aside_shuffle: 0, turn: null, round: 0, asked: [], asked_kind: "", question_number: 0,
    quiet_left: null, called: false, caller: null, shown: {}, over: false, board: ["", "", "", "", "", ""], peeked: null, gold: null,
    silver: null, chosen: [], chosen_counts: all(0),
  };
}

/** All pots of the hand together. */
export function handPot(view: View): number {
  return view.paid.reduce((sum, paid) => sum + paid, view.fees);
}

/** Credits as they lie: what flies has left where it was, and has not come to where it goes. */
export function resting(view: View, landed: View | null, credits: (one: View) => number): number {
  return Math.min(credits(view), credits(landed ?? view));
}

/** The bet to match. */
export function standing(view: View): number {
  return Math.max(...view.bets, view.blind);
}

/** All that this seat holds, the static field included. */
export function myCards(view: View): readonly string[] {
  return view.seat === null ? [] : [...view.cards, ...(view.fields[view.seat] ?? []), ...view.chosen];
}
