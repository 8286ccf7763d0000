/** Tells what is new about the table. */

import { messages } from "../../shell/messages.svelte";
import type { TableInfo } from "../../protocol";
import type { TableStore } from "../model/store.svelte";
import { noticesFromTable, noticesFromLog } from "./notice_text";

export function showNotices(store: () => TableStore): void {
  let line = store().log.at(-1)?.id ?? 0;
  let table: TableInfo | null = store().table;

  $effect(() => {
    const { log } = store();
    for (const text of noticesFromLog(log.filter((one) => one.id > line))) messages.toast(text);
    line = log.at(-1)?.id ?? line;
  });
  $effect(() => {
    const { table: now, me, seat, isHost } = store();
    if (table && now && table.id === now.id) for (const text of noticesFromTable(table, now, { me, seat, isHost })) messages.toast(text);
    table = now;
  });
}
