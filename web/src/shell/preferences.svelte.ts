/** What this browser remembers: the theme, how fast things move, and whether there are sound and hints. */

import { readSetting, writeSetting } from "./settings";

type Theme = "dark" | "light";

/** How fast things move, and how long that makes them; `off` shows each end at once. */
export const SPEEDS = { slow: 1.6, normal: 1, fast: 0.5, off: 0 } as const;
export type Speed = keyof typeof SPEEDS;

function knownSpeed(kept: string): Speed {
  return kept in SPEEDS ? (kept as Speed) : "normal";
}

class Preferences {
  theme = $state<Theme>(readSetting("theme", "dark") === "light" ? "light" : "dark");
  sound = $state(readSetting("sound", "on") === "on");
  speed = $state<Speed>(knownSpeed(readSetting("motion", "normal")));
  hints = $state(readSetting("hints", "on") === "on");

  constructor() {
    this.#apply();
  }

  toggleTheme(): void {
    this.theme = this.theme === "dark" ? "light" : "dark";
    writeSetting("theme", this.theme);
    this.#apply();
  }

  toggleSound(): void {
    this.sound = !this.sound;
    writeSetting("sound", this.sound ? "on" : "off");
  }

  setSpeed(speed: Speed): void {
    this.speed = speed;
    writeSetting("motion", speed);
    this.#apply();
  }

  toggleHints(): void {
    this.hints = !this.hints;
    writeSetting("hints", this.hints ? "on" : "off");
  }

  #apply(): void {
    document.documentElement.dataset.theme = this.theme;
    document.documentElement.dataset.motion = this.speed;
  }
}

export const preferences = new Preferences();

/** How many times as long as usual things take to move; 0 where nothing moves, also because the system asks for that. */
export function motionFactor(): number {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : SPEEDS[preferences.speed];
}
