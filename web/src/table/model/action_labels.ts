/** Actions as they stand on buttons. */

import { cardTitle } from "../../cards/labels";
import { t, type MessageId } from "../../language/catalogue.svelte";
import type { Argument } from "../../language/pattern";
import type { Family } from "../../families/family";
import type { Action } from "../../protocol";
import { DISCARD_PLACE, type View } from "./view";

const PLAIN: Partial<Record<Action["type"], MessageId>> = {
  fold: "action.fold",
  "call-hand": "action.call-hand",
  gain: "action.gain",
  trade: "action.trade", // the card is lit: its name would only make the button long
  "take-discard": "action.take-discard",
  place: "action.place",
  "take-back": "action.take-back",
  peek: "action.peek",
  "push-back": "action.push-back",
  "go-on": "action.go-on",
};

/** An action as it stands on a button, without its price. */
export function actionLabel(action: Action, view: View | null, family: Family, rolls = false): string {
  const called = "and_call" in action && Boolean(action.and_call);
  const cards = "cards" in action ? (action.cards ?? []) : [];
  switch (action.type) {
    case "check": return t("action.check", { called });
    case "match": return t("action.match", { called });
    case "raise": return t("action.raise", { to: action.to, called });
    case "pass": return t(view?.asked_kind === "fold-window" ? "action.stay-in" : "action.pass");
    case "stand": return t(family.standLabel);
    case "done": return t(rolls ? "action.roll" : "action.go-on");
    case "choose-side": return t("action.side", { side: action.side ?? "" });
    case "buy": return buyLabel(action.swap, boardCard(action.place, view, family), family);
    case "keep": return action.drop ? t("action.keep-drop", { card: named(action.drop, family) }) : t("action.keep");
    case "protect": return cards.length ? t("action.protect", { cards: listed(cards, family) }) : t("action.protect-none");
    case "offer": return action.card ? t("action.offer", { card: named(action.card, family) }) : t("action.offer-any");
    case "select": return cards.length ? t("action.select", { cards: listed(cards, family) }) : t("action.select-none");
    case "improve": return cards.length ? t("action.improve", { cards: listed(cards, family) }) : t("action.improve-none");
    default: return t(PLAIN[action.type]!);
  }
}

function buyLabel(swap: string | null | undefined, card: string, family: Family): string {
  return swap ? t("action.swap", { own: named(swap, family), card }) : t("action.buy", { card });
}

function named(card: string, family: Family): string {
  return cardTitle(card, family).replace(/^The /, "the ");
}

function listed(cards: readonly string[], family: Family): Argument {
  return cards.length > 2 ? t("action.cards", { n: cards.length }) : cards.map(family.cardText);
}

/** A card of the board, or how messages know one whose face is not known. */
function boardCard(place: number, view: View | null, family: Family): string {
  const card = place === DISCARD_PLACE ? view?.pile.at(-1) : view?.board[place];
  return card ? named(card, family) : place === DISCARD_PLACE ? "discard" : "petal";
}
