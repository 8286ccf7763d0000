/** Tells what is new about the table. */

import { messages } from "../../shell/messages.svelte";
import type { GameEvent, TableInfo } from "../../protocol";
import type { TableStore } from "../model/store.svelte";
import { noticesFromTable, noticesFromLog, noticesForLatecomers } from "./notice_text";

const told = new WeakSet<GameEvent>(); // by this page, also when somebody comes back to it from another one

export function showNotices(store: () => TableStore): void {
  let line = store().log.at(-1)?.id ?? 0;
  let table: TableInfo | null = store().table;
  for (const text of noticesForLatecomers(store().log.filter((one) => !told.has(one.event)))) messages.toast(text);

  $effect(() => {
    const { log } = store();
    for (const text of noticesFromLog(log.filter((one) => one.id > line))) messages.toast(text);
    line = log.at(-1)?.id ?? line;
    for (const one of log) told.add(one.event);
  });
  $effect(() => {
    const { table: now, me, seat, isHost } = store();
    if (table && now && table.id === now.id) for (const text of noticesFromTable(table, now, { me, seat, isHost })) messages.toast(text);
    table = now;
  });
}
