/** What the pages say in English. */

import action from "../../../src/sabacc/messages/en/action.json";
import bar from "../../../src/sabacc/messages/en/bar.json";
import caption from "../../../src/sabacc/messages/en/caption.json";
import card from "../../../src/sabacc/messages/en/card.json";
import family from "../../../src/sabacc/messages/en/family.json";
import hand from "../../../src/sabacc/messages/en/hand.json";
import levels from "../../../src/sabacc/messages/en/levels.json";
import list from "../../../src/sabacc/messages/en/list.json";
import notice from "../../../src/sabacc/messages/en/notice.json";
import people from "../../../src/sabacc/messages/en/people.json";
import pots from "../../../src/sabacc/messages/en/pots.json";
import question from "../../../src/sabacc/messages/en/question.json";
import result from "../../../src/sabacc/messages/en/result.json";
import scene from "../../../src/sabacc/messages/en/scene.json";
import status from "../../../src/sabacc/messages/en/status.json";
import view from "../../../src/sabacc/messages/en/view.json";
import worth from "../../../src/sabacc/messages/en/worth.json";

export default { ...action, ...bar, ...caption, ...card, ...family, ...hand, ...levels, ...list, ...notice, ...people, ...pots, ...question, ...result, ...scene, ...status, ...view, ...worth };
