/** What somebody has just done, in a word or two beside their name. */

import type { Action } from "../../protocol";

const DID: Partial<Record<Action["type"], string>> = {
  check: "Checks",
  match: "Matches",
  fold: "Folds",
  "call-hand": "Calls the hand",
  gain: "Draws",
  trade: "Trades",
  "take-discard": "Takes the discard",
  stand: "Stands",
  place: "Into the field",
  "take-back": "Out of the field",
  buy: "Takes a petal",
  peek: "Looks at a card",
  keep: "Keeps it",
  "push-back": "Pushes it back",
  select: "Selects",
  "go-on": "Goes on",
  improve: "Improves",
};

export function actionCaption(action: Action): string {
  const call = "and_call" in action && action.and_call ? " and calls" : "";
  if (action.type === "raise") return `Raises to ${action.to}${call}`;
  return `${DID[action.type] ?? ""}${call}`;
}
