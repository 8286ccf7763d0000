/** What one's own hand means now, in sentences: how near it is, and what it would win or cost. The facts are the server's. */

import { formatNumber } from "../cards/format";
import type { Standing, You } from "../protocol";
import type { Family } from "./family";

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const STRENGTHS: Readonly<Record<string, string>> = { strong: "strong", fair: "fair", weak: "weak" };

/** Small numbers as words. */
export function numberWord(value: number): string {
  return NUMBERS[value] ?? String(value);
}

/** "one short of 23", "over by 3", "3 from zero": nothing where there is no target. */
export function distanceText({ aim, off, beyond }: Standing, signed: boolean): string {
  if (aim == null || off == null) return "";
  const goal = aim ? formatNumber(aim, signed) : "zero";
  if (!off) return aim ? `exactly ${goal}` : "";
  if (beyond) return aim > 0 ? `over by ${off}` : `past ${goal} by ${off}`;
  return `${off} from ${goal}`;
}

/** How near one's hand is, and how good that is. */
export function nearnessText(you: You, family: Family): string {
  const strength = you.bombed_out ? "" : (STRENGTHS[you.standing?.strength ?? ""] ?? "");
  return [family.nearness(you), strength].filter(Boolean).join(", ");
}

/** What it would win or cost if cards were shown now. Others' hidden cards play no part in it. */
export function consequenceText(you: You, family: Family, shown: boolean): string {
  const standing = you.standing;
  if (!standing || shown) return "";
  const when = standing.settled ? "" : `${family.ifShownNow} `;
  if (standing.penalty) return sentence(`${when}you pay ${standing.penalty}`);
  if (you.bombed_out) return sentence(`${when}you win nothing`);
  if (!standing.wins) return "";
  const sabacc = standing.wins_sabacc ? ` and the sabacc pot of ${standing.wins_sabacc}` : "";
  const win = sentence(`${when}the best hand wins ${standing.wins}${sabacc}`);
  return standing.caller_penalty ? `${win} A lost call costs ${standing.caller_penalty}.` : win;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
