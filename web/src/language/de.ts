/** What the pages say in German. */

import list from "../../../src/sabacc/messages/de/list.json";
import scene from "../../../src/sabacc/messages/de/scene.json";
import type english from "./en";

export default { ...list, ...scene } satisfies Record<keyof typeof english, string>;
