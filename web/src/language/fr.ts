/** What the pages say in French. */

import list from "../../../src/sabacc/messages/fr/list.json";
import people from "../../../src/sabacc/messages/fr/people.json";
import scene from "../../../src/sabacc/messages/fr/scene.json";
import type english from "./en";

export default { ...list, ...people, ...scene } satisfies Record<keyof typeof english, string>;
