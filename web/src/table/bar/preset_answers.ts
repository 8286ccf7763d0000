/** Answers that can be given before one is asked; they last for the hand. */

import type { PresetChoice } from "../../protocol";

export interface PresetAnswer {
  key: PresetChoice;
  title: string;
  line: string;
}

export const STAYS_IN: PresetChoice = "stay-in-fold-windows";
export const TURNS_NOTHING_UP: PresetChoice = "turn-nothing-up"; // where there is this choice, cards can be turned up
export const NEVER_CALLS: PresetChoice = "pass-call-windows";

const WORDS: Readonly<Record<PresetChoice, readonly [title: string, line: string]>> = {
  "check-or-fold": ["Check or fold", "Whenever you are asked to bet: check where that is free, or else fold"],
  "pass-call-windows": ["Never call", "Whenever the hand could be called: let it go on"],
  "stay-in-fold-windows": ["Stay in", "Whenever players may fold: stay in"],
  "no-field-moves": ["No field moves", "After your draw: leave the static field as it is"],
  "turn-nothing-up": ["Turn nothing up", "Before the spike dice: leave your pocket cards face down"],
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
  return keys.filter(isKnown).filter((key) => key !== STAYS_IN).map((key) => ({ key, title: WORDS[key][0], line: WORDS[key][1] }));
}
