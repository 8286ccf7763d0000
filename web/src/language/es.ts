/** What the pages say in Spanish. */

import list from "../../../src/sabacc/messages/es/list.json";
import type english from "./en";

export default { ...list } satisfies Record<keyof typeof english, string>;
