/** How a selection stands against the dice (CS4, CS9). */

import { printedValue, said, shapeOf, SHAPES, type Shape } from "../../cards/decks";

export interface Standing {
  total: number;
  off: number; // how far from the gold number
  ofSuit: number; // cards of the silver suit; a zero belongs to all of them (CS1)
}

export function standingOf(cards: readonly string[], gold: number, silver: string): Standing {
  const total = cards.reduce((sum, card) => sum + printedValue(card), 0);
  const ofSuit = cards.filter((card) => printedValue(card) === 0 || shapeOf(card) === silver).length;
  return { total, off: Math.abs(total - gold), ofSuit };
}

export function inWords({ off, ofSuit }: Standing, gold: number, silver: string): string {
  const near = off ? `${off} off ${said(gold, true)}` : `on the ${said(gold, true)}`;
  return `${near}, ${ofSuit} of ${SHAPES[silver as Shape].toLowerCase()}`;
}
