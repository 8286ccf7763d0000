/** What the action bar says: what one is asked, what to pick, and what happens when the time is up. */

import { formatNumber } from "../../cards/format";
import { shapeName } from "../../cards/shapes";
import { t, type MessageId } from "../../language/catalogue.svelte";
import type { Action, KnownQuestionKind, OptionsInfo, QuestionKind } from "../../protocol";
import type { ActionButton, Kind } from "../model/actions";
import type { View } from "../model/view";

/** Questions that nobody has to answer: they end by themselves, and nothing is lost by it. */
export const PASSIVE: readonly string[] = ["fold-window", "call-window", "field", "protect"];

const TASKS: Readonly<Record<string, MessageId>> & Readonly<Record<KnownQuestionKind, MessageId>> = {
  bet: "question.bet",
  "fold-window": "question.fold-window",
  "call-window": "question.call-window",
  draw: "question.draw",
  field: "question.field",
  side: "question.side",
  board: "question.board",
  peeked: "question.peeked",
  protect: "question.protect",
  offer: "question.offer",
  select: "question.select",
  decide: "question.decide",
  improve: "question.improve",
};

/** What somebody is asked, in words: "Koda has to …". */
export function questionTask(kind: string): string {
  return TASKS[kind] ? t(TASKS[kind]) : kind;
}

const PROMPTS: Readonly<Record<string, MessageId>> = {
  "fold-window": "bar.prompt.fold-window",
  "call-window": "bar.prompt.call-window",
  draw: "bar.prompt.draw",
  field: "bar.prompt.field",
  side: "bar.prompt.side",
  board: "bar.prompt.board",
  peeked: "bar.prompt.peeked",
  protect: "bar.prompt.protect",
  offer: "bar.prompt.offer",
  decide: "bar.prompt.decide",
  improve: "bar.prompt.improve",
};

/** What one is asked oneself. */
export function promptText(kind: QuestionKind, options: OptionsInfo, view: View | null): string {
  if (kind === "bet") return t(betPrompt(options, view), { owed: options.owed ?? 0 });
  if (kind === "select") return selectPrompt(view);
  return PROMPTS[kind] ? t(PROMPTS[kind]) : t("bar.prompt.other", { question: questionTask(kind) });
}

function betPrompt(options: OptionsInfo, view: View | null): MessageId {
  const broke = view?.seat != null && !view.stacks[view.seat]; // PG5
  if (broke && options.actions?.some((one) => one.type === "call-hand")) return "bar.prompt.all-in-call";
  if (!options.owed) return options.raise_to ? "bar.prompt.check-or-bet" : "bar.prompt.check";
  return options.raise_to ? "bar.prompt.match-raise-or-fold" : "bar.prompt.match-or-fold";
}

function selectPrompt(view: View | null): string {
  if (view?.gold == null || view.silver == null) return t("bar.prompt.select");
  return t("bar.prompt.select-for", { gold: formatNumber(view.gold, true), shape: shapeName(view.silver) });
}

/** What happens when the time is up (T10). */
export function timeoutText(action: Action, kind: string): string {
  if (kind === "fold-window") return t("bar.then.fold-window");
  if (kind === "board") return t("bar.then.board");
  return t(TIMEOUTS[action.type] ?? "bar.then.other");
}

const TIMEOUTS: Partial<Record<Kind, MessageId>> = {
  fold: "bar.then.fold", check: "bar.then.check", pass: "bar.then.pass", match: "bar.then.match", stand: "bar.then.stand",
  done: "bar.then.done", "push-back": "bar.then.push-back", protect: "bar.then.protect", offer: "bar.then.offer",
  select: "bar.then.select", improve: "bar.then.improve", "choose-side": "bar.then.choose-side",
};
const OWN_PICKS: readonly ActionButton["key"][] = ["trade", "take-discard", "place"]; // in this order in the messages' ids
const OTHER_PICKS: Partial<Record<ActionButton["key"], MessageId>> = {
  "take-back": "bar.pick.take-back",
  buy: "bar.pick.buy",
  "buy swap": "bar.pick.buy-swap",
  "keep drop": "bar.pick.keep-drop",
  select: "bar.pick.select",
  improve: "bar.pick.improve",
  protect: "bar.pick.protect",
  offer: "bar.pick.offer",
};

const BUYS: readonly string[] = ["buy", "buy swap"];

/** What could be picked to do more. */
export function pickHint(list: readonly ActionButton[]): string {
  const missing = list.filter((button) => !button.action).map((button) => button.key);
  const own = OWN_PICKS.filter((key) => missing.includes(key));
  const first = own.length ? [t(`bar.pick.${own.join("-")}` as MessageId)] : [];
  const price = list.find((button) => button.kind === "buy")?.price ?? 0;
  const board = missing.includes("buy") && missing.includes("buy swap") ? [t("bar.pick.buy-or-swap", { price })] : [];
  const others = missing.filter((key) => !board.length || !BUYS.includes(key)).flatMap((key) => OTHER_PICKS[key] ?? []);
  return [...first, ...board, ...others.map((key) => t(key))].join(" ");
}
