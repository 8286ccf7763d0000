/** What the pages say in English. */

import action from "../../../src/sabacc/messages/en/action.json";
import bar from "../../../src/sabacc/messages/en/bar.json";
import caption from "../../../src/sabacc/messages/en/caption.json";
import card from "../../../src/sabacc/messages/en/card.json";
import coach from "../../../src/sabacc/messages/en/coach.json";
import family from "../../../src/sabacc/messages/en/family.json";
import hand from "../../../src/sabacc/messages/en/hand.json";
import item from "../../../src/sabacc/messages/en/item.json";
import learn from "../../../src/sabacc/messages/en/learn.json";
import levels from "../../../src/sabacc/messages/en/levels.json";
import list from "../../../src/sabacc/messages/en/list.json";
import look from "../../../src/sabacc/messages/en/look.json";
import mark from "../../../src/sabacc/messages/en/mark.json";
import menu from "../../../src/sabacc/messages/en/menu.json";
import notice from "../../../src/sabacc/messages/en/notice.json";
import page from "../../../src/sabacc/messages/en/page.json";
import people from "../../../src/sabacc/messages/en/people.json";
import place from "../../../src/sabacc/messages/en/place.json";
import pots from "../../../src/sabacc/messages/en/pots.json";
import question from "../../../src/sabacc/messages/en/question.json";
import result from "../../../src/sabacc/messages/en/result.json";
import scene from "../../../src/sabacc/messages/en/scene.json";
import shell from "../../../src/sabacc/messages/en/shell.json";
import status from "../../../src/sabacc/messages/en/status.json";
import table from "../../../src/sabacc/messages/en/table.json";
import title from "../../../src/sabacc/messages/en/title.json";
import view from "../../../src/sabacc/messages/en/view.json";
import worth from "../../../src/sabacc/messages/en/worth.json";

export default { ...action, ...bar, ...caption, ...card, ...coach, ...family, ...hand, ...item, ...learn, ...levels, ...list, ...look, ...mark, ...menu, ...notice, ...page, ...people, ...place, ...pots, ...question, ...result, ...scene, ...shell, ...status, ...table, ...title, ...view, ...worth };
