/** Cards in words. */

import type { Family } from "../families/family";
import { formatNumber, withMinus } from "./format";

/** The name as people read it. */
export function cardTitle(card: string, family: Family): string {
  return withMinus(family.cardName(card));
}

/** The name, and the value where the name doesn't say it. */
export function cardLabel(card: string, family: Family, value = family.printedValue(card)): string {
  const title = cardTitle(card, family);
  return family.valueInName(card) === value ? title : `${title}, ${formatNumber(value)}`;
}
