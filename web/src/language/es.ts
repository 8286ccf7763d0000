/** What the pages say in Spanish. */

import list from "../../../src/sabacc/messages/es/list.json";
import scene from "../../../src/sabacc/messages/es/scene.json";
import type english from "./en";

export default { ...list, ...scene } satisfies Record<keyof typeof english, string>;
