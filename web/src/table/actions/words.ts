/** What the action bar says: actions as they stand on buttons, what one is asked, and what to pick. */

import { nameOf, said, short, SHAPES, type DeckKey, type Shape } from "../../cards/decks";
import type { Action, OptionsNow } from "../../protocol";
import type { Deed, Kind } from "../deeds";
import type { View } from "../view";
import { TOP_OF_PILE } from "./dropping";

const SIDES: Record<string, string> = { light: "Light side", dark: "Dark side", chance: "Leave it to chance" };

/** An action as it stands on a button, without its price. */
export function labelOf(action: Action, view: View | null, deck: DeckKey): string {
  const called = "and_call" in action && action.and_call ? " and call the hand" : "";
  const cards = "cards" in action ? (action.cards ?? []) : [];
  const name = (card: string | null | undefined) => (card ? named(card, deck) : "a card");
  switch (action.type) {
    case "check": return `Check${called}`;
    case "match": return `Match${called ? " and call," : ""}`;
    case "raise": return `Raise to ${action.to}${called}`;
    case "fold": return "Fold";
    case "pass": return view?.asked_kind === "fold-window" ? "Stay in" : "Let it go on";
    case "call-hand": return "Call the hand";
    case "gain": return "Draw a card";
    case "trade": return "Trade it"; // the card is lit: its name would only make the button long
    case "take-discard": return "Trade it for the discard";
    case "stand": return deck === "corellian" ? "Stay" : "Stand";
    case "done": return "No more field moves";
    case "place": return "Into the field";
    case "take-back": return "Take it back";
    case "choose-side": return SIDES[action.side ?? ""] ?? "Choose a side";
    case "buy": return action.swap ? `Swap ${name(action.swap)} for ${boardCard(action.place, view, deck)}` : `Buy ${boardCard(action.place, view, deck)}`;
    case "peek": return "Draw, and look first";
    case "keep": return action.drop ? `Keep it, drop ${name(action.drop)}` : "Keep it";
    case "push-back": return "Push it back";
    case "protect": return cards.length ? `Turn up ${listed(cards)}` : "Turn nothing up";
    case "offer": return `Give up ${name(action.card)}`;
    case "select": return cards.length ? `Select ${listed(cards)}` : "Select nothing";
    case "go-on": return "Go on";
    case "improve": return cards.length ? `Add ${listed(cards)}` : "Add nothing";
  }
}

function named(card: string, deck: DeckKey): string {
  return nameOf(card, deck).replace("-", "−").replace(/^The /, "the ");
}

function listed(cards: readonly string[]): string {
  return cards.length > 2 ? `${cards.length} cards` : cards.map((card) => short(card).replace(/[cts]$/, "")).join(" and ");
}

function boardCard(place: number, view: View | null, deck: DeckKey): string {
  const card = place === TOP_OF_PILE ? view?.pile.at(-1) : view?.board[place];
  return card ? named(card, deck) : place === TOP_OF_PILE ? "the discard" : "a petal";
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

/** What one is asked oneself. */
export function promptOf(kind: string, options: OptionsNow, view: View | null): string {
  switch (kind) {
    case "bet": return betPrompt(options, view);
    case "fold-window": return "Stay in, or fold?";
    case "call-window": return "Call the hand, or let it go on?";
    case "draw": return "Draw, trade or stand.";
    case "field": return "Any field moves?";
    case "side": return "Light plays for +23 with Sabers and Coins, Dark for −23 with Flasks and Staves.";
    case "board": return "Buy, draw or stay.";
    case "peeked": return "Keep the card, or push it back?";
    case "protect": return "The spike dice come. Turn cards up?";
    case "offer": return "Two spikes: give up a face-up card.";
    case "select": return `Select${aimedAt(view)}.`;
    case "decide": return "Go on, or fold?";
    case "improve": return "Add new cards to your selection, or none.";
    default: return `It is up to you to ${QUESTIONS[kind] ?? kind}.`;
  }
}

function betPrompt(options: OptionsNow, view: View | null): string {
  const broke = view?.seat != null && !view.stacks[view.seat]; // PG5
  if (broke && options.actions?.some((one) => one.type === "call-hand")) return "You are all-in. Call the hand, or let it go on?";
  const raise = options.raise_to ? (options.owed ? ", raise" : " or bet") : "";
  if (!options.owed) return `Check${raise}.`;
  return raise ? `Match ${options.owed}${raise} or fold.` : `Match ${options.owed} or fold.`;
}

function aimedAt(view: View | null): string {
  if (view?.gold == null || view.silver == null) return "";
  return ` for ${said(view.gold, true)} and ${SHAPES[view.silver as Shape].toLowerCase()}`;
}

/** What happens when the time is up (T10). */
export function afterwards(action: Action, kind: string): string {
  if (kind === "fold-window") return "you stay in";
  if (kind === "board") return "you stay";
  const words: Partial<Record<Kind, string>> = {
    fold: "you fold", check: "you check", pass: "you let it go on", match: "you match", stand: "you stand", done: "you are done", "push-back": "it goes back",
    protect: "nothing is turned up", offer: "your lowest goes", select: "all are selected", improve: "nothing is added",
    "choose-side": "chance decides",
  };
  return words[action.type] ?? "the table decides";
}

const PICKS: Partial<Record<Deed["key"], string>> = {
  trade: "trade it",
  "take-discard": "take the discard for it",
  place: "put it into the static field",
};
const OTHER_PICKS: Partial<Record<Deed["key"], string>> = {
  "take-back": "Pick a card of your field to take it back.",
  buy: "Pick a board card to buy it.",
  "buy swap": "Pick a board card and one of yours to swap them.",
  "keep drop": "Pick one of yours to drop it for this one.",
  select: "Pick the cards that you want to keep; the others are shifted.",
  improve: "Pick the cards that you want to add.",
  protect: "A double shuffles all cards that lie face down. Pick what shall be safe; one has to stay down.",
  offer: "Pick the one you can spare: it is shuffled with the others' and dealt again.",
};


/** What could be picked to do more. */
export function hintOf(list: readonly Deed[]): string {
  const missing = list.filter((deed) => !deed.action).map((deed) => deed.key);
  const own = missing.flatMap((key) => PICKS[key] ?? []);
  const first = own.length ? [`Pick a card to ${[own.slice(0, -1).join(", "), own.at(-1)].filter(Boolean).join(" or ")}.`] : [];
  const price = list.find((deed) => deed.kind === "buy")?.price;
  const board = missing.includes("buy") && missing.includes("buy swap") ? [`Pick a board card to buy it${price ? ` for ${price}` : ""}; with one of yours, to swap them.`] : [];
  const others = missing.filter((key) => !board.length || !key.startsWith("buy")).flatMap((key) => OTHER_PICKS[key] ?? []);
  return [...first, ...board, ...others].join(" ");
}
