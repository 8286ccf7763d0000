/** Answers that can be given before one is asked; they last for the hand. */

import type { Rules } from "../../cards/decks";

const WORDS: Readonly<Record<string, readonly [title: string, line: string]>> = {
  "check-or-fold": ["Check or fold", "When you are asked to bet"],
  "pass-call-windows": ["Never call", "When anybody may call the hand"],
  "stay-in-fold-windows": ["Stay in", "When anybody may fold"],
  "no-field-moves": ["No field moves", "After your draw"],
};
const IN_TURNS = ["cloud-city", "classic", "force"]; // those with windows (CC4, CC6, CL3, CL5)
const IN_ROUNDS: Readonly<Record<string, string>> = { pagat: "one-a-turn", galactic: "retrievable" }; // and their fields

export interface Choice {
  key: string;
  title: string;
  line: string;
}

/** Those that this game would ever ask for. */
export function choicesOf(rules: Rules): Choice[] {
  const preset = String(rules.preset);
  const keys: string[] = [];
  if (preset !== "coruscant-shift" || rules.ante) keys.push("check-or-fold");
  if (IN_TURNS.includes(preset)) keys.push("pass-call-windows", "stay-in-fold-windows");
  const field = rules.static_field ?? IN_ROUNDS[preset];
  if (preset in IN_ROUNDS && field !== "none" && field !== "free") keys.push("no-field-moves");
  return keys.map((key) => ({ key, title: WORDS[key]![0], line: WORDS[key]![1] }));
}
