/** The values of house rules as people say them. What is not here is said as it is written. */

import { t } from "../../language/catalogue.svelte";
import { messageOf } from "./server_texts";

/** A value of an option in words. */
export function ruleValueText(key: string, value: unknown): string {
  const known = messageOf(`house.value.${key}.${Array.isArray(value) ? "" : String(value)}`);
  if (known) return known;
  if (typeof value === "boolean") return t(value ? "house.yes" : "house.no");
  if (typeof value === "number") return value < 0 ? `−${-value}` : String(value);
  if (value === null) return t("house.nothing");
  if (Array.isArray(value)) return value.map((one) => ruleValueText(key, one)).join(", ") || t("house.all");
  const text = String(value);
  return text.charAt(0).toUpperCase() + text.slice(1).replaceAll("-", " ");
}

const SHIFT_KINDS = ["core", "rim", "wild", "pulse", "none"];

/** A kind of shift, short. */
export function shiftKindName(kind: string): string {
  return SHIFT_KINDS.includes(kind) ? t("house.shift-kind", { kind }) : ruleValueText("shift_kind", kind);
}
