/** What people call the browser that calls itself something long. */

import { t } from "../../language/catalogue.svelte";

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/HeadlessChrome\/|Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, "Android"],
  [/iPhone|iPad/, "iOS"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
];

export function browserName(label: string): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(label))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(label))?.[1];
  if (!browser) return label || t("account.a-browser");
  return system ? t("account.browser-on", { browser, system }) : browser;
}
