/** What the server counts for this family, made ready to be drawn. */

import type { Bar } from "../../pages/odds/charts";

export interface TargetOdds {
  preset: string;
  hands: number;
  gold: Record<string, { distance: Record<string, number>; suit_cards: Record<string, number> }>;
}

/** How near the best selection of a deal comes, or how many cards of the suit the nearest can have. */
export function dealBars(odds: TargetOdds, gold: string, what: "distance" | "suit_cards"): Bar[] {
  const counts = odds.gold[gold]![what];
  const most = Math.max(...Object.keys(counts).map(Number));
  return Array.from({ length: most + 1 }, (_, i) => {
    const count = counts[i] ?? 0;
    return { label: String(i), value: i, count, share: count / odds.hands, tone: "plain" }; // there is no sabacc pot to be coloured for (CS13)
  });
}
