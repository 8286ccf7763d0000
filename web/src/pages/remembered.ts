/** What was chosen last, kept by this browser. */

const PRESET = "sabacc.preset";

export function lastPreset(): string {
  try {
    return localStorage.getItem(PRESET) ?? "classic";
  } catch {
    return "classic"; // a browser that keeps nothing
  }
}

export function rememberPreset(preset: string): void {
  try {
    localStorage.setItem(PRESET, preset);
  } catch {
    // it is forgotten with the page
  }
}
