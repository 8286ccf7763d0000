/** What the pages say in German. */

import action from "../../../src/sabacc/messages/de/action.json";
import bar from "../../../src/sabacc/messages/de/bar.json";
import caption from "../../../src/sabacc/messages/de/caption.json";
import card from "../../../src/sabacc/messages/de/card.json";
import coach from "../../../src/sabacc/messages/de/coach.json";
import family from "../../../src/sabacc/messages/de/family.json";
import hand from "../../../src/sabacc/messages/de/hand.json";
import item from "../../../src/sabacc/messages/de/item.json";
import learn from "../../../src/sabacc/messages/de/learn.json";
import levels from "../../../src/sabacc/messages/de/levels.json";
import list from "../../../src/sabacc/messages/de/list.json";
import look from "../../../src/sabacc/messages/de/look.json";
import mark from "../../../src/sabacc/messages/de/mark.json";
import menu from "../../../src/sabacc/messages/de/menu.json";
import notice from "../../../src/sabacc/messages/de/notice.json";
import page from "../../../src/sabacc/messages/de/page.json";
import people from "../../../src/sabacc/messages/de/people.json";
import place from "../../../src/sabacc/messages/de/place.json";
import pots from "../../../src/sabacc/messages/de/pots.json";
import question from "../../../src/sabacc/messages/de/question.json";
import result from "../../../src/sabacc/messages/de/result.json";
import scene from "../../../src/sabacc/messages/de/scene.json";
import shell from "../../../src/sabacc/messages/de/shell.json";
import status from "../../../src/sabacc/messages/de/status.json";
import table from "../../../src/sabacc/messages/de/table.json";
import title from "../../../src/sabacc/messages/de/title.json";
import view from "../../../src/sabacc/messages/de/view.json";
import worth from "../../../src/sabacc/messages/de/worth.json";
import type english from "./en";

export default { ...action, ...bar, ...caption, ...card, ...coach, ...family, ...hand, ...item, ...learn, ...levels, ...list, ...look, ...mark, ...menu, ...notice, ...page, ...people, ...place, ...pots, ...question, ...result, ...scene, ...shell, ...status, ...table, ...title, ...view, ...worth } satisfies Record<keyof typeof english, string>;
