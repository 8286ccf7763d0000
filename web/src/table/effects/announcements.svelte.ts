/** What a screen reader says by itself: that it is our turn, what happens, and how a hand ended. */

import { spokenText } from "../../cards/event_text";
import { messages } from "../../shell/messages.svelte";
import { t } from "../../language/catalogue.svelte";
import { questionTask } from "../bar/prompts";
import type { TableStore } from "../model/store.svelte";

const GATHER = 250; // what happens at once is read as one

export function announceTable(store: () => TableStore): void {
  let told = store().log.at(-1)?.id ?? 0;

  $effect(() => {
    const kind = store().asked?.kind;
    if (kind) messages.announce(t("status.your-turn", { question: questionTask(kind), hand: store().you?.hand ?? "" }), true);
  });
  $effect(() => {
    const log = store().log;
    const timer = setTimeout(() => {
      const news = log.filter((line) => line.id > told).slice(-6);
      told = log.at(-1)?.id ?? told;
      if (news.length) messages.announce(news.map((line) => spokenText(line.text, line.event, store().family)).join(" "));
    }, GATHER);
    return () => clearTimeout(timer);
  });
}
