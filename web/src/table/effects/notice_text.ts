/** What happens to the table itself and concerns who sits there, for toasts. */

import { t } from "../../language/catalogue.svelte";
import type { GameEvent, ItemInfo, TableInfo } from "../../protocol";

const NOTICED: readonly GameEvent["type"][] = ["hand-voided", "rules-changed", "level-set", "closed", "game-won"];
const MISSED: readonly GameEvent["type"][] = ["hand-voided"]; // while the server was down, so that nobody was there to be told

/** Who is told. */
export interface Recipient {
  me: string | null;
  seat: number | null;
  isHost: boolean;
}

/** What the table's log says of an event. */
interface EventLine {
  event: GameEvent;
  text: string;
}

/** The sentences of those events that everybody should notice. */
export function noticesFromLog(lines: readonly EventLine[]): string[] {
  return lines.filter((line) => NOTICED.includes(line.event.type)).map((line) => line.text);
}

/** The same for who opens the page when they are over. */
export function noticesForLatecomers(lines: readonly EventLine[]): string[] {
  return lines.filter((line) => MISSED.includes(line.event.type)).map((line) => line.text);
}

/** What is different about the table, besides its hands. A host need not be told what they did. */
export function noticesFromTable(before: TableInfo, after: TableInfo, recipient: Recipient): string[] {
  return [...hostOf(before, after, recipient), ...clocksOf(before, after, recipient), ...itemsOf(before.items, after, recipient)];
}

function hostOf(before: TableInfo, after: TableInfo, { me }: Recipient): string[] {
  if (before.host === after.host) return [];
  return [after.host === me ? t("notice.you-are-host") : t("notice.host", { name: after.host ?? "" })];
}

function clocksOf(before: TableInfo, after: TableInfo, { isHost }: Recipient): string[] {
  const [was, is] = [before.clocks, after.clocks];
  if (isHost || (was.decision === is.decision && was.window === is.window)) return [];
  return [t("notice.clocks", { decision: is.decision ?? 0, window: is.window ?? 0 })];
}

function itemsOf(before: readonly ItemInfo[], after: TableInfo, { seat, isHost }: Recipient): string[] {
  const same = (one: ItemInfo) => before.some((other) => other.item === one.item && other.value === one.value);
  return after.items.filter((one) => !one.staked && !same(one)).flatMap((one) => {
    if (seat !== null && one.yet_to_agree?.includes(seat)) return [t("notice.item-agree", { item: one.item, value: one.value ?? 0 })];
    if (one.yet_to_agree?.length) return [];
    if (one.value != null) return one.seat === seat ? [t("notice.item-valued", { item: one.item, value: one.value })] : [];
    return isHost && one.seat !== seat ? [t("notice.item-to-value", { name: after.seats[one.seat]?.name ?? t("notice.somebody"), item: one.item })] : [];
  });
}
