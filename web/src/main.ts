/** Where the pages begin. */

import { mount } from "svelte";
import App from "./App.svelte";
import { catalogue, firstLanguage } from "./language/catalogue.svelte";
import { readSetting } from "./shell/settings";
import "./fonts.css";
import "./theme.css";
import "./base.css";

await catalogue.load(firstLanguage());
mount(App, { target: document.getElementById("app")! });

// Only where browsers trust the connection; over plain HTTP in the network there is none, and nothing is missed.
if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js").catch(() => {});

// The server may have forgotten that this browser takes messages.
if (readSetting("push", "off") === "on") void import("./shell/push.svelte").then(({ push }) => push.look());
