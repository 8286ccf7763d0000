/** Short hints for the first hands: one for each thing that one is asked, and never twice. */

import type { Family } from "../../families/family";
import { t, type MessageId } from "../../language/catalogue.svelte";
import type { KnownQuestionKind, QuestionKind } from "../../protocol";

const HINTS: Readonly<Record<string, MessageId>> & Readonly<Record<KnownQuestionKind, MessageId>> = {
  bet: "bar.hint.bet",
  "fold-window": "bar.hint.fold-window",
  "call-window": "bar.hint.call-window",
  draw: "bar.hint.draw",
  field: "bar.hint.field",
  side: "bar.hint.side",
  board: "bar.hint.board",
  peeked: "bar.hint.peeked",
  protect: "bar.hint.protect",
  offer: "bar.hint.offer",
  select: "bar.hint.select",
  decide: "bar.hint.decide",
  improve: "bar.hint.improve",
};

/** The hint for a question, unless it has been read before; the first of all says what the game is about. */
export function hintFor(
  kind: QuestionKind, family: Family, read: readonly string[], sides = false,
): { key: string; text: string } | null {
  const aim = `aim ${family.deckKey}`;
  if (!read.includes(aim)) return { key: aim, text: t((sides && family.aimWithSides) || family.aim) };
  const text = HINTS[kind];
  return text && !read.includes(kind) ? { key: kind, text: t(text) } : null;
}
