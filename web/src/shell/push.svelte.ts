/** Messages to this browser when its pages are closed or behind others: off until somebody wants them. */

import { api } from "../api";
import { t } from "../language/catalogue.svelte";
import { messages } from "./messages.svelte";
import { readSetting, writeSetting } from "./settings";

type State = "unknown" | "impossible" | "blocked" | "off" | "on";

class Push {
  state = $state<State>("unknown");
  busy = $state(false);
  #key = "";

  /** Whether there can be messages, and whether there are any. A browser that takes them says so again on each visit. */
  async look(): Promise<void> {
    if (this.state !== "unknown") return;
    this.state = "impossible";
    if (!("PushManager" in window) || !("Notification" in window) || !(await navigator.serviceWorker?.getRegistration())) return;
    const { key } = await api.get<{ key: string | null }>("/push").catch(() => ({ key: null }));
    if (!key) return;
    this.#key = key;
    const allowed = await permission();
    this.state = allowed === "denied" ? "blocked" : "off";
    if (allowed === "granted" && wanted()) await this.#subscribe().catch(() => (this.state = "off"));
  }

  /** Somebody wants them: the browser asks whether it may. */
  async enable(): Promise<void> {
    this.busy = true;
    try {
      const allowed = await Notification.requestPermission();
      if (allowed !== "granted") {
        this.state = allowed === "denied" ? "blocked" : "off";
        return;
      }
      await this.#subscribe();
      writeSetting("push", "on");
    } catch (error) {
      if (error instanceof DOMException) messages.toast(t("look.push-failed"));
      else messages.error(error);
    } finally {
      this.busy = false;
    }
  }

  async disable(): Promise<void> {
    this.busy = true;
    writeSetting("push", "off");
    try {
      await (await (await navigator.serviceWorker.ready).pushManager.getSubscription())?.unsubscribe();
      await api.delete("/push");
      this.state = "off";
    } catch (error) {
      messages.error(error);
    } finally {
      this.busy = false;
    }
  }

  /** Whoever comes next to this browser decides for themselves; the server has forgotten it with the session. */
  forget(): void {
    writeSetting("push", "off");
    if (this.state === "on") this.state = "off";
  }

  async #subscribe(): Promise<void> {
    const { pushManager } = await navigator.serviceWorker.ready;
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: this.#key });
    const { endpoint, keys } = subscription.toJSON();
    await api.put("/push", { endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
    this.state = "on";
  }
}

/** Whether the browser lets us. */
async function permission(): Promise<PermissionState> {
  return (await navigator.permissions.query({ name: "notifications" })).state;
}

function wanted(): boolean {
  return readSetting("push", "off") === "on";
}

export const push = new Push();
