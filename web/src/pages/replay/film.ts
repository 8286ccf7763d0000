/** A hand of the past as a row of pictures: the view after each thing that happened. */

import type { GameEvent, Replay } from "../../protocol";
import { fold } from "../../table/fold";
import { endingOf, type Ending } from "../../table/stage/ending";
import { newView, type View } from "../../table/view";

export interface Picture {
  view: View;
  event: GameEvent;
  told: string;
  place: number; // of the event in the hand
}

/** One picture for each sentence; events that nobody speaks of are seen with the next sentence, or with the last. */
export function filmOf(replay: Replay): Picture[] {
  const film: Picture[] = [];
  let view = newView(replay.names, replay.seat);
  replay.events.forEach((one, i) => {
    const event = one as unknown as GameEvent; // as the server wrote it
    view = fold(view, event);
    const told = replay.told[i] ?? "";
    const last = film.at(-1);
    if (told) film.push({ view, event, told, place: i });
    else if (i === replay.events.length - 1 && last) film[film.length - 1] = { ...last, view };
  });
  return film;
}

/** How it ended, on the pictures that are after the end. */
export function endOf(film: readonly Picture[], at: number): Ending | null {
  const view = film[at]?.view;
  if (!view?.over) return null;
  return endingOf(view, film.slice(0, at + 1).map(({ event, told, place }) => ({ id: place, hand: view.number, event, text: told })));
}
