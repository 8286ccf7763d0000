/** Emblems of people: a figure, a colour and a field, all told by one small number. */

import { t } from "../language/catalogue.svelte";
import { AVATARS } from "../protocol";

const ring = (x: number, y: number, r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
const turned = (angle: number, r: number): string => {
  const turn = (angle * Math.PI) / 180;
  return `${(24 + r * Math.sin(turn)).toFixed(1)} ${(24 - r * Math.cos(turn)).toFixed(1)}`;
};
const teeth = Array.from({ length: 8 }, (_, i) => `M${turned(45 * i, 13)}L${turned(45 * i, 20)}`).join("");

/** Line figures, each drawn with one path in a box of 48 by 48. */
const FIGURES = [
  { name: "comet", path: `${ring(32, 16, 9)}M24 21L5 33M27 24L13 44M21 15L9 20` },
  { name: "planet", path: `${ring(24, 24, 12)}M12.500 28C3 34 2 38 7 38C15 38 36 25 42 16C46 10 42 8 34.500 18` },
  { name: "crystal", path: "M24 3L37 17L24 45L11 17zM11 17h26M24 3l-5 14l5 28l5-28z" },
  { name: "hawk", path: "M24 40L19 27L3 13C10 12 17 14 21 19L24 11L27 19C31 14 38 12 45 13L29 27z" },
  { name: "waves", path: "M4 16c5-7 9-7 13.300 0s9 7 13.300 0s9-7 13.400 0M4 27c5-7 9-7 13.300 0s9 7 13.300 0s9-7 13.400 0M4 38c5-7 9-7 13.300 0s9 7 13.300 0s9-7 13.400 0" },
  { name: "flame", path: "M24 3C27 13 38 18 38 30A14 14 0 0 1 10 30C10 23 15 20 17 13C20 17 20 20 22 20C25 16 25 10 24 3zM24 44a7 7 0 0 1-7-8c1-4 5-5 7-10c2 5 6 6 7 10a7 7 0 0 1-7 8z" },
  { name: "mountains", path: `M2 41L18 15L27 30L33 22L46 41zM12 25l6 5l5-6${ring(36, 11, 5)}` },
  { name: "claws", path: "M9 8C16 18 17 30 11 42M21 4C28 16 29 31 23 45M34 8C40 18 41 29 35 41" },
  { name: "gear", path: `${ring(24, 24, 13)}${ring(24, 24, 5)}${teeth}` },
  { name: "key", path: `${ring(15, 15, 10)}M22 22L43 43M33 33l7-7M39 39l5-5` },
  { name: "lantern", path: "M15 17h18l3 22H12zM18 17a6 6 0 0 1 12 0M24 4v7M9 43h30M24 22c3 4 5 6 5 9a5 5 0 0 1-10 0c0-3 2-5 5-9z" },
  { name: "leaf", path: "M24 45V18M24 45C7 41 4 22 9 5C25 7 42 13 40 29C39 37 33 43 24 45zM24 31l-9-8M24 24l8-6" },
  { name: "horns", path: "M24 45V31M24 31C11 31 4 20 7 4C12 14 16 20 24 21C32 20 36 14 41 4C44 20 37 31 24 31zM16 38h16" },
  { name: "hourglass", path: "M11 4h26M11 44h26M14 4c0 11 10 14 10 20s-10 9-10 20M34 4c0 11-10 14-10 20s10 9 10 20M18 40l6-8l6 8z" },
  { name: "shell", path: "M24 25c2-4 7-2 7 3c0 7-12 8-15 0c-4-11 7-19 17-14c13 7 10 27-7 29C11 44 2 31 7 17C9 11 12 7 16 4" },
  { name: "star", path: "M24 2L28.500 19.500L46 24L28.500 28.500L24 46L19.500 28.500L2 24L19.500 19.500zM10 10l6 6M38 10l-6 6M10 38l6-6M38 38l-6-6" },
] as const;

const COLOURS = [
  { name: "red", hue: 25 },
  { name: "orange", hue: 60 },
  { name: "yellow", hue: 100 },
  { name: "green", hue: 150 },
  { name: "teal", hue: 195 },
  { name: "blue", hue: 240 },
  { name: "violet", hue: 290 },
  { name: "pink", hue: 345 },
] as const;

/** What lies behind the figure, on a disc of 19 round (24, 24). */
const FIELDS: readonly string[] = [
  "",
  "M24 5a19 19 0 0 1 0 38z",
  "M6 30L24 15L42 30A19 19 0 0 1 6 30z",
  "M5 24a19 19 0 0 1 38 0z",
];

export const FIGURE_COUNT = FIGURES.length;
export const COLOUR_COUNT = AVATARS / FIGURE_COUNT;

export interface Emblem {
  figure: number;
  colour: number;
  path: string;
  field: string;
  hue: number;
}

/** The number of a figure in a colour. */
export function avatarOf(figure: number, colour: number): number {
  return colour * FIGURE_COUNT + figure;
}

/** What an avatar looks like; a number that a newer server has more of than we know looks like one of ours. */
export function emblemOf(avatar: number): Emblem {
  const figure = avatar % FIGURE_COUNT;
  const colour = Math.floor(avatar / FIGURE_COUNT) % COLOURS.length;
  const drawn = FIGURES[figure]!;
  const painted = COLOURS[colour]!;
  return { figure, colour, path: drawn.path, field: FIELDS[(figure + colour) % FIELDS.length]!, hue: painted.hue };
}

export const figureName = (figure: number) => t(`people.figure.${FIGURES[figure]!.name}`);
export const colourName = (colour: number) => t(`people.colour.${COLOURS[colour]!.name}`);

/** An emblem in words. */
export function emblemName(avatar: number): string {
  const { figure, colour } = emblemOf(avatar);
  return t("people.emblem.described", { figure: figureName(figure), colour: colourName(colour) });
}
