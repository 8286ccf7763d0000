/** Tests read English, unless they ask for something else. */

import { catalogue } from "../src/language/catalogue.svelte";
import english from "../src/language/en";

const pages = import.meta.glob<Record<string, string>>("../../src/sabacc/messages/en/*.json", { eager: true, import: "default" });
catalogue.use("en", Object.assign({}, english, ...Object.values(pages)));
