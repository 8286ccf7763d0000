/** Which sounds go with what happened. */

import { PASSIVE } from "../bar/prompts";
import type { GameEvent } from "../../protocol";
import type { Sound } from "../../shell/sounds";
import type { View } from "../model/view";

const SOUNDS: Partial<Record<GameEvent["type"], Sound>> = {
  dealt: "deal",
  "board-dealt": "deal",
  peeked: "deal",
  shown: "turn-over",
  placed: "turn-over",
  paid: "credits",
  rolled: "dice",
  shifted: "shift",
  called: "call",
};

/** Each sound once, in the order of what happened. */
export function eventSounds(events: readonly GameEvent[], before: View | null, after: View | null): Sound[] {
  const heard = new Set<Sound>();
  for (const event of events) {
    const sound = SOUNDS[event.type];
    if (sound) heard.add(sound);
    if (event.type === "won" && event.seat === after?.seat) heard.add("win");
    if (event.type === "shown" && event.seat === after?.seat && event.bombed_out) heard.add("lose");
  }
  if (isAsked(after) && !isAsked(before)) heard.add("your-turn");
  return [...heard];
}

function isAsked(view: View | null): boolean {
  return view !== null && view.seat !== null && view.asked.includes(view.seat) && !PASSIVE.includes(view.asked_kind);
}
