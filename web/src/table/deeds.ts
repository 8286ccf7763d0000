/** What the action bar offers: the options the server names, by kind, in words, with prices, and fitted to chosen cards. */

import { short } from "../cards/decks";
import type { Action, OptionsNow } from "../protocol";
import type { View } from "./view";

/** What the player has picked on the table: cards of the own hand, and a place of the board. */
export interface Picked {
  cards: readonly string[]; // face down ones
  up: readonly string[]; // those that lie face up
  place: number | null;
}
export const NOTHING_PICKED: Picked = { cards: [], up: [], place: null };

export interface Deed {
  key: string; // names the button
  label: string;
  price: number;
  action: Action | null; // null: something has to be picked first
  kind: Action["type"];
  danger: boolean;
  free: boolean; // answers no question
}

type Kind = Action["type"];
const FREE: readonly Kind[] = ["place", "take-back"];
const ORDER: readonly Kind[] = [
  "check", "match", "pass", "go-on", "stand", "done", "gain", "peek", "keep", "buy", "trade", "take-discard", "select",
  "improve", "protect", "offer", "choose-side", "place", "take-back", "raise", "call-hand", "push-back", "fold",
];
const PICK_FIRST: Partial<Record<Kind, string>> = {
  trade: "Trade: pick a card",
  "take-discard": "Take the discard: pick a card for it",
  place: "Static field: pick a card",
  "take-back": "Take back: pick a card of your field",
  buy: "Board: pick a card there",
  keep: "Take it for: pick a card",
  select: "Select: pick cards",
  improve: "Add: pick cards",
  protect: "Turn up: pick cards",
  offer: "Give up: pick a face-up card",
};

/** The deeds for what is picked, the usual one first, folding last. Raises are not among them: they have bounds. */
export function deeds(options: OptionsNow, view: View | null, picked: Picked): Deed[] {
  const byKind = new Map<string, Action[]>();
  for (const action of options.actions ?? []) {
    const key = groupOf(action);
    byKind.set(key, [...(byKind.get(key) ?? []), action]);
  }
  const all = [...byKind].map(([key, actions]) => deed(key, actions, options, view, picked));
  return all.sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

/** Actions that are one button: those that differ only in the cards. */
function groupOf(action: Action): string {
  if ("and_call" in action && action.and_call) return `${action.type} and call`;
  if (action.type === "choose-side") return `side ${action.side}`;
  if (action.type === "buy") return action.swap ? "buy swap" : "buy";
  if (action.type === "keep") return action.drop ? "keep drop" : "keep";
  if (isPlain(action)) return `${action.type} nothing`;
  return action.type;
}

/** An action on cards that names none: it needs no picking. */
function isPlain(action: Action): boolean {
  const onCards = action.type === "select" || action.type === "improve" || action.type === "protect";
  return onCards && !action.cards?.length;
}

function deed(key: string, actions: readonly Action[], options: OptionsNow, view: View | null, picked: Picked): Deed {
  const first = actions[0]!;
  const found = actions.find((action) => fits(action, picked)) ?? null;
  return {
    key,
    label: found ? labelOf(found, view) : (PICK_FIRST[first.type] ?? labelOf(first, view)),
    price: priceOf(first, options),
    action: found,
    kind: first.type,
    danger: first.type === "fold",
    free: FREE.includes(first.type),
  };
}

function fits(action: Action, picked: Picked): boolean {
  switch (action.type) {
    case "trade":
    case "take-discard":
    case "place":
      return same(picked.cards, [action.card ?? ""]) && !picked.up.length;
    case "take-back":
    case "offer":
      return same(picked.up, [action.card ?? ""]) && !picked.cards.length;
    case "buy":
      return action.place === picked.place && (!action.swap || holds(picked, action.swap, action.up));
    case "keep":
      return !action.drop || holds(picked, action.drop, action.up);
    case "select":
    case "improve":
    case "protect":
      return !action.cards?.length || same(picked.cards, action.cards);
    default:
      return true;
  }
}

function holds(picked: Picked, card: string, up: boolean | undefined): boolean {
  return same(up ? picked.up : picked.cards, [card]) && !(up ? picked.cards : picked.up).length;
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.toSorted().join() === other.toSorted().join();
}

/** What an action costs at once, in credits. */
export function priceOf(action: Action, options: OptionsNow): number {
  switch (action.type) {
    case "raise":
      return action.to - (options.bet ?? 0);
    case "match":
    case "call-hand":
      return options.owed ?? 0;
    case "fold":
      return options.fold_fee ?? 0;
    case "take-discard":
      return options.discard_fee ?? 0;
    case "buy":
      return options.board_price ?? 0;
    default:
      return 0;
  }
}

const SIDES: Record<string, string> = { light: "Light side", dark: "Dark side", chance: "Leave it to chance" };

/** An action as it stands on a button, without its price. */
export function labelOf(action: Action, view: View | null): string {
  const called = "and_call" in action && action.and_call ? " and call the hand" : "";
  const cards = "cards" in action ? (action.cards ?? []).map(short).join(" ") : "";
  switch (action.type) {
    case "check": return `Check${called}`;
    case "match": return `Match${called}`;
    case "raise": return `Raise to ${action.to}${called}`;
    case "fold": return "Fold";
    case "pass": return view?.asked_kind === "fold-window" ? "Stay in" : "Let it go on";
    case "call-hand": return "Call the hand";
    case "gain": return "Draw a card";
    case "trade": return `Trade ${short(action.card ?? "a card")}`;
    case "take-discard": return `Trade ${short(action.card)} for the discard`;
    case "stand": return view?.board.some(Boolean) ? "Stay" : "Stand";
    case "done": return "No field move";
    case "place": return `Put ${short(action.card)} into the field`;
    case "take-back": return `Take ${short(action.card)} back`;
    case "choose-side": return SIDES[action.side ?? ""] ?? "Choose a side";
    case "buy": return `Take ${boardCard(action.place, view)} ${action.swap ? `for ${short(action.swap)}` : "and keep it"}`;
    case "peek": return "Look at a stub card";
    case "keep": return action.drop ? `Take it for ${short(action.drop)}` : "Add it to your cards";
    case "push-back": return "Push it back";
    case "protect": return cards ? `Turn up ${cards}` : "Turn nothing up";
    case "offer": return `Give up ${short(action.card ?? "a card")}`;
    case "select": return cards ? `Select ${cards}` : "Select nothing";
    case "go-on": return "Go on";
    case "improve": return cards ? `Add ${cards}` : "Add nothing";
  }
}

function boardCard(place: number, view: View | null): string {
  const card = place === 6 ? view?.pile.at(-1) : view?.board[place];
  return card ? short(card) : place === 6 ? "the discard" : `petal ${place}`;
}

/** What somebody is asked, in words: "Koda has to …". */
export const QUESTIONS: Readonly<Record<string, string>> = {
  bet: "bet",
  "fold-window": "fold or stay in",
  "call-window": "call the hand or let it go on",
  draw: "draw, trade or stand",
  field: "make field moves or be done",
  side: "choose a side",
  board: "buy a board card, draw or stay",
  peeked: "keep the card or push it back",
  protect: "turn cards up or not",
  offer: "give up a face-up card",
  select: "select cards",
  decide: "go on or fold",
  improve: "improve the selection",
};
