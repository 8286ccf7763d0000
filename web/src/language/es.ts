/** What the pages say in Spanish. */

import action from "../../../src/sabacc/messages/es/action.json";
import bar from "../../../src/sabacc/messages/es/bar.json";
import caption from "../../../src/sabacc/messages/es/caption.json";
import card from "../../../src/sabacc/messages/es/card.json";
import family from "../../../src/sabacc/messages/es/family.json";
import hand from "../../../src/sabacc/messages/es/hand.json";
import levels from "../../../src/sabacc/messages/es/levels.json";
import list from "../../../src/sabacc/messages/es/list.json";
import notice from "../../../src/sabacc/messages/es/notice.json";
import people from "../../../src/sabacc/messages/es/people.json";
import pots from "../../../src/sabacc/messages/es/pots.json";
import question from "../../../src/sabacc/messages/es/question.json";
import result from "../../../src/sabacc/messages/es/result.json";
import scene from "../../../src/sabacc/messages/es/scene.json";
import status from "../../../src/sabacc/messages/es/status.json";
import view from "../../../src/sabacc/messages/es/view.json";
import worth from "../../../src/sabacc/messages/es/worth.json";
import type english from "./en";

export default { ...action, ...bar, ...caption, ...card, ...family, ...hand, ...levels, ...list, ...notice, ...people, ...pots, ...question, ...result, ...scene, ...status, ...view, ...worth } satisfies Record<keyof typeof english, string>;
