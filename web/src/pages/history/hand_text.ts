/** Hands of the past in words. */

import { t } from "../../language/catalogue.svelte";
import { formatNumber, withMinus } from "../../cards/format";
import type { HandSummary, PlayerSummary } from "../../protocol";

export function ownResult(hand: HandSummary): PlayerSummary | undefined {
  return hand.players.find((one) => one.you);
}

/** How it went for somebody, such as "Won with Pure Sabacc". */
export function outcomeText(player: PlayerSummary | undefined): string {
  if (!player?.outcome) return t("past.sat-by");
  if (player.bombed_out) return t("past.bombed-out");
  const { outcome } = player;
  return player.showed && player.hand_name ? t("past.outcome-with", { outcome, hand: withMinus(player.hand_name) }) : t("past.outcome", { outcome });
}

/** Credits won or lost, with a sign that is more than a colour. */
export function signedCredits(won: number): { text: string; tone: "positive" | "negative" | "" } {
  if (!won) return { text: "0", tone: "" };
  return won > 0 ? { text: `▲ ${formatNumber(won, true)}`, tone: "positive" } : { text: `▼ ${formatNumber(won)}`, tone: "negative" };
}
