/** What the pages say in French. */

import action from "../../../src/sabacc/messages/fr/action.json";
import bar from "../../../src/sabacc/messages/fr/bar.json";
import caption from "../../../src/sabacc/messages/fr/caption.json";
import card from "../../../src/sabacc/messages/fr/card.json";
import family from "../../../src/sabacc/messages/fr/family.json";
import hand from "../../../src/sabacc/messages/fr/hand.json";
import levels from "../../../src/sabacc/messages/fr/levels.json";
import list from "../../../src/sabacc/messages/fr/list.json";
import notice from "../../../src/sabacc/messages/fr/notice.json";
import people from "../../../src/sabacc/messages/fr/people.json";
import pots from "../../../src/sabacc/messages/fr/pots.json";
import question from "../../../src/sabacc/messages/fr/question.json";
import result from "../../../src/sabacc/messages/fr/result.json";
import scene from "../../../src/sabacc/messages/fr/scene.json";
import status from "../../../src/sabacc/messages/fr/status.json";
import view from "../../../src/sabacc/messages/fr/view.json";
import worth from "../../../src/sabacc/messages/fr/worth.json";
import type english from "./en";

export default { ...action, ...bar, ...caption, ...card, ...family, ...hand, ...levels, ...list, ...notice, ...people, ...pots, ...question, ...result, ...scene, ...status, ...view, ...worth } satisfies Record<keyof typeof english, string>;
