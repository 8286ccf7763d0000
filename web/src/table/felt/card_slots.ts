/** Where one's own cards lie: each keeps its place through a hand, and a new one takes the first place that is free. */

export const HAND_PLACES = 5; // that have room side by side, and one more where cards are laid out

/** The places with their cards, out of what they were before; an empty text is a gap. Where there is no room for gaps, cards close up. */
export function arranged(before: readonly string[], cards: readonly string[], room: number): readonly string[] {
  const left = [...cards];
  const slots = before.map((card) => {
    const at = card ? left.indexOf(card) : -1;
    return at < 0 ? "" : left.splice(at, 1)[0]!;
  });
  for (const card of left) {
    const gap = slots.indexOf("");
    if (gap < 0) slots.push(card);
    else slots[gap] = card;
  }
  while (slots.at(-1) === "") slots.pop();
  return slots.length > room ? slots.filter(Boolean) : slots;
}

/** For each place, which of `cards` lies there; −1 is a gap. */
export function placesOf(slots: readonly string[], cards: readonly string[]): readonly number[] {
  const taken = new Set<number>();
  return slots.map((slot) => {
    const at = slot ? cards.findIndex((card, i) => card === slot && !taken.has(i)) : -1;
    taken.add(at);
    return at;
  });
}
