/** What sets a table apart from its game, in the few words that fit on a card. */

import { ruleValueText, shiftKindName } from "./rule_values";

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
const orNot = (words: string) => (value: unknown) => (value ? words : `no ${words}`);
const counted = (count: unknown, what: string) => `${String(count)} ${what}${count === 1 ? "" : "s"}`;

const SAID: Readonly<Record<string, (value: unknown) => string>> = {
  ante: (value) => (value === null ? "ante as the board price" : value ? `ante ${String(value)}` : "played for rounds"),
  max_bet: (value) => (value === null ? "bets without limit" : `bets up to ${String(value)}`),
  max_raises: (value) => (value === null ? "raises without limit" : `at most ${counted(value, "raise")}`),
  fold_fee: (value) => (value === "ante" ? "fold fee as the ante" : value ? `fold fee ${String(value)}` : "no fold fee"),
  fold_fee_to: (value) => `fold fee to the ${String(value)} pot`,
  bomb_out_penalty: (value) => (value === "pot" ? "bomb-outs pay the pot" : value ? `bomb-outs pay ${String(value)}` : "bomb-outs pay nothing"),
  sabacc_pot_cap: (value) => (value === null ? "no cap on the sabacc pot" : `sabacc pot up to ${String(value)}`),
  caller_penalty: orNot("caller's penalty"),
  negative_pure: (value) => (value ? "−23 is a Pure Sabacc" : "−23 is no Pure Sabacc"),
  pot_building_rounds: (value) => counted(value, "pot-building round"),
  quiet_rounds: (value) => (value ? `called after ${counted(value, "quiet round")}` : "never called for being quiet"),
  max_rounds: (value) => `at most ${counted(value, "round")}`,
  discard_pile: (value) => (value === "off" ? "no discard pile" : value === "free" ? "discard pile free" : `discard pile for ${String(value)}`),
  shift_trigger: (value) => (value === "none" ? "no shifts" : `shift by ${lower(ruleValueText("shift_trigger", value))}`),
  shift_kind: (value) => (value === "by-dice" ? "shifts by the doubles rolled" : value === "one-card" ? "one-card shifts" : `${lower(shiftKindName(String(value)))} shifts`),
  shift_by_dice: (value) => `doubles shift ${ruleValueText("shift_by_dice", value).toLowerCase()}`,
  static_field: (value) => (value === "none" ? "no static field" : `static field ${lower(ruleValueText("static_field", value))}`),
  community_field: orNot("community field"),
  items: orNot("staked items"),
  missed_payments: (value) => (value ? "missed blinds are owed" : "nobody owes missed blinds"),
  house_dealer: orNot("house dealer"),
  declare_totals: (value) => (value ? "totals declared" : "totals not declared"),
  sides: (value) => (value ? "Light and Dark sides" : "no sides"),
  star: (value) => `the Star is ${ruleValueText("star", value)}`,
  moderation: (value) => `Moderation is ${ruleValueText("moderation", value)}`,
  deck: (value) => `a deck of ${Array.isArray(value) ? value.length : 0}`,
  blinds: (value) => `blinds ${Array.isArray(value) ? value.join(" and ") : ""}`,
  board_price: (value) => `board cards for ${String(value)}`,
  schedule: () => "blinds that rise otherwise",
  level_minutes: (value) => (value ? `levels of ${counted(value, "minute")}` : "levels as the host sets them"),
  level_hands: (value) => (value ? `levels of ${counted(value, "hand")}` : "levels by minutes"),
};

/** Each difference from the preset, such as "discard pile free" or "wild shifts". */
export function houseRuleSummary(rules: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(rules).flatMap(([key, value]) =>
    key === "preset" ? [] : [SAID[key]?.(value) ?? `${key.replaceAll("_", " ")}: ${lower(ruleValueText(key, value))}`],
  );
}
