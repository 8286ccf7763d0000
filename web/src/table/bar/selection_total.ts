/** How a selection stands against the dice (CS4, CS9). */

import { formatNumber } from "../../cards/format";
import { t } from "../../language/catalogue.svelte";
import type { Family } from "../../families/family";
import { shapeName } from "../../cards/shapes";

export interface SelectionTotal {
  total: number;
  off: number; // how far from the gold number
  ofSuit: number; // cards of the silver suit (CS1)
}

export function selectionTotal(cards: readonly string[], family: Family, gold: number, silver: string): SelectionTotal {
  const total = cards.reduce((sum, card) => sum + family.printedValue(card), 0);
  const ofSuit = cards.filter((card) => family.isOfShape(card, silver)).length;
  return { total, off: Math.abs(total - gold), ofSuit };
}

export function selectionText({ off, ofSuit }: SelectionTotal, gold: number, silver: string): string {
  const told = { off, gold: formatNumber(gold, true), suit: ofSuit, shape: shapeName(silver) };
  return off ? t("bar.selection.off", told) : t("bar.selection.on", told);
}
