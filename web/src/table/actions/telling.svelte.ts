/** Tells what is new about the table. */

import { messages } from "../../shell/messages.svelte";
import type { TableInfo } from "../../protocol";
import type { TableStore } from "../store.svelte";
import { changesOf, toldOf } from "./news";

export function tellFrom(store: () => TableStore): void {
  let line = store().log.at(-1)?.id ?? 0;
  let table: TableInfo | null = store().table;

  $effect(() => {
    const { log } = store();
    for (const text of toldOf(log.filter((one) => one.id > line))) messages.say(text);
    line = log.at(-1)?.id ?? line;
  });
  $effect(() => {
    const { table: now, me, seat, isHost } = store();
    if (table && now && table.id === now.id) for (const text of changesOf(table, now, { me, seat, isHost })) messages.say(text);
    table = now;
  });
}
