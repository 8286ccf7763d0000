/** Numbers and times as the reader's language writes them. */

import { catalogue } from "./catalogue.svelte";

/** A count, such as 359,500. */
export function formatCount(count: number): string {
  return formatted(count, {});
}

/** With as many digits after the point as there are, up to `digits`, and a sign where asked for. */
export function formatDecimal(value: number, digits: number, plus = false): string {
  return formatted(Number(value.toFixed(digits)) || 0, { maximumFractionDigits: digits, useGrouping: false, signDisplay: plus ? "exceptZero" : "auto" });
}

/** With exactly so many digits after the point. */
export function formatFixed(value: number, digits: number): string {
  return formatted(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A share of all, with two digits that say something. */
export function formatShare(share: number): string {
  return formatted(share, { style: "percent", maximumSignificantDigits: 2 });
}

function formatted(value: number, options: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(catalogue.language, options).format(value).replace("-", "−");
}

/** A day and the time of day, as the browser's own country writes it if it speaks the language. */
export function formatTime(at: number): string {
  const country = navigator.languages.find((one) => one.split("-")[0] === catalogue.language);
  return new Intl.DateTimeFormat(country ?? catalogue.language, { dateStyle: "medium", timeStyle: "short" }).format(at);
}
