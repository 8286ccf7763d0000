/** Which of four colours a card has where each suit has its own: by its place among the groups of its deck. */

import type { Family } from "../families/family";

const COLOURS = 4;
const FEW = 2; // cards that are no suit, such as zeros
const FEWEST_SUITS = 3;
const known = new WeakMap<Family, Map<string, number>>(); // the colour of each group; 0 is none

export function suitColour(card: string, family: Family): number {
  let colours = known.get(family);
  if (!colours) known.set(family, (colours = coloured(family)));
  return colours.get(family.group(card)) ?? 0;
}

/** A deck without suits, whose groups are only what counts up and what counts down, keeps the colours of the signs. */
function coloured(family: Family): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const card of family.cards) sizes.set(family.group(card), (sizes.get(family.group(card)) ?? 0) + 1);
  const suits = [...sizes].filter(([, size]) => size > FEW).slice(0, COLOURS);
  return new Map(suits.length < FEWEST_SUITS ? [] : suits.map(([group], i) => [group, i + 1]));
}
