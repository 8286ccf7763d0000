/** The 76-card deck: four suits from 1 to 15, and eight arcana, two of each. */

export const SUITS = { S: "Sabers", F: "Flasks", C: "Coins", T: "Staves" } as const;
export type Suit = keyof typeof SUITS;
export const COURT: Readonly<Record<number, string>> = { 12: "Commander", 13: "Mistress", 14: "Master", 15: "Ace" };
export const ARCANA: Readonly<Record<string, readonly [name: string, value: number]>> = {
  ST: ["The Star", -17],
  EO: ["The Evil One", -15],
  MO: ["Moderation", -14],
  DE: ["Demise", -13],
  BA: ["Balance", -11],
  EN: ["Endurance", -8],
  QA: ["Queen of Air and Darkness", -2],
  ID: ["The Idiot", 0],
};
const HIGHEST = 15;

const numbers = Array.from({ length: HIGHEST }, (_, i) => i + 1);
export const CARDS: readonly string[] = [
  ...Object.keys(SUITS).flatMap((suit) => numbers.map((number) => `${suit}${number}`)),
  ...Object.keys(ARCANA),
];

export function suitOf(card: string): Suit | null {
  const letter = card.charAt(0);
  return letter in SUITS && /^.\d/.test(card) ? (letter as Suit) : null;
}

export function printedValue(card: string): number {
  return suitOf(card) ? Number(card.slice(1)) : (ARCANA[card]?.[1] ?? 0);
}

export function cardName(card: string): string {
  const suit = suitOf(card);
  if (!suit) return ARCANA[card]?.[0] ?? card;
  const number = printedValue(card);
  return `${COURT[number] ?? number} of ${SUITS[suit]}`;
}

/** Court cards and arcana have names without a number. */
export function valueInName(card: string): number | null {
  const value = printedValue(card);
  return suitOf(card) && !(value in COURT) ? value : null;
}

/** What a card is worth to a side: flasks and staves count down, and for a Dark player arcana count up (FO2). */
export function valueToSide(card: string, side: string, value: number): number {
  const suit = suitOf(card);
  const turned = suit ? suit === "F" || suit === "T" : side === "dark";
  return turned && value !== 0 ? -value : value; // 0 has no sign
}
