"""The app's icons, drawn from one figure: python web/icons.py writes them into web/public/icons."""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

ICONS = Path(__file__).resolve().parent / "public" / "icons"
HULL = "M32 2 60 18v28L32 62 4 46V18z"
UP, DOWN = "M32 13 44 30H20z", "M32 51 20 34h24z"
COLOURED = (
    f'<path d="{HULL}" fill="#171b20" stroke="#ffb443" stroke-width="3"/>'
    f'<path d="{UP}" fill="#63d692"/><path d="{DOWN}" fill="#ff8174"/>'
)

# name, size, figure, ground, and how much of the width the figure takes: launchers cut maskable icons round
WANTED = (
    ("icon-192", 192, COLOURED, "transparent", 1.0),
    ("icon-512", 512, COLOURED, "transparent", 1.0),
    ("maskable-512", 512, COLOURED, "#0e1114", 0.66),
    ("apple-180", 180, COLOURED, "#0e1114", 0.8),
)


def main() -> None:
    """Draws all icons with Chromium."""
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    ICONS.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, size, figure, ground, share in WANTED:
            page = browser.new_page(viewport={"width": size, "height": size})
            inner, rest = size * share, size * (1 - share) / 2
            svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="{inner}" height="{inner}">{figure}</svg>'
            page.set_content(f'<body style="margin:{rest}px;background:{ground};line-height:0">{svg}</body>')
            page.screenshot(path=ICONS / f"{name}.png", omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
