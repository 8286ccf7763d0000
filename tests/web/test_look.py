"""How one likes it: faces of cards, the colour of the table, the theme of the system, volume."""

from __future__ import annotations

from collections.abc import Callable

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
from playwright.sync_api import expect

from tests.web.axe import violations
from tests.web.players import DESK, PHONE, Player, party

Meet = Callable[..., Player]


@pytest.mark.parametrize("preset", ["classic", "corellian-house", "coruscant-shift"])
def test_cards_have_the_faces_that_one_likes(meet: Meet, preset: str) -> None:
    player = meet(viewport=PHONE)
    with party(player, preset) as table:
        table.until(lambda me: bool(me.question))
        own = player.page.get_by_role("group", name="Your cards", exact=True)
        values = [text.replace("+", "") for text in own.locator("text.top").all_text_contents()]
        player.open_menu().get_by_label("Cards", exact=True).select_option("Large print")
        player.page.keyboard.press("Escape")
        large = own.locator("text.giant")
        expect(large).to_have_text([value.lstrip("−") for value in values])
        signs = own.locator(".card:has(path.arrow[d='M24 40L5 8h38z'])")
        expect(signs).to_have_count(sum(value.startswith("−") for value in values))
        assert violations(player.page) == []
        player.open_menu().get_by_label("Cards", exact=True).select_option("Four colours")
        player.page.keyboard.press("Escape")
        expect(large).to_have_count(0)
        expect(own.locator("text.top")).to_have_count(len(values))
        assert violations(player.page) == []


def test_each_suit_has_a_colour_of_its_own(meet: Meet) -> None:
    player = meet(viewport=DESK)
    player.context.add_init_script("localStorage.setItem('sabacc.faces', 'four')")
    player.page.goto("/page/cards")
    card = player.page.locator(".card[class*=suit]")
    expect(card.first).to_be_visible()
    tints = "(all) => [...new Set(all.map((one) => getComputedStyle(one.querySelector('.edge')).stroke))].length"
    assert (
        player.page.locator(".card:is(.suit1, .suit2, .suit3, .suit4):not(.selected, .field, .winning)").evaluate_all(
            tints
        )
        == 4
    )


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("felt", ["night", "wine", "pine", "sand"])
def test_what_stands_on_the_table_can_be_read(meet: Meet, felt: str, theme: str) -> None:
    player = meet(viewport=DESK)
    player.context.add_init_script(
        f"localStorage.setItem('sabacc.felt', '{felt}'); localStorage.setItem('sabacc.theme', '{theme}')"
    )
    player.sit(player.make("classic", bots=[], fill_to=0, seats=2))
    ratio = player.page.evaluate(CONTRAST)
    assert ratio >= 4.5, ratio


# The least contrast of the inks of the table's middle with the lightest and the darkest part of the felt.
CONTRAST = """() => {
    const paper = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const parts = (colour) => {
        paper.fillStyle = colour;
        paper.fillRect(0, 0, 1, 1);
        return [...paper.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const light = (colour) => {
        const [r, g, b] = parts(colour).map((one) => (one /= 255) <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const probe = document.body.appendChild(document.createElement("i"));
    const shown = (value) => ((probe.style.color = value), getComputedStyle(probe).color);
    const inks = ["--text", "--text-muted", "--amber", "--violet"].map((name) => light(shown(`var(${name})`)));
    const mixed = ["var(--raised), var(--felt) 55%", "var(--surface), var(--felt) 40%"];
    const grounds = mixed.map((mix) => light(shown(`color-mix(in oklab, ${mix})`)));
    return Math.min(...inks.flatMap((ink) => grounds.map((on) => (Math.max(ink, on) + 0.05) / (Math.min(ink, on) + 0.05))));
}"""


def test_the_theme_follows_the_system_until_one_chooses(meet: Meet) -> None:
    player = meet(viewport=PHONE)
    page = player.page
    page.goto("/account")
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    page.emulate_media(color_scheme="light")
    expect(root).to_have_attribute("data-theme", "light")
    page.get_by_label("Theme", exact=True).select_option("Dark")
    expect(root).to_have_attribute("data-theme", "dark")
    page.get_by_role("slider", name="Volume").fill("40")
    page.reload()
    expect(root).to_have_attribute("data-theme", "dark")
    expect(page.get_by_role("slider", name="Volume")).to_have_value("40")
