/** What the pages say in Spanish. */

import list from "../../../src/sabacc/messages/es/list.json";
import people from "../../../src/sabacc/messages/es/people.json";
import scene from "../../../src/sabacc/messages/es/scene.json";
import type english from "./en";

export default { ...list, ...people, ...scene } satisfies Record<keyof typeof english, string>;
