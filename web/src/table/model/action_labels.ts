/** Actions as they stand on buttons. */

import { cardTitle } from "../../cards/labels";
import type { Family } from "../../families/family";
import type { Action } from "../../protocol";
import { DISCARD_PLACE, type View } from "./view";

const SIDES: Record<string, string> = { light: "Light side", dark: "Dark side", chance: "Leave it to chance" };

/** An action as it stands on a button, without its price. */
export function actionLabel(action: Action, view: View | null, family: Family, rolls = false): string {
  const called = "and_call" in action && action.and_call ? " and call the hand" : "";
  const cards = "cards" in action ? (action.cards ?? []) : [];
  const name = (card: string | null | undefined) => (card ? named(card, family) : "a card");
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
    case "stand": return family.standLabel;
    case "done": return rolls ? "Roll" : "Go on";
    case "place": return "Into the field";
    case "take-back": return "Take it back";
    case "choose-side": return SIDES[action.side ?? ""] ?? "Choose a side";
    case "buy": return action.swap ? `Swap ${name(action.swap)} for ${boardCard(action.place, view, family)}` : `Buy ${boardCard(action.place, view, family)}`;
    case "peek": return "Draw, and look first";
    case "keep": return action.drop ? `Keep it, drop ${name(action.drop)}` : "Keep it";
    case "push-back": return "Push it back";
    case "protect": return cards.length ? `Turn up ${listed(cards, family)}` : "Turn nothing up";
    case "offer": return `Give up ${name(action.card)}`;
    case "select": return cards.length ? `Select ${listed(cards, family)}` : "Select nothing";
    case "go-on": return "Go on";
    case "improve": return cards.length ? `Add ${listed(cards, family)}` : "Add nothing";
  }
}

function named(card: string, family: Family): string {
  return cardTitle(card, family).replace(/^The /, "the ");
}

function listed(cards: readonly string[], family: Family): string {
  return cards.length > 2 ? `${cards.length} cards` : cards.map(family.cardText).join(" and ");
}

function boardCard(place: number, view: View | null, family: Family): string {
  const card = place === DISCARD_PLACE ? view?.pile.at(-1) : view?.board[place];
  return card ? named(card, family) : place === DISCARD_PLACE ? "the discard" : "a petal";
}
