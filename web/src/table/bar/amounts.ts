/** Amounts that people type. */

import { t } from "../../language/catalogue.svelte";

const ENDLESS = 1_000_000_000; // nobody comes near it

/** A whole number, or null for anything else: "1.5", "ten" and nothing at all are none. */
export function parseAmount(text: string): number | null {
  const bare = text.trim();
  return /^\d{1,15}$/.test(bare) ? Number(bare) : null;
}

/** What is wrong with what was typed, as a sentence; nothing, if it will do. */
export function amountError(text: string, least: number, most: number): string {
  const amount = parseAmount(text);
  if (amount === null) return most < ENDLESS ? t("bar.amount.between", { least, most }) : t("bar.amount.whole");
  if (amount < least) return t("bar.amount.too-little", { amount, least });
  return amount > most ? t("bar.amount.too-much", { amount, most }) : "";
}
