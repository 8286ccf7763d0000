/** Shares, made ready to be drawn. */

import { t } from "../../language/catalogue.svelte";
import { formatCount, formatDecimal, formatFixed } from "../../language/formats";

export type Tone = "plain" | "special" | "bomb";
export interface Bar {
  label: string;
  value?: number; // where it stands on an axis of numbers; none for all that lies beyond its end
  count: number;
  share: number; // of all
  tone: Tone;
}

/** A share as people say it. */
export function percent(share: number): string {
  if (!share) return "–";
  const hundredths = share * 100;
  const digits = hundredths >= 10 ? 1 : hundredths >= 0.095 ? 2 : Math.min(8, 1 - Math.floor(Math.log10(hundredths)));
  return `${formatFixed(hundredths, digits)} %`;
}

export function oneIn(share: number): string {
  if (!share) return t("odds.never");
  if (share > 0.5) return percent(share);
  const n = 1 / share;
  return t("odds.one-in", { n: n < 10 ? formatDecimal(n, 1) : formatCount(Math.round(n)) });
}
