/** What a screen reader says by itself: that it is our turn, what happens, and how a hand ended. */

import { deckOf } from "../../cards/decks";
import { spelledOut } from "../../cards/sentences";
import { messages } from "../../shell/messages.svelte";
import { QUESTIONS } from "../deeds";
import type { TableStore } from "../store.svelte";

const GATHER = 250; // what happens at once is read as one

export function announceFrom(store: () => TableStore): void {
  let told = store().log.at(-1)?.id ?? 0;

  $effect(() => {
    const kind = store().question?.kind;
    if (kind) messages.announce(`Your turn: ${QUESTIONS[kind] ?? kind}. ${store().you?.hand ?? ""}`, true);
  });
  $effect(() => {
    const log = store().log;
    const timer = setTimeout(() => {
      const news = log.filter((line) => line.id > told).slice(-6);
      told = log.at(-1)?.id ?? told;
      if (news.length) messages.announce(news.map((line) => spelledOut(line.text, line.event, deckOf(store().preset))).join(" "));
    }, GATHER);
    return () => clearTimeout(timer);
  });
}
