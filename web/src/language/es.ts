/** What the pages say in Spanish. */

import action from "../../../src/sabacc/messages/es/action.json";
import bar from "../../../src/sabacc/messages/es/bar.json";
import caption from "../../../src/sabacc/messages/es/caption.json";
import card from "../../../src/sabacc/messages/es/card.json";
import coach from "../../../src/sabacc/messages/es/coach.json";
import family from "../../../src/sabacc/messages/es/family.json";
import hand from "../../../src/sabacc/messages/es/hand.json";
import item from "../../../src/sabacc/messages/es/item.json";
import learn from "../../../src/sabacc/messages/es/learn.json";
import levels from "../../../src/sabacc/messages/es/levels.json";
import list from "../../../src/sabacc/messages/es/list.json";
import look from "../../../src/sabacc/messages/es/look.json";
import mark from "../../../src/sabacc/messages/es/mark.json";
import menu from "../../../src/sabacc/messages/es/menu.json";
import notice from "../../../src/sabacc/messages/es/notice.json";
import page from "../../../src/sabacc/messages/es/page.json";
import people from "../../../src/sabacc/messages/es/people.json";
import place from "../../../src/sabacc/messages/es/place.json";
import pots from "../../../src/sabacc/messages/es/pots.json";
import question from "../../../src/sabacc/messages/es/question.json";
import result from "../../../src/sabacc/messages/es/result.json";
import scene from "../../../src/sabacc/messages/es/scene.json";
import shell from "../../../src/sabacc/messages/es/shell.json";
import status from "../../../src/sabacc/messages/es/status.json";
import table from "../../../src/sabacc/messages/es/table.json";
import title from "../../../src/sabacc/messages/es/title.json";
import view from "../../../src/sabacc/messages/es/view.json";
import worth from "../../../src/sabacc/messages/es/worth.json";
import type english from "./en";

export default { ...action, ...bar, ...caption, ...card, ...coach, ...family, ...hand, ...item, ...learn, ...levels, ...list, ...look, ...mark, ...menu, ...notice, ...page, ...people, ...place, ...pots, ...question, ...result, ...scene, ...shell, ...status, ...table, ...title, ...view, ...worth } satisfies Record<keyof typeof english, string>;
