/** What this browser remembers: the theme, and whether there are sound, motion and hints. */

type Theme = "dark" | "light";

export function kept(name: string, usual: string): string {
  try {
    return localStorage.getItem(`sabacc.${name}`) ?? usual;
  } catch {
    return usual; // a browser that keeps nothing
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`sabacc.${name}`, value);
  } catch {
    // it is forgotten with the page
  }
}

class Preferences {
  theme = $state<Theme>(kept("theme", "dark") === "light" ? "light" : "dark");
  sound = $state(kept("sound", "on") === "on");
  motion = $state(kept("motion", "on") === "on"); // a system that asks for less gets less either way
  hints = $state(kept("hints", "on") === "on");

  constructor() {
    this.#apply();
  }

  turnTheme(): void {
    this.theme = this.theme === "dark" ? "light" : "dark";
    keep("theme", this.theme);
    this.#apply();
  }

  turnSound(): void {
    this.sound = !this.sound;
    keep("sound", this.sound ? "on" : "off");
  }

  turnMotion(): void {
    this.motion = !this.motion;
    keep("motion", this.motion ? "on" : "off");
    this.#apply();
  }

  turnHints(): void {
    this.hints = !this.hints;
    keep("hints", this.hints ? "on" : "off");
  }

  #apply(): void {
    document.documentElement.dataset.theme = this.theme;
    document.documentElement.dataset.motion = this.motion ? "on" : "off";
  }
}

export const preferences = new Preferences();
