/** What a browser keeps of its own: short texts by name. */

export function readSetting(name: string, usual: string): string {
  try {
    return localStorage.getItem(`sabacc.${name}`) ?? usual;
  } catch {
    return usual; // a browser that keeps nothing
  }
}

export function writeSetting(name: string, value: string): void {
  try {
    localStorage.setItem(`sabacc.${name}`, value);
  } catch {
    // it is forgotten with the page
  }
}
