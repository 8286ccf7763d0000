/** Keys of the action bar: letters do things, digits pick cards, arrows go through the board. */

/** Whether a key was meant for the table and not for a field, a button or the browser. */
export function isTableKey(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  const at = event.target instanceof HTMLElement ? event.target : null;
  return !at?.closest("input:not([type=checkbox], [type=radio], [type=range]), textarea, select, dialog, [contenteditable]");
}

/** The next place of the board that has a card. */
export function nextBoardPlace(board: readonly string[], hasPile: boolean, from: number | null, by: 1 | -1): number | null {
  const places = [...board.keys()].filter((i) => board[i]).concat(hasPile ? [board.length] : []);
  if (!places.length) return null;
  const at = from === null ? (by > 0 ? -1 : 0) : places.indexOf(from);
  return places[(at + by + places.length) % places.length]!;
}
