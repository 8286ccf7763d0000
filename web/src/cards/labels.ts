/** Cards in words. */

import type { Family } from "../families/family";
import type { GameFacts } from "../protocol";
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

/** As a card stands beside its glyph: with the value that it has at this table (D3). */
export function chipText(card: string, family: Family, game: Pick<GameFacts, "card_values">): string {
  const changed = game.card_values[card];
  return changed === undefined ? family.cardText(card) : formatNumber(changed, family.signed);
}
