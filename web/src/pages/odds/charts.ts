/** What `sabacc odds` counts, made ready to be drawn. */

import { said } from "../../cards/decks";

export interface ClassicOdds {
  preset: string;
  rules: Record<string, unknown>;
  side: string | null;
  cards: Record<string, { hands: number; totals: Record<string, number>; idiots_array: number; pure: number; pure_negative: number; bomb_out: number }>;
}
export interface CorellianOdds {
  preset: string;
  cards: Record<string, { hands: number; ranks: Record<string, number> }>;
  wrong: Record<string, string>; // about printed figures
}
export interface CoruscantOdds {
  preset: string;
  hands: number;
  gold: Record<string, { distance: Record<string, number>; suit_cards: Record<string, number> }>;
}
export type Odds = ClassicOdds | CorellianOdds | CoruscantOdds;

export type Tone = "plain" | "special" | "bomb";
export interface Bar {
  label: string;
  count: number;
  share: number; // of all
  tone: Tone;
}

const PURE = 23;

/** Each total, and what lies beyond 23 either way together. `special` are the totals that take the sabacc pot. */
export function totals(odds: ClassicOdds, size: string, special: ReadonlySet<number>): Bar[] {
  const { hands, totals: counts } = odds.cards[size]!;
  const sum = (fits: (total: number) => boolean) => Object.entries(counts).reduce((all, [total, n]) => all + (fits(Number(total)) ? n : 0), 0);
  const bar = (label: string, count: number, tone: Tone): Bar => ({ label, count, share: count / hands, tone });
  const within = Array.from({ length: 2 * PURE + 1 }, (_, i) => i - PURE);
  return [
    bar(`under −${PURE}`, sum((total) => total < -PURE), "bomb"),
    ...within.map((total) => bar(said(total), counts[total] ?? 0, total === 0 ? "bomb" : special.has(total) ? "special" : "plain")),
    bar(`over ${PURE}`, sum((total) => total > PURE), "bomb"),
  ];
}

export function ranks(odds: CorellianOdds, size: string, special: ReadonlySet<string>): Bar[] {
  const { hands, ranks: counts } = odds.cards[size]!;
  return Object.entries(counts).map(([label, count]) => ({ label, count, share: count / hands, tone: special.has(label) ? "special" : "plain" }));
}

/** How near the best selection of a deal comes, or how many cards of the suit the nearest can have. */
export function deals(odds: CoruscantOdds, gold: string, what: "distance" | "suit_cards"): Bar[] {
  const counts = odds.gold[gold]![what];
  const most = Math.max(...Object.keys(counts).map(Number));
  return Array.from({ length: most + 1 }, (_, i) => {
    const count = counts[i] ?? 0;
    return { label: String(i), count, share: count / odds.hands, tone: "plain" }; // there is no sabacc pot to be coloured for (CS13)
  });
}

/** A share as people say it. */
export function percent(share: number): string {
  if (!share) return "–";
  const hundredths = share * 100;
  const digits = hundredths >= 10 ? 1 : hundredths >= 0.095 ? 2 : Math.min(8, 1 - Math.floor(Math.log10(hundredths)));
  return `${hundredths.toFixed(digits)} %`;
}

export function oneIn(share: number): string {
  if (!share) return "never";
  if (share > 0.5) return percent(share);
  const n = 1 / share;
  return `1 in ${n < 10 ? Number(n.toFixed(1)) : Math.round(n).toLocaleString("en")}`;
}
