/** Where the pages begin. */

import { mount } from "svelte";
import App from "./App.svelte";
import { catalogue, firstLanguage } from "./language/catalogue.svelte";
import "./fonts.css";
import "./theme.css";
import "./base.css";

await catalogue.load(firstLanguage());
mount(App, { target: document.getElementById("app")! });
