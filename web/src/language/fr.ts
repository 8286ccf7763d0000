/** What the pages say in French. */

import action from "../../../src/sabacc/messages/fr/action.json";
import bar from "../../../src/sabacc/messages/fr/bar.json";
import caption from "../../../src/sabacc/messages/fr/caption.json";
import card from "../../../src/sabacc/messages/fr/card.json";
import coach from "../../../src/sabacc/messages/fr/coach.json";
import family from "../../../src/sabacc/messages/fr/family.json";
import hand from "../../../src/sabacc/messages/fr/hand.json";
import item from "../../../src/sabacc/messages/fr/item.json";
import learn from "../../../src/sabacc/messages/fr/learn.json";
import levels from "../../../src/sabacc/messages/fr/levels.json";
import list from "../../../src/sabacc/messages/fr/list.json";
import look from "../../../src/sabacc/messages/fr/look.json";
import mark from "../../../src/sabacc/messages/fr/mark.json";
import menu from "../../../src/sabacc/messages/fr/menu.json";
import notice from "../../../src/sabacc/messages/fr/notice.json";
import page from "../../../src/sabacc/messages/fr/page.json";
import people from "../../../src/sabacc/messages/fr/people.json";
import place from "../../../src/sabacc/messages/fr/place.json";
import pots from "../../../src/sabacc/messages/fr/pots.json";
import question from "../../../src/sabacc/messages/fr/question.json";
import result from "../../../src/sabacc/messages/fr/result.json";
import scene from "../../../src/sabacc/messages/fr/scene.json";
import shell from "../../../src/sabacc/messages/fr/shell.json";
import status from "../../../src/sabacc/messages/fr/status.json";
import table from "../../../src/sabacc/messages/fr/table.json";
import title from "../../../src/sabacc/messages/fr/title.json";
import view from "../../../src/sabacc/messages/fr/view.json";
import worth from "../../../src/sabacc/messages/fr/worth.json";
import type english from "./en";

export default { ...action, ...bar, ...caption, ...card, ...coach, ...family, ...hand, ...item, ...learn, ...levels, ...list, ...look, ...mark, ...menu, ...notice, ...page, ...people, ...place, ...pots, ...question, ...result, ...scene, ...shell, ...status, ...table, ...title, ...view, ...worth } satisfies Record<keyof typeof english, string>;
