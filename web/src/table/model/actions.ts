/** What the action bar offers: the options the server names, by kind, in words, with prices, and fitted to chosen cards. */

import { t } from "../../language/catalogue.svelte";
import type { Family } from "../../families/family";
import type { Action, OptionsInfo } from "../../protocol";
import { actionLabel } from "./action_labels";
import type { View } from "./view";

/** What the player has picked on the table: cards of the own hand, and a place of the board. */
export interface Picked {
  cards: readonly string[]; // face down ones
  up: readonly string[]; // those that lie face up
  place: number | null;
}
export const NOTHING_PICKED: Picked = { cards: [], up: [], place: null };

export interface ActionButton {
  key: string; // names the button
  letter: string; // on the keyboard
  label: string; // with its price
  price: number;
  action: Action | null; // null: something has to be picked first
  kind: Kind;
  danger: boolean;
  free: boolean; // answers no question
}

export type Kind = Action["type"];
const FREE: readonly Kind[] = ["place", "take-back"];
const ORDER: readonly Kind[] = [
  "check", "match", "pass", "go-on", "stand", "done", "gain", "peek", "keep", "buy", "trade", "take-discard", "select",
  "improve", "protect", "offer", "choose-side", "place", "take-back", "raise", "call-hand", "push-back", "fold",
];

/** No two that are ever offered together have the same. R is the raise. */
const LETTERS: Readonly<Record<string, string>> = {
  check: "c", match: "m", "check and call": "h", "match and call": "h", "call-hand": "h", pass: "p", "go-on": "g", fold: "f",
  stand: "s", gain: "d", trade: "t", "take-discard": "x", done: "n", place: "i", "take-back": "o",
  "side light": "l", "side dark": "d", "side chance": "c",
  buy: "b", "buy swap": "t", peek: "d", keep: "k", "keep drop": "t", "push-back": "p",
  protect: "u", "protect nothing": "n", offer: "o", select: "s", "select nothing": "n", improve: "a", "improve nothing": "n",
};

/** The buttons for what is picked, the usual one first, folding last. Raises are not among them: they have bounds. */
export function actionButtons(options: OptionsInfo, view: View | null, picked: Picked, family: Family, rolls = false): ActionButton[] {
  const byKind = new Map<string, Action[]>();
  for (const action of options.actions ?? []) {
    const key = groupOf(action);
    const group = byKind.get(key);
    if (group) group.push(action);
    else byKind.set(key, [action]);
  }
  const all = [...byKind].map(([key, actions]) => button(key, actions, options, view, picked, family, rolls));
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

function button(key: string, actions: readonly Action[], options: OptionsInfo, view: View | null, picked: Picked, family: Family, rolls: boolean): ActionButton {
  const first = actions[0]!;
  const found = actions.find((action) => fits(action, picked)) ?? null;
  const price = priceOf(first, options);
  return {
    key,
    letter: LETTERS[key] ?? "",
    label: actionLabel(found ?? first, view, family, rolls) + priced(first.type, price, view),
    price,
    action: found,
    kind: first.type,
    danger: first.type === "fold",
    free: FREE.includes(first.type),
  };
}

/** The price as it stands on the button: "Match 4", "Fold (fee 1)". */
function priced(kind: Kind, price: number, view: View | null): string {
  if (!price) return "";
  const all_in = view?.seat != null && price === view.stacks[view.seat];
  const said = kind === "match" ? t("action.match-price", { price, all_in }) : kind === "fold" ? t("action.fold-fee", { price }) : t("action.price", { price, all_in });
  return ` ${said}`;
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
      return action.place === picked.place && (action.swap ? holds(picked, action.swap, action.up) : isBare(picked));
    case "keep":
      return action.drop ? holds(picked, action.drop, action.up) : isBare(picked);
    case "select":
    case "improve":
    case "protect":
      return same(picked.cards, action.cards ?? []);
    default:
      return true;
  }
}

function holds(picked: Picked, card: string, up: boolean | undefined): boolean {
  return same(up ? picked.up : picked.cards, [card]) && !(up ? picked.cards : picked.up).length;
}

/** No own card is picked. */
function isBare(picked: Picked): boolean {
  return !picked.cards.length && !picked.up.length;
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.toSorted().join() === other.toSorted().join();
}

/** What an action costs at once, in credits. */
export function priceOf(action: Action, options: OptionsInfo): number {
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
