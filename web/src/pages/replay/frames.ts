/** A hand of the past as a row of frames: the view after each thing that happened. */

import type { Family } from "../../families/family";
import type { GameEvent, Replay } from "../../protocol";
import { fold } from "../../table/model/fold";
import { resultOf, type Result } from "../../table/model/result";
import { newView, type View } from "../../table/model/view";

export interface ReplayFrame {
  view: View;
  event: GameEvent;
  text: string;
  place: number; // of the event in the hand
}

/** One frame for each sentence; events that nobody speaks of are seen with the next sentence, or with the last. */
export function replayFrames(replay: Replay): ReplayFrame[] {
  const frames: ReplayFrame[] = [];
  let view = newView(replay.names, replay.seat);
  replay.events.forEach((one, i) => {
    const event = one as unknown as GameEvent; // as the server wrote it
    view = fold(view, event);
    const text = replay.told[i] ?? "";
    const last = frames.at(-1);
    if (text) frames.push({ view, event, text, place: i });
    else if (i === replay.events.length - 1 && last) frames[frames.length - 1] = { ...last, view };
  });
  return frames;
}

/** Where one begins to look: everybody has their cards, and the first is about to act. */
export function firstMoment(frames: readonly ReplayFrame[]): number {
  return Math.max(0, frames.findIndex(({ event }) => event.type === "acted") - 1);
}

/** How it ended, on the frames that are after the end. */
export function resultAt(frames: readonly ReplayFrame[], at: number, family: Family): Result | null {
  const view = frames[at]?.view;
  if (!view?.over) return null;
  return resultOf(view, frames.slice(0, at + 1).map(({ event, text, place }) => ({ id: place, hand: view.number, event, text })), family);
}
