/** Answers that can be given before one is asked; they last for the hand. */

import { t, type MessageId } from "../../language/catalogue.svelte";
import type { PresetChoice } from "../../protocol";

export interface PresetAnswer {
  key: PresetChoice;
  title: string;
  line: string;
}

export const STAYS_IN: PresetChoice = "stay-in-fold-windows";
export const TURNS_NOTHING_UP: PresetChoice = "turn-nothing-up"; // where there is this choice, cards can be turned up
export const NEVER_CALLS: PresetChoice = "pass-call-windows";

const WORDS: Readonly<Record<PresetChoice, readonly [title: MessageId, line: MessageId]>> = {
  "check-or-fold": ["bar.preset.check-or-fold", "bar.preset-line.check-or-fold"],
  "pass-call-windows": ["bar.preset.pass-call-windows", "bar.preset-line.pass-call-windows"],
  "stay-in-fold-windows": ["bar.preset.stay-in-fold-windows", "bar.preset-line.stay-in-fold-windows"],
  "no-field-moves": ["bar.preset.no-field-moves", "bar.preset-line.no-field-moves"],
  "turn-nothing-up": ["bar.preset.turn-nothing-up", "bar.preset-line.turn-nothing-up"],
};

const CHOICES: Readonly<Record<string, PresetChoice>> = {
  bet: "check-or-fold",
  "call-window": "pass-call-windows",
  "fold-window": "stay-in-fold-windows",
  field: "no-field-moves",
  protect: TURNS_NOTHING_UP,
};

/** The choice that answers a kind of question. */
export function choiceFor(kind: string): PresetChoice | "" {
  return CHOICES[kind] ?? "";
}

const isKnown = (key: string): key is PresetChoice => key in WORDS;

/** Those that the table names, in words. To stay in is what everybody does who doesn't press Fold: it needs no choosing. */
export function presetAnswers(keys: readonly string[]): PresetAnswer[] {
  return keys.filter(isKnown).filter((key) => key !== STAYS_IN).map((key) => ({ key, title: t(WORDS[key][0]), line: t(WORDS[key][1]) }));
}
