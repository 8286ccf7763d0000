/** Looking for hands. */

/** What somebody looks for among their hands. */
export interface HandSearch {
  preset: string;
  outcome: string;
  opponent: string;
  text: string;
  from: string; // days, as a browser's date field has them
  to: string;
}
export const ALL_HANDS: HandSearch = { preset: "", outcome: "", opponent: "", text: "", from: "", to: "" };

/** The search as the server reads it; days are this browser's, and the last one counts whole. */
export function searchQuery(search: HandSearch, before: string | null, limit: number): string {
  const query = new URLSearchParams({ limit: String(limit) });
  for (const key of ["preset", "outcome", "opponent", "text"] as const) if (search[key].trim()) query.set(key, search[key].trim());
  if (search.from) query.set("from", String(new Date(`${search.from}T00:00:00`).getTime()));
  if (search.to) query.set("to", String(dayAfter(search.to)));
  if (before) query.set("before", before);
  return query.toString();
}

function dayAfter(day: string): number {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + 1);
  return date.getTime();
}
