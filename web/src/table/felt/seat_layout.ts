/** Where people sit: round an ellipse in true order, the one on our left first. All in percent of the table's room. */

export interface Position {
  x: number;
  y: number;
}

const SPREAD = [0, 0, 96, 150, 180, 200, 212, 222]; // degrees, for so many others
const MIDDLE: Position = { x: 50, y: 58 };
const REACH: Position = { x: 41, y: 43 };

/** The seats of `others` players, clockwise from our left neighbour. */
export function seatPositions(others: number): Position[] {
  const spread = SPREAD[others] ?? 222;
  return Array.from({ length: others }, (_, i) => at(90 + spread / 2 - (others > 1 ? (i * spread) / (others - 1) : 0)));
}

function at(degrees: number): Position {
  const angle = (degrees * Math.PI) / 180;
  // A little of a rectangle is in it, so that the seats above stand apart.
  return { x: MIDDLE.x + REACH.x * bulge(Math.cos(angle)), y: MIDDLE.y - REACH.y * bulge(Math.sin(angle)) };
}

function bulge(part: number): number {
  return Math.sign(part) * Math.abs(part) ** 0.85;
}

/** Where the bet of who sits there lies: on the way to the middle. */
export function betPosition(seat: Position): Position {
  return { x: MIDDLE.x + (seat.x - MIDDLE.x) * 0.67, y: MIDDLE.y + (seat.y - MIDDLE.y) * 0.5 };
}

/** Everybody else's seat, clockwise from the one on our left; a spectator sits before the first. */
export function seatsClockwise(seats: number, own: number | null): number[] {
  const first = own ?? -1;
  return Array.from({ length: seats }, (_, i) => (first + 1 + i + seats) % seats).filter((seat) => seat !== own);
}
