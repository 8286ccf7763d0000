/** The interlaced figure of the backs: a knot that winds twice round its middle, seven crossings, over and under in turn. */

const LOOPS = 7;
const STEPS = 30; // points from one crossing to the next

export interface Knot {
  under: string;
  over: string;
}

/** The knot round (x, y), reaching `width` and `height` out. */
export function knot(x: number, y: number, width: number, height: number): Knot {
  const arcs: { path: string; over: boolean }[] = [];
  const total = 2 * LOOPS;
  for (let arc = 0; arc < total; arc++) {
    let path = "";
    for (let step = 0; step <= STEPS; step++) {
      const turn = ((arc + step / STEPS) * 2 * Math.PI) / LOOPS;
      const out = 0.68 + 0.32 * Math.cos((LOOPS * turn) / 2);
      path += `${step ? "L" : "M"}${(x + width * out * Math.sin(turn)).toFixed(1)} ${(y - height * out * Math.cos(turn)).toFixed(1)}`;
    }
    arcs.push({ path, over: arc % 2 === 0 });
  }
  const joined = (over: boolean) => arcs.filter((one) => one.over === over).map((one) => one.path).join("");
  return { under: joined(false), over: joined(true) };
}
