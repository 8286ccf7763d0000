/** What this browser remembers: how the table looks and sounds, how fast things move, and whether there are hints. */

import { readSetting, writeSetting } from "./settings";

export const THEMES = ["system", "dark", "light"] as const;
export type Theme = (typeof THEMES)[number];

/** Faces of cards: as drawn for the table, in large print, or with a colour for each suit. */
export const FACES = ["usual", "large", "four"] as const;
export type Faces = (typeof FACES)[number];

export const FELTS = ["graphite", "night", "wine", "pine", "sand"] as const;
export type FeltColour = (typeof FELTS)[number];

/** How fast things move, and how long that makes them; `off` shows each end at once. */
export const SPEEDS = { slow: 1.6, normal: 1, fast: 0.5, off: 0 } as const;
export type Speed = keyof typeof SPEEDS;

const SYSTEM_IS_LIGHT = "(prefers-color-scheme: light)";
const GROUNDS = { dark: "#0f1215", light: "#efeade" }; // of the browser's own bars

/** A setting that is one of a few. */
function kept<Value extends string>(name: string, values: readonly Value[], usual: Value): Value {
  const found = readSetting(name, usual) as Value;
  return values.includes(found) ? found : usual;
}

class Preferences {
  theme = $state<Theme>(kept("theme", THEMES, "system"));
  sound = $state(readSetting("sound", "on") === "on");
  volume = $state(Math.min(100, Math.max(0, Number(readSetting("volume", "100")) || 0))); // percent
  vibration = $state(readSetting("vibration", "on") === "on");
  faces = $state<Faces>(kept("faces", FACES, "usual"));
  felt = $state<FeltColour>(kept("felt", FELTS, "graphite"));
  speed = $state<Speed>(kept("motion", Object.keys(SPEEDS) as Speed[], "normal"));
  hints = $state(readSetting("hints", "on") === "on");
  #systemLight = $state(matchMedia(SYSTEM_IS_LIGHT).matches);
  /** The theme that is shown. */
  readonly shownTheme = $derived(this.theme === "system" ? (this.#systemLight ? "light" : "dark") : this.theme);

  constructor() {
    matchMedia(SYSTEM_IS_LIGHT).addEventListener("change", (system) => {
      this.#systemLight = system.matches;
      this.#apply();
    });
    this.#apply();
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.#keep("theme", theme);
  }

  /** The other of the two, whatever the system says. */
  toggleTheme(): void {
    this.setTheme(this.shownTheme === "dark" ? "light" : "dark");
  }

  toggleSound(): void {
    this.sound = !this.sound;
    this.#keep("sound", this.sound ? "on" : "off");
  }

  setVolume(volume: number): void {
    this.volume = volume;
    this.#keep("volume", String(volume));
  }

  toggleVibration(): void {
    this.vibration = !this.vibration;
    this.#keep("vibration", this.vibration ? "on" : "off");
  }

  setFaces(faces: Faces): void {
    this.faces = faces;
    this.#keep("faces", faces);
  }

  setFelt(felt: FeltColour): void {
    this.felt = felt;
    this.#keep("felt", felt);
  }

  setSpeed(speed: Speed): void {
    this.speed = speed;
    this.#keep("motion", speed);
  }

  toggleHints(): void {
    this.hints = !this.hints;
    this.#keep("hints", this.hints ? "on" : "off");
  }

  #keep(name: string, value: string): void {
    writeSetting(name, value);
    this.#apply();
  }

  #apply(): void {
    const { dataset } = document.documentElement;
    dataset.theme = this.shownTheme;
    dataset.motion = this.speed;
    dataset.felt = this.felt;
    dataset.faces = this.faces;
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", GROUNDS[this.shownTheme]);
  }
}

export const preferences = new Preferences();

/** How many times as long as usual things take to move; 0 where nothing moves, also because the system asks for that. */
export function motionFactor(): number {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : SPEEDS[preferences.speed];
}
