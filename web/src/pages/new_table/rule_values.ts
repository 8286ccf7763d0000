/** The values of house rules as people say them. What is not here is said as it is written. */

const WORDS: Readonly<Record<string, string>> = {
  "stakes low": "Low: bets up to 10",
  "stakes mid": "Middle: bets up to 100",
  "stakes high": "High: bets up to 1000",
  "fold_fee_to sabacc": "The sabacc pot",
  "fold_fee_to hand": "The hand pot",
  "fold_fee ante": "As much as the ante",
  "bomb_out_penalty pot": "As much as the hand pot",
  "discard_pile off": "None",
  "discard_pile free": "Free",
  "stakes null": "One by one",
  "max_bet null": "No limit",
  "max_raises null": "No limit",
  "sabacc_pot_cap null": "No cap",
  "ante null": "The board price",
  "shift_trigger doubles": "Doubles on the dice",
  "shift_trigger double-spikes": "Two spikes on the dice",
  "shift_trigger d6-low": "1 to 3 on one die",
  "shift_trigger d12:1": "A 1 on a twelve-sided die",
  "shift_trigger d20:1": "A 1 on a twenty-sided die",
  "shift_trigger randomiser": "A hidden clock",
  "shift_trigger pulse": "Pulses of the casino",
  "shift_trigger none": "Never",
  "shift_kind core": "Core: all unprotected cards are replaced",
  "shift_kind rim": "Rim: one card of each goes round",
  "shift_kind wild": "Wild: deck, junk and hands are shuffled together",
  "shift_kind one-card": "One card of each hand is replaced",
  "shift_kind pulse": "Pulse: deck and hands are shuffled together",
  "shift_kind by-dice": "By the doubles rolled",
  "static_field none": "None",
  "static_field free": "In at any time, never out",
  "static_field retrievable": "In at any time, out on your turn",
  "static_field one-a-turn": "One in and one out a turn",
};

/** A value of an option in words. */
export function ruleValueText(key: string, value: unknown): string {
  const known = WORDS[`${key} ${String(value)}`];
  if (known) return known;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return value < 0 ? `−${-value}` : String(value);
  if (value === null) return "none";
  if (Array.isArray(value)) return value.map((one) => ruleValueText(key, one)).join(", ") || "all";
  const text = String(value);
  return text.charAt(0).toUpperCase() + text.slice(1).replaceAll("-", " ");
}

const SHIFT_KINDS: Readonly<Record<string, string>> = { core: "Core", rim: "Rim", wild: "Wild", pulse: "Pulse", none: "No shift" };

/** A kind of shift, short. */
export function shiftKindName(kind: string): string {
  return SHIFT_KINDS[kind] ?? ruleValueText("shift_kind", kind);
}
