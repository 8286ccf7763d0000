/** What somebody has just done, in a word or two beside their name. */

import { t, type MessageId } from "../../language/catalogue.svelte";
import type { Action } from "../../protocol";

const DID: Partial<Record<Action["type"], MessageId>> = {
  check: "caption.check",
  match: "caption.match",
  fold: "caption.fold",
  "call-hand": "caption.call-hand",
  gain: "caption.gain",
  trade: "caption.trade",
  "take-discard": "caption.take-discard",
  stand: "caption.stand",
  place: "caption.place",
  "take-back": "caption.take-back",
  buy: "caption.buy",
  peek: "caption.peek",
  keep: "caption.keep",
  "push-back": "caption.push-back",
  select: "caption.select",
  "go-on": "caption.go-on",
  improve: "caption.improve",
};

export function actionCaption(action: Action): string {
  const called = "and_call" in action && Boolean(action.and_call);
  if (action.type === "raise") return t("caption.raise", { to: action.to, called });
  const did = DID[action.type];
  return did ? t(did, { called }) : "";
}
