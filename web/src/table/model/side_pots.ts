/** The hand pot by its parts: as soon as somebody is all-in, not everybody plays for everything. */

import { t } from "../../language/catalogue.svelte";
import type { View } from "./view";

export interface PotPart {
  name: string;
  amount: number;
}

/** The main pot and the side pots, as they would be divided now; one part only where all play for all. */
export function potParts(view: View): PotPart[] {
  const allIn = view.dealt_in.filter((seat) => view.live[seat] && !view.stacks[seat]).map((seat) => view.paid[seat] ?? 0);
  const most = Math.max(0, ...view.paid);
  const levels = [...new Set([...allIn.filter((paid) => paid > 0), most])].sort((a, b) => a - b);
  const parts: PotPart[] = [];
  let below = 0;
  for (const level of levels) {
    const amount = view.paid.reduce((sum, paid) => sum + Math.max(0, Math.min(paid, level) - below), 0);
    const payers = view.paid.filter((paid) => paid > below).length;
    parts.push({ name: nameOf(parts.length, payers), amount: amount + (parts.length ? 0 : view.fees) });
    below = level;
  }
  return parts.filter((part) => part.amount > 0);
}

function nameOf(at: number, payers: number): string {
  if (at === 0) return t("pots.main");
  return payers < 2 ? t("pots.unmatched") : t("pots.side", { number: at });
}
