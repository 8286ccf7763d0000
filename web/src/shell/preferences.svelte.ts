/** What this browser remembers: the theme, and whether there is sound. */

type Theme = "dark" | "light";

function kept(name: string, usual: string): string {
  try {
    return localStorage.getItem(`sabacc.${name}`) ?? usual;
  } catch {
    return usual; // a browser that keeps nothing
  }
}

function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`sabacc.${name}`, value);
  } catch {
    // it is forgotten with the page
  }
}

class Preferences {
  theme = $state<Theme>(kept("theme", "dark") === "light" ? "light" : "dark");
  sound = $state(kept("sound", "on") === "on");

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

  #apply(): void {
    document.documentElement.dataset.theme = this.theme;
  }
}

export const preferences = new Preferences();
