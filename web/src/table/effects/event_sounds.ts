/** Which sounds go with what happened. */

import { PASSIVE } from "../bar/prompts";
import type { GameEvent } from "../../protocol";
import type { Sound } from "../../shell/sounds";
import type { View } from "../model/view";
import type { ToldEvent } from "../scenes/beats";

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
  "sudden-demise": "demise",
  "tie-drawn": "turn-over",
};

/** Each sound once, in the order of what happened. */
export function eventSounds(news: readonly ToldEvent[], view: View | null): Sound[] {
  const heard = new Set<Sound>();
  for (const { event } of news) {
    const sound = SOUNDS[event.type];
    if (sound) heard.add(sound);
    if (event.type === "won" && event.pot < 0) heard.add("sabacc");
    if (event.type === "won" && event.seat === view?.seat) heard.add("win");
    if (event.type === "shown" && event.seat === view?.seat && event.bombed_out) heard.add("lose");
  }
  return [...heard];
}

/** Whether we are asked something that we have to answer. */
export function isAsked(view: View | null): boolean {
  return view !== null && view.seat !== null && view.asked.includes(view.seat) && !PASSIVE.includes(view.asked_kind);
}
