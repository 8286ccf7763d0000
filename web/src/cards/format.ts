/** Numbers as people write them. */

export type Sign = "positive" | "negative" | "zero";

export function signOf(value: number): Sign {
  return value > 0 ? "positive" : value < 0 ? "negative" : "zero";
}

/** With a real minus, and a plus where asked for. */
export function formatNumber(value: number, plus = false): string {
  return value < 0 ? `−${-value}` : plus && value > 0 ? `+${value}` : String(value);
}

/** The same for numbers that stand in a text. */
export function withMinus(text: string): string {
  return text.replace(/-(?=\d)/g, "−");
}
