/** The three decks: which cards there are, what they are called and worth. A card is its text, as everywhere. */

export type DeckKey = "classic" | "corellian" | "coruscant";
export type Sign = "positive" | "negative" | "zero";
export type Rules = Readonly<Record<string, unknown>>; // a preset and the differences from it

export const SUITS = { S: "Sabers", F: "Flasks", C: "Coins", T: "Staves" } as const;
export const SHAPES = { c: "Circles", t: "Triangles", s: "Squares" } as const;
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
export type Suit = keyof typeof SUITS;
export type Shape = keyof typeof SHAPES;

/** The deck that a preset plays with. */
export function deckOf(preset: unknown): DeckKey {
  if (preset === "corellian-house") return "corellian";
  return preset === "coruscant-shift" ? "coruscant" : "classic";
}

export function suitOf(card: string): Suit | null {
  const letter = card.charAt(0);
  return letter in SUITS && /^.\d/.test(card) ? (letter as Suit) : null;
}

export function shapeOf(card: string): Shape | null {
  const letter = card.slice(-1);
  return letter in SHAPES ? (letter as Shape) : null;
}

/** The number on the card. */
export function printedValue(card: string): number {
  if (suitOf(card)) return Number(card.slice(1));
  return ARCANA[card]?.[1] ?? Number.parseInt(card, 10);
}

/** What a card is worth at this table (D3) and to this side (FO2, FO3). */
export function valueOf(card: string, rules: Rules = {}, side: string | null = null): number {
  if (card === "ST" && typeof rules.star === "number") return rules.star;
  if (card === "MO" && typeof rules.moderation === "number") return rules.moderation;
  const value = printedValue(card);
  const suit = suitOf(card);
  const sides = rules.sides ?? rules.preset === "force";
  if (!sides || !side || !suit) return value;
  const turned = side === "dark" ? "SC" : "FT";
  return turned.includes(suit) ? -value : value;
}

export function signOf(value: number): Sign {
  return value > 0 ? "positive" : value < 0 ? "negative" : "zero";
}

/** A number as people write it: with a real minus, and a plus where asked for. */
export function said(value: number, plus = false): string {
  return value < 0 ? `−${-value}` : plus && value > 0 ? `+${value}` : String(value);
}

/** The full name, as shown and read to people. */
export function nameOf(card: string, deck: DeckKey): string {
  if (deck === "corellian") return card === "0" ? "Sylop" : card;
  if (deck === "coruscant") {
    const shape = shapeOf(card);
    return shape ? `${card.slice(0, -1)} of ${SHAPES[shape]}` : "Zero";
  }
  const suit = suitOf(card);
  if (!suit) return ARCANA[card]?.[0] ?? card;
  const number = printedValue(card);
  return `${COURT[number] ?? number} of ${SUITS[suit]}`;
}

/** The name, and the value where the name doesn't say it. */
export function spoken(card: string, deck: DeckKey, value = printedValue(card)): string {
  const name = nameOf(card, deck).replace("-", "−");
  return name.startsWith(`${said(value)} `) || name.startsWith(said(value, true)) ? name : `${name}, ${said(value)}`;
}

/** How a card is written in a line of text. */
export function short(card: string): string {
  return card.replace("-", "−");
}

/** Each card of a deck once, as one would lay them out. */
export function cardsOf(deck: DeckKey): string[] {
  const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);
  if (deck === "classic") {
    const suits = Object.keys(SUITS).flatMap((suit) => upTo(15).map((number) => `${suit}${number}`));
    return [...suits, ...Object.keys(ARCANA)];
  }
  const shapes = deck === "coruscant" ? Object.keys(SHAPES) : [""];
  return [...shapes.flatMap((shape) => upTo(10).flatMap((n) => [`+${n}${shape}`, `-${n}${shape}`])), "0"];
}

/** How many of a card are in its deck. */
export function copiesOf(card: string, deck: DeckKey): number {
  if (card === "0") return 2;
  if (deck === "corellian") return 3;
  return card in ARCANA ? 2 : 1;
}
