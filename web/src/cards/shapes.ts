/** The shapes of the 62-card decks that have some. */

import { t } from "../language/catalogue.svelte";

export const SHAPES = { c: "Circles", t: "Triangles", s: "Squares" } as const;
export type Shape = keyof typeof SHAPES;

export function shapeOf(card: string): Shape | null {
  const letter = card.slice(-1);
  return letter in SHAPES ? (letter as Shape) : null;
}

/** A shape as it stands in a sentence. */
export function shapeName(shape: string): string {
  return t("card.shape", { shape });
}
