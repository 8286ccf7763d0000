/** Short hints for the first hands: one for each thing that one is asked, and never twice. */

import type { Family } from "../../families/family";
import type { KnownQuestionKind, QuestionKind } from "../../protocol";

const HINTS: Readonly<Record<string, string>> & Readonly<Record<KnownQuestionKind, string>> = {
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
export function hintFor(
  kind: QuestionKind, family: Family, read: readonly string[], sides = false,
): { key: string; text: string } | null {
  const aim = `aim ${family.deckKey}`;
  if (!read.includes(aim)) return { key: aim, text: (sides && family.aimWithSides) || family.aim };
  const text = HINTS[kind];
  return text && !read.includes(kind) ? { key: kind, text } : null;
}
