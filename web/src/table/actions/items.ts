/** Staked items (HR9): which of them wait for a decision of ours. */

import type { ItemInfo } from "../../protocol";

/** An item that this seat, or the host, has to decide about. */
export function openItems(items: readonly ItemInfo[], seat: number | null, isHost: boolean): ItemInfo[] {
  return items.filter((one) => {
    if (!one.staked) return one.value == null ? isHost : one.seat === seat;
    return seat !== null && one.rights?.[0] === seat;
  });
}

/** Whether a seat may take a staked item now. */
export function mayTake(one: ItemInfo, seat: number | null): boolean {
  return seat !== null && Boolean(one.staked) && one.rights != null && (!one.rights.length || one.rights[0] === seat);
}
