/** The shapes of the 62-card decks that have some. */

import { t } from "../language/catalogue.svelte";

export const SHAPES = ["c", "t", "s"] as const; // circles, triangles and squares
export type Shape = (typeof SHAPES)[number];

export function shapeOf(card: string): Shape | null {
  return SHAPES.find((one) => one === card.slice(-1)) ?? null;
}

/** A shape as it stands in a sentence. */
export function shapeName(shape: string): string {
  return t("card.shape", { shape });
}
