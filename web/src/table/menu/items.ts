/** Staked items (HR9): which of them wait for a decision of ours. */

import type { ItemInfo, TableInfo } from "../../protocol";

/** An item that this seat, or the host, has to decide about. */
export function itemsToDecide(items: readonly ItemInfo[], seat: number | null, isHost: boolean): ItemInfo[] {
  return items.filter((one) => {
    if (!one.staked && one.yet_to_agree?.length) return seat !== null && one.yet_to_agree.includes(seat);
    if (!one.staked) return one.value == null ? isHost : one.seat === seat;
    return seat !== null && one.rights?.[0] === seat;
  });
}

/** The most that an item may be worth: two stacks; half a one if it is the host's own, and only bots could agree. */
export function highestValue(table: TableInfo, one: ItemInfo, own: boolean): number {
  const others = table.seats.some((info, seat) => info.name && !info.bot && seat !== one.seat);
  return own && !others ? Math.floor(table.stack / 2) : 2 * table.stack;
}

/** Whether a seat may take a staked item now. */
export function mayTake(one: ItemInfo, seat: number | null): boolean {
  return seat !== null && Boolean(one.staked) && one.rights != null && (!one.rights.length || one.rights[0] === seat);
}
