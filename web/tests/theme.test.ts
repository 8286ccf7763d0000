// Colours that carry meaning can be read on every ground, in both themes (WCAG AA).

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync(new URL("../src/theme.css", import.meta.url), "utf8");
const [dark, light] = css.split('[data-theme="light"]') as [string, string];
const INKS = ["text", "text-muted", "amber", "cyan", "positive", "negative", "violet"];
const GROUNDS = ["ground", "surface", "raised"];

function colour(sheet: string, name: string): string {
  return new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(sheet)![1]!;
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

describe.each([["dark", dark], ["light", light]])("the %s theme", (_, sheet) => {
  test.each(INKS.flatMap((ink) => GROUNDS.map((ground) => [ink, ground])))("%s on %s", (ink, ground) => {
    expect(contrast(colour(sheet, ink!), colour(sheet, ground!))).toBeGreaterThanOrEqual(4.5);
  });

  test("what stands on amber, and on cards", () => {
    expect(contrast(colour(sheet, "on-amber"), colour(sheet, "amber"))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colour(sheet, "card-ink"), colour(sheet, "card-face"))).toBeGreaterThanOrEqual(7);
    for (const ink of ["positive", "negative"]) {
      expect(contrast(colour(sheet, ink), colour(sheet, "card-face"))).toBeGreaterThanOrEqual(4.5);
    }
  });

  test("lines that one has to see", () => {
    for (const ground of GROUNDS) expect(contrast(colour(sheet, "line-strong"), colour(sheet, ground))).toBeGreaterThanOrEqual(3);
  });
});
