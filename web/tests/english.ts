/** Tests read English, unless they ask for something else. */

import { catalogue } from "../src/language/catalogue.svelte";
import english from "../src/language/en";

catalogue.use("en", english);
