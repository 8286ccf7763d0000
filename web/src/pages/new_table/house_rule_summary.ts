/** What sets a table apart from its game, in the few words that fit on a card. */

import { t, type Argument, type MessageId } from "../../language/catalogue.svelte";
import { ruleValueText, shiftKindName } from "./rule_values";

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** A value as a word of a sentence. */
function saidOf(key: string, value: unknown): Argument {
  if (key === "blinds" && Array.isArray(value)) return value.map(String);
  if (key === "shift_kind") return lower(shiftKindName(String(value)));
  const text = ruleValueText(key, value);
  return key === "shift_by_dice" ? text.toLowerCase() : lower(text);
}

function differenceText(key: string, value: unknown): string {
  const given = {
    value: typeof value === "number" || typeof value === "boolean" ? value : String(value),
    said: saidOf(key, value),
    count: Array.isArray(value) ? value.length : 0,
  };
  return t(`house.said.${key.replaceAll("_", "-")}` as MessageId, given) || `${key.replaceAll("_", " ")}: ${lower(ruleValueText(key, value))}`;
}

/** Each difference from the preset, such as "discard pile free" or "wild shifts". */
export function houseRuleSummary(rules: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(rules).flatMap(([key, value]) => (key === "preset" ? [] : [differenceText(key, value)]));
}
