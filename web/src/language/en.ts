/** What the pages say in English. */

import list from "../../../src/sabacc/messages/en/list.json";

export default { ...list };
