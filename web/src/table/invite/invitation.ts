/** The link to a table: shared by the system's own sheet, or shown as a QR code. */

import { messages } from "../../shell/messages.svelte";

export const canShare = "share" in navigator;

/** The address of a table, as friends open it. */
export function tableLink(id: string): string {
  return `${location.origin}/table/${id}`;
}

/** The picture of the link, which the server draws. */
export function qrAddress(id: string): string {
  return `/api/tables/${encodeURIComponent(id)}/qr?origin=${encodeURIComponent(location.origin)}`;
}

export async function shareLink(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title: `Sabacc: ${title}`, url });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) messages.error(error);
  }
}
