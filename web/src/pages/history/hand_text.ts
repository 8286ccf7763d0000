/** Hands of the past in words. */

import { formatNumber, withMinus } from "../../cards/format";
import type { HandSummary, PlayerSummary } from "../../protocol";

const FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

export function formatTime(at: number): string {
  return FORMAT.format(at);
}

export function ownResult(hand: HandSummary): PlayerSummary | undefined {
  return hand.players.find((one) => one.you);
}

/** How it went for somebody, such as "Won with Pure Sabacc". */
export function outcomeText(player: PlayerSummary | undefined): string {
  if (!player?.outcome) return "Sat by";
  if (player.bombed_out) return "Bombed out";
  const with_ = player.showed && player.hand_name ? ` with ${withMinus(player.hand_name)}` : "";
  return { won: "Won", lost: "Lost", folded: "Folded" }[player.outcome] + with_;
}

/** Credits won or lost, with a sign that is more than a colour. */
export function signedCredits(won: number): { text: string; tone: "positive" | "negative" | "" } {
  if (!won) return { text: "0", tone: "" };
  return won > 0 ? { text: `▲ ${formatNumber(won, true)}`, tone: "positive" } : { text: `▼ ${formatNumber(won)}`, tone: "negative" };
}
