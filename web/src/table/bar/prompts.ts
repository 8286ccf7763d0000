/** What the action bar says: what one is asked, what to pick, and what happens when the time is up. */

import { formatNumber } from "../../cards/format";
import { shapeName } from "../../cards/shapes";
import type { Action, KnownQuestionKind, OptionsInfo, QuestionKind } from "../../protocol";
import type { ActionButton, Kind } from "../model/actions";
import type { View } from "../model/view";

/** Questions that nobody has to answer: they end by themselves, and nothing is lost by it. */
export const PASSIVE: readonly string[] = ["fold-window", "call-window", "field", "protect"];

/** What somebody is asked, in words: "Koda has to …". */
export const QUESTION_TASKS: Readonly<Record<string, string>> & Readonly<Record<KnownQuestionKind, string>> = {
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
export function promptText(kind: QuestionKind, options: OptionsInfo, view: View | null): string {
  switch (kind) {
    case "bet": return betPrompt(options, view);
    case "fold-window": return "Anybody may fold now.";
    case "call-window": return "The hand may be called now.";
    case "draw": return "Draw, trade or stand.";
    case "field": return "Touch a card to move it into the field or out of it.";
    case "side": return "Light plays for +23 with Sabers and Coins, Dark for −23 with Flasks and Staves.";
    case "board": return "Buy, draw or stay.";
    case "peeked": return "Keep the card, or push it back?";
    case "protect": return "The spike dice come. Touch cards to turn them up.";
    case "offer": return "Two spikes: give up a face-up card.";
    case "select": return `Select${aimedAt(view)}.`;
    case "decide": return "Go on, or fold?";
    case "improve": return "Add new cards to your selection, or none.";
    default: return `It is up to you to ${QUESTION_TASKS[kind] ?? kind}.`;
  }
}

function betPrompt(options: OptionsInfo, view: View | null): string {
  const broke = view?.seat != null && !view.stacks[view.seat]; // PG5
  if (broke && options.actions?.some((one) => one.type === "call-hand")) return "You are all-in. Call the hand, or let it go on?";
  const raise = options.raise_to ? (options.owed ? ", raise" : " or bet") : "";
  if (!options.owed) return `Check${raise}.`;
  return raise ? `Match ${options.owed}${raise} or fold.` : `Match ${options.owed} or fold.`;
}

function aimedAt(view: View | null): string {
  if (view?.gold == null || view.silver == null) return "";
  return ` for ${formatNumber(view.gold, true)} and ${shapeName(view.silver)}`;
}

/** What happens when the time is up (T10). */
export function timeoutText(action: Action, kind: string): string {
  if (kind === "fold-window") return "you stay in";
  if (kind === "board") return "you stay";
  const words: Partial<Record<Kind, string>> = {
    fold: "you fold", check: "you check", pass: "you let it go on", match: "you match", stand: "you stand", done: "it goes on", "push-back": "it goes back",
    protect: "nothing is turned up", offer: "your lowest goes", select: "all are selected", improve: "nothing is added",
    "choose-side": "chance decides",
  };
  return words[action.type] ?? "the table decides";
}

const PICKS: Partial<Record<ActionButton["key"], string>> = {
  trade: "trade it",
  "take-discard": "take the discard for it",
  place: "put it into the static field",
};
const OTHER_PICKS: Partial<Record<ActionButton["key"], string>> = {
  "take-back": "Pick a card of your field to take it back.",
  buy: "Pick a board card to buy it.",
  "buy swap": "Pick a board card and one of yours to swap them.",
  "keep drop": "Pick one of yours to drop it for this one.",
  select: "Pick the cards that you want to keep; the others are shifted.",
  improve: "Pick the cards that you want to add.",
  protect: "A double shuffles all cards that lie face down. Pick what shall be safe; one has to stay down.",
  offer: "Pick the one you can spare: it is shuffled with the others' and dealt again.",
};

const BUYS: readonly string[] = ["buy", "buy swap"];

/** What could be picked to do more. */
export function pickHint(list: readonly ActionButton[]): string {
  const missing = list.filter((button) => !button.action).map((button) => button.key);
  const own = missing.flatMap((key) => PICKS[key] ?? []);
  const first = own.length ? [`Pick a card to ${[own.slice(0, -1).join(", "), own.at(-1)].filter(Boolean).join(" or ")}.`] : [];
  const price = list.find((button) => button.kind === "buy")?.price;
  const board = missing.includes("buy") && missing.includes("buy swap") ? [`Pick a board card to buy it${price ? ` for ${price}` : ""}; with one of yours, to swap them.`] : [];
  const others = missing.filter((key) => !board.length || !BUYS.includes(key)).flatMap((key) => OTHER_PICKS[key] ?? []);
  return [...first, ...board, ...others].join(" ");
}
