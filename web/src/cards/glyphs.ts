/** Line glyphs, each drawn with one path in a box of 48 by 48. */

import type { Shape } from "./shapes";

const ring = (x: number, y: number, r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

const turned = (angle: number, r: number): string => {
  const turn = (angle * Math.PI) / 180;
  return `${(24 + r * Math.sin(turn)).toFixed(2)} ${(24 - r * Math.cos(turn)).toFixed(2)}`;
};
const ray = (angle: number, from: number, to: number) => `M${turned(angle, from)}L${turned(angle, to)}`;
const rays = (n: number, from: number, to: (i: number) => number) =>
  Array.from({ length: n }, (_, i) => ray((360 / n) * i, from, to(i))).join("");

export const SUIT_GLYPHS = {
  S: "M19 29L42 6M29 29L6 6M14.5 25.5l8 8M33.5 25.5l-8 8M16.5 31.5L7 41M31.5 31.5L41 41M5 39l4 4M43 39l-4 4",
  F: `M20 5v12.5L8.5 37A4 4 0 0 0 12 43h24a4 4 0 0 0 3.5-6L28 17.5V5M16.5 5h15M14.5 29h19${ring(21, 36, 1.6)}${ring(28, 34, 1.2)}`,
  C: `${ring(24, 24, 19)}${ring(24, 24, 14)}M24 16l7 4v8l-7 4-7-4v-8z`,
  T: `M24 19v27M12 2C9 13 16 19 24 19s15-6 12-17${ring(24, 8.5, 4)}M18.5 27h11M18.5 32.5h11M20 46h8`,
} as const;

export const ARCANA_GLYPHS: Record<string, string> = {
  ST: `${ring(24, 24, 4)}${rays(16, 8, (i) => (i % 4 === 0 ? 23 : i % 2 === 0 ? 17 : 12))}`, // a star burst
  EO: `M2 24C9 13 16 8.5 24 8.5S39 13 46 24C39 35 32 39.5 24 39.5S9 35 2 24z${ring(24, 24, 9)}M24 17c3 4.5 3 9.5 0 14-3-4.5-3-9.5 0-14z`, // an eye
  MO: `M18 4h12v14h14v12H30v14H18V30H4V18h14z${ring(24, 24, 3.5)}`, // a cross of aid: temperance tends
  DE: "M8 41V22C8 11 14 4 24 4s16 7 16 18v19l-8.5 3-3-9h-9l-3 9zM12 21h24l-3.5 7h-17zM24 28v7M24 4v11", // a visor: the last face
  BA: "M24 4v38M15 43.5h18M8 11h32M8 11L2.5 27h11zM40 11l-5.5 16h11zM2.5 27a5.5 5.5 0 0 0 11 0M34.5 27a5.5 5.5 0 0 0 11 0", // scales
  EN: `${ring(24, 24, 20)}${ring(24, 24, 15.5)}${ring(24, 24, 4.5)}${rays(8, 4.5, () => 15.5)}`, // a wheel: on and on
  QA: `M7 36L4 15l10.5 9L24 8l9.5 16L44 15l-3 21zM7 42h34${ring(4, 11, 2)}${ring(24, 4.5, 2)}${ring(44, 11, 2)}`, // a crown
  ID: `M11 36C10 30 12 26 13 24C9 21 6 22 4 28C1 18 7 9 14 9C19 9 22.5 12.5 24 18C25.5 12.5 29 9 34 9C41 9 47 18 44 28C42 22 39 21 35 24C36 26 38 30 37 36zM11 36v7h26v-7M24 18v18${ring(4, 31, 2.6)}${ring(44, 31, 2.6)}`, // a jester's cap
};

export const SHAPE_GLYPHS: Record<Shape, string> = {
  c: `${ring(24, 24, 19)}${ring(24, 24, 12)}`,
  t: "M24 5L44.5 41h-41zM24 18L33 34H15z",
  s: "M6.5 6.5h35v35h-35zM14 14h20v20H14z",
};

/** The 62-card decks' card worth nothing: two rings, one through the other. */
export const SYLOP = `${ring(17, 24, 13)}${ring(31, 24, 13)}`;

/** Ten marks round a dial, from the first to the last of `from`–`to`. */
export function marks(from: number, to: number): string {
  let path = "";
  for (let i = from; i < to; i++) path += ray(36 * i + 18, 17.5, 23);
  return path;
}

/** ▲ and ▼, for positive and negative. */
export const UP = "M24 8L43 40H5z";
export const DOWN = "M24 40L5 8h38z";
