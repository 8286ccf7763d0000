/** What the pages say in French. */

import list from "../../../src/sabacc/messages/fr/list.json";
import type english from "./en";

export default { ...list } satisfies Record<keyof typeof english, string>;
