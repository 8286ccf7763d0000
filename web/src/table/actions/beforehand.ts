/** Answers that can be given before one is asked; they last for the hand. */

export interface Choice {
  key: string;
  title: string;
  line: string;
}

const WORDS: Readonly<Record<string, readonly [title: string, line: string]>> = {
  "check-or-fold": ["Check or fold", "Whenever you are asked to bet: check where that is free, or else fold"],
  "pass-call-windows": ["Never call", "Whenever the hand could be called: let it go on"],
  "stay-in-fold-windows": ["Stay in", "Whenever players may fold: stay in"],
  "no-field-moves": ["No field moves", "After your draw: leave the static field as it is"],
};

/** Those that the table names, in words. */
export function choicesOf(keys: readonly string[]): Choice[] {
  return keys.flatMap((key) => (WORDS[key] ? [{ key, title: WORDS[key][0], line: WORDS[key][1] }] : []));
}
