/** What players bring to a table, as the forms have it and as the server is told. */

export interface BuyIns {
  stack: number | null; // none: the usual for the stakes
  maxBuyIn: number | null; // none: 200 antes
  rebuys: "usual" | "limit" | "none";
  rebuyTo: number | null;
}

/** As a table has it for which nothing was said. */
export const USUAL: Readonly<BuyIns> = { stack: null, maxBuyIn: null, rebuys: "usual", rebuyTo: null };

/** What a form says, without what it leaves to the server. */
export function saidOf(one: Readonly<BuyIns>): { stack?: number; max_buy_in?: number; rebuy_to?: number } {
  const rebuyTo = one.rebuys === "none" ? 0 : one.rebuys === "limit" ? one.rebuyTo : null;
  return {
    ...(one.stack ? { stack: one.stack } : {}),
    ...(one.maxBuyIn ? { max_buy_in: one.maxBuyIn } : {}),
    ...(rebuyTo === null ? {} : { rebuy_to: rebuyTo }),
  };
}
