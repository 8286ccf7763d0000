/** What the pages say in German. */

import list from "../../../src/sabacc/messages/de/list.json";
import type english from "./en";

export default { ...list } satisfies Record<keyof typeof english, string>;
