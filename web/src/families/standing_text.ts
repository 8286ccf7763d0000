/** What one's own hand means now, in sentences: how near it is, and what it would win or cost. The facts are the server's. */

import { formatNumber } from "../cards/format";
import { t } from "../language/catalogue.svelte";
import { capitalized } from "../shell/text";
import type { Standing, You } from "../protocol";
import type { Family } from "./family";

/** "one short of 23", "over by 3", "3 from zero": nothing where there is no target. */
export function distanceText({ aim, off, beyond }: Standing, signed: boolean): string {
  if (aim == null || off == null) return "";
  const goal = formatNumber(aim, signed);
  if (!off) return aim ? t("worth.exactly", { goal }) : "";
  if (beyond) return aim > 0 ? t("worth.over", { off }) : t("worth.past", { goal, off });
  return aim ? t("worth.from", { off, goal }) : t("worth.from-zero", { off });
}

/** How near one's hand is, and how good that is. */
export function nearnessText(you: You, family: Family): string {
  const strength = you.bombed_out ? "" : t("worth.strength", { strength: you.standing?.strength ?? "" });
  return [family.nearness(you), strength].filter(Boolean).join(", ");
}

/** What it would win or cost if cards were shown now. Others' hidden cards play no part in it. */
export function consequenceText(you: You, family: Family, shown: boolean): string {
  const standing = you.standing;
  if (!standing || shown) return "";
  const when = standing.settled ? "" : family.ifShownNow;
  if (standing.penalty) return capitalized(t("worth.pay", { when, amount: standing.penalty }));
  if (you.bombed_out) return capitalized(t("worth.win-nothing", { when }));
  if (!standing.wins) return "";
  const win = capitalized(t("worth.best-wins", { when, amount: standing.wins, sabacc: standing.wins_sabacc ?? 0 }));
  return standing.caller_penalty ? `${win} ${t("worth.lost-call", { amount: standing.caller_penalty })}` : win;
}
