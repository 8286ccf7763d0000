/** The Coruscant deck: +1 to +10 and −1 to −10 in three shapes, and two zeros. */

import { t } from "../../language/catalogue.svelte";
import { shapeOf, SHAPES } from "../../cards/shapes";

const HIGHEST = 10;
export const ZERO = "0";

const numbers = Array.from({ length: HIGHEST }, (_, i) => i + 1);
export const CARDS: readonly string[] = [
  ...SHAPES.flatMap((shape) => numbers.flatMap((number) => [`+${number}${shape}`, `-${number}${shape}`])),
  ZERO,
];

export function printedValue(card: string): number {
  return Number.parseInt(card, 10);
}

/** The number as it is printed, with its sign. */
export function numberOf(card: string): string {
  return shapeOf(card) ? card.slice(0, -1) : card;
}

export function cardName(card: string): string {
  const shape = shapeOf(card);
  return shape ? t("card.of-shape", { number: numberOf(card), shape }) : t("card.zero");
}
