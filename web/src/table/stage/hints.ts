/** Short hints for the first hands: one for each thing that one is asked, and never twice. */

import type { DeckKey } from "../../cards/decks";

const AIM: Readonly<Record<DeckKey, string>> = {
  classic: "Come as near to 23 as you can, or to −23. Over that, or exactly 0, and you bomb out.",
  corellian: "Bring your cards to zero. The rarer the way you do it, the better the hand.",
  coruscant: "Select cards that add up to the gold number. The silver shape breaks ties.",
};

const HINTS: Readonly<Record<string, string>> = {
  bet: "Put in what the others have bet, raise it, or fold. What you pay goes into the hand pot.",
  "fold-window": "Anybody may fold here, at once or not at all. Stay in if you like your cards.",
  "call-window": "Calling ends the betting: everybody shows. A caller who does not win may have to pay.",
  draw: "Draw a card, trade one for it, or stand. Pick the card to trade by tapping it.",
  field: "Cards in your static field are safe from a Sabacc shift, and everybody sees them.",
  side: "Light and Dark count two of the suits the other way round.",
  board: "Pick a petal to take it. With a card of yours picked too, you swap the two.",
  peeked: "Only you see this card. Keep it, put it in another's place, or push it back.",
  protect: "Cards you turn up stay yours when the dice show a spike.",
  offer: "Double spikes: one of your face-up cards goes back. You choose which.",
  select: "Tap the cards to lay down. What you leave behind is drawn anew in the shift.",
  decide: "Your selection stays hidden. Go on if it is near the gold number.",
  improve: "New cards: add those that bring you nearer, or none.",
};

/** The hint for a question, unless it has been read before; the first of all says what the game is about. */
export function hintFor(kind: string, deck: DeckKey, read: readonly string[]): { key: string; text: string } | null {
  if (!read.includes(`aim ${deck}`)) return { key: `aim ${deck}`, text: AIM[deck] };
  const text = HINTS[kind];
  return text && !read.includes(kind) ? { key: kind, text } : null;
}
