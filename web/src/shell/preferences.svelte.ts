/** What this browser remembers: the theme, and whether there are sound, motion and hints. */

import { readSetting, writeSetting } from "./settings";

type Theme = "dark" | "light";

class Preferences {
  theme = $state<Theme>(readSetting("theme", "dark") === "light" ? "light" : "dark");
  sound = $state(readSetting("sound", "on") === "on");
  motion = $state(readSetting("motion", "on") === "on"); // a system that asks for less gets less either way
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

  toggleMotion(): void {
    this.motion = !this.motion;
    writeSetting("motion", this.motion ? "on" : "off");
    this.#apply();
  }

  toggleHints(): void {
    this.hints = !this.hints;
    writeSetting("hints", this.hints ? "on" : "off");
  }

  #apply(): void {
    document.documentElement.dataset.theme = this.theme;
    document.documentElement.dataset.motion = this.motion ? "on" : "off";
  }
}

export const preferences = new Preferences();
