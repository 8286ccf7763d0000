/** Sizes of a bet that have a name. */

import { t } from "../../language/catalogue.svelte";
import type { OptionsInfo } from "../../protocol";

export interface BetSize {
  label: string;
  to: number;
}

/** The least, half the pot, the pot, and all one has or may bet; each only where it is another amount. */
export function betSizes(options: OptionsInfo, pot: number, stack: number): BetSize[] {
  const least = options.raise_from ?? 0;
  const most = options.raise_to ?? 0;
  const bet = options.bet ?? 0;
  const owed = options.owed ?? 0;
  const part = (share: number) => bet + owed + Math.floor((pot + owed) * share); // a raise of the pot as it is once one has matched
  const all: BetSize[] = [
    { label: t("bar.size.min"), to: least },
    { label: t("bar.size.half-pot"), to: part(0.5) },
    { label: t("bar.size.pot"), to: part(1) },
    { label: t(most === bet + stack ? "bar.size.all-in" : "bar.size.max"), to: most },
  ];
  const distinct = all.filter(({ to }, i) => i === 0 || i === 3 || (to > least && to < most));
  return least === most ? distinct.slice(-1) : distinct;
}

/** A whole number within the bounds. */
export function clampBet(amount: number, options: OptionsInfo): number {
  const whole = Number.isFinite(amount) ? Math.round(amount) : 0;
  return Math.min(Math.max(whole, options.raise_from ?? 0), options.raise_to ?? 0);
}

/** How far one press of + or − goes: about a twentieth of the way, in round numbers. */
export function betStep(options: OptionsInfo): number {
  const span = (options.raise_to ?? 0) - (options.raise_from ?? 0);
  const rough = span / 20;
  if (rough <= 1) return 1;
  const ten = 10 ** Math.floor(Math.log10(rough));
  return rough / ten >= 5 ? 5 * ten : rough / ten >= 2 ? 2 * ten : ten;
}
