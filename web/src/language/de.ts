/** What the pages say in German. */

import list from "../../../src/sabacc/messages/de/list.json";
import people from "../../../src/sabacc/messages/de/people.json";
import scene from "../../../src/sabacc/messages/de/scene.json";
import type english from "./en";

export default { ...list, ...people, ...scene } satisfies Record<keyof typeof english, string>;
