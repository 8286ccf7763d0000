/** Cards in sentences: the server writes them as their texts, people read small pictures, or names. */

import type { GameEvent } from "../protocol";
import { cardTitle } from "./labels";
import type { Family } from "../families/family";

export type Piece = string | { card: string };

/** A sentence about an event, cut up where it names the event's cards. */
export function splitAtCards(text: string, event: GameEvent): Piece[] {
  const pieces: Piece[] = [];
  // A player may be called like a card, and stands first; only what is turned up for nobody begins with a card.
  let from = "seat" in event && event.type !== "tie-drawn" ? Math.max(0, text.indexOf(" ")) : 0;
  let done = 0;
  for (const card of cardsInEvent(event)) {
    const at = find(text, card, from);
    if (at < 0) continue;
    pieces.push(text.slice(done, at), { card });
    done = from = at + card.length;
  }
  return [...pieces, text.slice(done)].filter((piece) => piece !== "");
}

/** The same in words, for who listens. */
export function spokenText(text: string, event: GameEvent, family: Family): string {
  return splitAtCards(text, event)
    .map((piece) => (typeof piece !== "string" ? cardTitle(piece.card, family) : piece === " " ? ", " : piece))
    .join("");
}

/** In the order in which they are spoken of. */
function cardsInEvent(event: GameEvent): readonly string[] {
  const told = event.type === "acted" ? event.action : event;
  const one = "card" in told && told.card ? [told.card] : [];
  const many = "cards" in told && told.cards ? told.cards : [];
  const borrowed = "borrowed" in told && told.borrowed ? told.borrowed : [];
  return [...one, ...many, ...borrowed];
}

function find(text: string, card: string, from: number): number {
  for (let at = text.indexOf(card, from); at >= 0; at = text.indexOf(card, at + 1)) {
    const before = text[at - 1] ?? " ";
    const after = text[at + card.length] ?? " ";
    if (!/[\w+−-]/.test(before) && !/\w/.test(after)) return at;
  }
  return -1;
}
