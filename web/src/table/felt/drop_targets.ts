/** What a card does when it is dragged from one place of the table to another: the same actions as on the buttons. */

import type { Action, OptionsInfo } from "../../protocol";
import { DISCARD_PLACE, type View } from "../model/view";

/** Where a card lies: which one of the own hand or field, or which petal of the board. */
export interface Spot {
  zone: "hand" | "field" | "board" | "pile" | "deck" | "peeked";
  at: number; // 0 where there is only one card
}

export function spotName({ zone, at }: Spot): string {
  return zone === "board" ? `board ${at}` : zone;
}

/** Where a card can be dropped, by the spot's name, and what that does. */
export function dropTargets(options: OptionsInfo | null, view: View | null, from: Spot): Map<string, Action> {
  const found = new Map<string, Action>();
  if (!view) return found;
  for (const action of options?.actions ?? []) {
    for (const to of targetsOf(action, from, cardAt(view, from))) if (!found.has(to)) found.set(to, action);
  }
  return found;
}

/** The card that lies there, of those whose text an action names. */
export function cardAt(view: View, { zone, at }: Spot): string | null {
  if (zone === "hand") return view.cards[at] ?? null;
  if (zone === "field" && view.seat !== null) return view.fields[view.seat]?.[at] ?? null;
  return null;
}

function targetsOf(action: Action, from: Spot, card: string | null): readonly string[] {
  const own = (wanted: string | null | undefined, up = false) => card !== null && wanted === card && from.zone === (up ? "field" : "hand");
  switch (action.type) {
    case "place": return own(action.card) ? ["field"] : [];
    case "take-back": return own(action.card, true) ? ["hand"] : [];
    case "protect": return action.cards?.length === 1 && own(action.cards[0]) ? ["field"] : [];
    case "trade": return own(action.card) ? ["deck"] : [];
    case "take-discard": return own(action.card) ? ["pile"] : [];
    case "gain":
    case "peek": return from.zone === "deck" ? ["hand"] : [];
    case "push-back": return from.zone === "peeked" ? ["deck"] : [];
    case "keep":
      if (action.drop) return own(action.drop, action.up) ? ["pile"] : [];
      return from.zone === "peeked" ? ["hand"] : [];
    case "buy":
      if (action.swap) return own(action.swap, action.up) ? [boardName(action.place)] : [];
      return isPlace(from, action.place) ? ["field", "hand"] : [];
    default: return [];
  }
}

function boardName(place: number): string {
  return place === DISCARD_PLACE ? "pile" : `board ${place}`;
}

function isPlace(from: Spot, place: number): boolean {
  return from.zone === "pile" ? place === DISCARD_PLACE : from.zone === "board" && from.at === place;
}
