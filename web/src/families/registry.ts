/** All families, by the keys of the server. */

import type { GameFacts } from "../protocol";
import { CORELLIAN } from "./corellian";
import { CORUSCANT } from "./coruscant";
import type { Family } from "./family";
import { FAMILY_76 } from "./family76";
import { foreignFamilies } from "./foreign.svelte";

export const FAMILIES: readonly Family[] = [FAMILY_76, CORELLIAN, CORUSCANT]; // those that are drawn here
export const SHOWCASE = FAMILY_76; // for decoration

export function isOurs(key: string): boolean {
  return FAMILIES.some((family) => family.key === key);
}

export function familyOf(key: string): Family {
  return FAMILIES.find((family) => family.key === key) ?? foreignFamilies.find(key);
}

export type CardFacts = Pick<GameFacts, "has_sides" | "card_values">;

/** What a card is worth at a table, to a side where there are any. */
export function cardValue(card: string, family: Family, game: CardFacts, side: string | null = null): number {
  const value = game.card_values[card] ?? family.printedValue(card);
  return game.has_sides && side ? family.valueToSide(card, side, value) : value;
}
