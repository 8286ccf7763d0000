/** Hands counted by rank, made ready to be drawn. */

import type { Bar } from "../../pages/odds/charts";

export interface RankOdds {
  preset: string;
  cards: Record<string, { hands: number; ranks: Record<string, number> }>;
  wrong?: Record<string, string>; // about printed figures
}

export function rankBars(odds: RankOdds, size: string, special: ReadonlySet<string>): Bar[] {
  const { hands, ranks: counts } = odds.cards[size]!;
  return Object.entries(counts).map(([label, count]) => ({ label, count, share: count / hands, tone: special.has(label) ? "special" : "plain" }));
}
