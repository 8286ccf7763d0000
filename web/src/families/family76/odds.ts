/** What the server counts for this family, made ready to be drawn. */

import { t } from "../../language/catalogue.svelte";
import { formatNumber } from "../../cards/format";
import type { Bar, Tone } from "../../pages/odds/charts";
import { PURE } from "./hands";

export interface TotalOdds {
  preset: string;
  rules: Record<string, unknown>;
  side: string | null;
  cards: Record<string, { hands: number; totals: Record<string, number>; idiots_array: number; pure: number; pure_negative: number; bomb_out: number }>;
}

/** Each total, and what lies beyond 23 either way together. `special` are the totals that take the sabacc pot. */
export function totalBars(odds: TotalOdds, size: string, special: ReadonlySet<number>): Bar[] {
  const { hands, totals: counts } = odds.cards[size]!;
  const sum = (fits: (total: number) => boolean) => Object.entries(counts).reduce((all, [total, n]) => all + (fits(Number(total)) ? n : 0), 0);
  const bar = (label: string, count: number, tone: Tone): Bar => ({ label, count, share: count / hands, tone });
  const within = Array.from({ length: 2 * PURE + 1 }, (_, i) => i - PURE);
  return [
    bar(t("odds.under", { total: -PURE }), sum((total) => total < -PURE), "bomb"),
    ...within.map((total) => ({ ...bar(formatNumber(total), counts[total] ?? 0, total === 0 ? "bomb" : special.has(total) ? "special" : "plain"), value: total })),
    bar(t("odds.over", { total: PURE }), sum((total) => total > PURE), "bomb"),
  ];
}
