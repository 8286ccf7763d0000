/** Hands of the 76-card family in words. */

import { formatNumber, withMinus } from "../../cards/format";
import type { HandExample, ShownEvent, You } from "../../protocol";
import { t } from "../../language/catalogue.svelte";
import { distanceText } from "../standing_text";

export const PURE = 23;
const ARRAY_RANK = 1; // an Idiot, a 2 and a 3: it wins by its cards, not by its total (H2)
const PLAIN_RANK = 4; // a total without a name of its own (H4)

export function isPlainRank(rank: number | null | undefined): boolean {
  return rank === PLAIN_RANK;
}

export function isIdiotsArray(hand: HandExample): boolean {
  return hand.rank === ARRAY_RANK;
}

export function shownText({ name, total, rank }: ShownEvent): string {
  return isPlainRank(rank) ? formatNumber(total) : withMinus(name);
}

/** How near one's total is to one's own 23: "one short of 23", "over by 3"; a hand with a name needs no more. */
export function nearness({ total, rank, bombed_out, standing }: You): string {
  const { aim, off } = standing ?? {};
  if (total == null || aim == null || off == null || !(bombed_out || isPlainRank(rank))) return "";
  if (!total) return t("worth.zero-bombs");
  if (bombed_out) return distanceText(standing!, false);
  if (Math.sign(total) !== Math.sign(aim)) {
    return total < 0 ? t("worth.below-zero") : t("worth.above-zero"); // and so under every total towards one's own 23 (H4)
  }
  return t("worth.short-of", { off, goal: formatNumber(aim) });
}

/** The totals that take the sabacc pot, for a side where there are any. */
export function specialTotals(hands: readonly HandExample[], side: string | null): ReadonlySet<number> {
  const special = hands.filter((hand) => (hand.side ?? null) === side && hand.takes_sabacc_pot && !isIdiotsArray(hand));
  return new Set(special.map((hand) => hand.total));
}
