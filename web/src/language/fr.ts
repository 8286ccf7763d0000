/** What the pages say in French. */

import list from "../../../src/sabacc/messages/fr/list.json";
import scene from "../../../src/sabacc/messages/fr/scene.json";
import type english from "./en";

export default { ...list, ...scene } satisfies Record<keyof typeof english, string>;
