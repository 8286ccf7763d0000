/** What the pages say in English. */

import list from "../../../src/sabacc/messages/en/list.json";
import people from "../../../src/sabacc/messages/en/people.json";
import scene from "../../../src/sabacc/messages/en/scene.json";

export default { ...list, ...people, ...scene };
