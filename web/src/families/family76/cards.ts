/** The 76-card deck: four suits from 1 to 15, and eight arcana, two of each. */

import { t } from "../../language/catalogue.svelte";

const SUITS = ["S", "F", "C", "T"] as const; // sabers, flasks, coins and staves
export type Suit = (typeof SUITS)[number];
const FIRST_COURT_CARD = 12;
export const ARCANA: Readonly<Record<string, number>> = { ST: -17, EO: -15, MO: -14, DE: -13, BA: -11, EN: -8, QA: -2, ID: 0 };
const HIGHEST = 15;

const numbers = Array.from({ length: HIGHEST }, (_, i) => i + 1);
export const CARDS: readonly string[] = [
  ...SUITS.flatMap((suit) => numbers.map((number) => `${suit}${number}`)),
  ...Object.keys(ARCANA),
];

export function suitOf(card: string): Suit | null {
  return /^.\d/.test(card) ? (SUITS.find((one) => one === card.charAt(0)) ?? null) : null;
}

export function printedValue(card: string): number {
  return suitOf(card) ? Number(card.slice(1)) : (ARCANA[card] ?? 0);
}

export function cardName(card: string): string {
  const suit = suitOf(card);
  if (suit) return t("card.of-suit", { number: printedValue(card), suit });
  return card in ARCANA ? t("card.arcana", { card }) : card;
}

/** What stands on the card besides its number. */
export function printedName(card: string): string {
  const number = printedValue(card);
  if (!suitOf(card)) return cardName(card);
  return number < FIRST_COURT_CARD ? "" : t("card.court", { number });
}

/** Court cards and arcana have names without a number. */
export function valueInName(card: string): number | null {
  const value = printedValue(card);
  return suitOf(card) && value < FIRST_COURT_CARD ? value : null;
}

/** What a card is worth to a side: flasks and staves count down, and for a Dark player arcana count up (FO2). */
export function valueToSide(card: string, side: string, value: number): number {
  const suit = suitOf(card);
  const turned = suit ? suit === "F" || suit === "T" : side === "dark";
  return turned && value !== 0 ? -value : value; // 0 has no sign
}
