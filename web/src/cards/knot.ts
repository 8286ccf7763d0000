/** The interlaced figure of the backs: a knot that winds twice round its middle, seven crossings, over and under in turn. */

const LOOPS = 7;
const STEPS = 30; // points from one crossing to the next

export interface Knot {
  under: string;
  over: string;
  gaps: string; // beside the upper strand, where it crosses the lower one
}

/** The knot round (x, y), reaching `width` and `height` out. */
export function knot(x: number, y: number, width: number, height: number): Knot {
  const figure: Knot = { under: "", over: "", gaps: "" };
  for (let arc = 0; arc < 2 * LOOPS; arc++) {
    const points = Array.from({ length: STEPS + 1 }, (_, step) => point(x, y, width, height, arc + step / STEPS));
    if (arc % 2) {
      figure.under += line(points);
    } else {
      figure.over += line(points);
      figure.gaps += line(points.slice(STEPS / 3, (2 * STEPS) / 3 + 1)); // it crosses in the middle of the arc
    }
  }
  return figure;
}

function point(x: number, y: number, width: number, height: number, at: number): string {
  const turn = (at * 2 * Math.PI) / LOOPS;
  const out = 0.68 + 0.32 * Math.cos((LOOPS * turn) / 2);
  return `${(x + width * out * Math.sin(turn)).toFixed(1)} ${(y - height * out * Math.cos(turn)).toFixed(1)}`;
}

function line(points: readonly string[]): string {
  return `M${points.join("L")}`;
}
