/** Dragging with a mouse, a finger or a pen: a card follows the pointer once it has gone far enough to be no tap. */

interface Follower {
  start(at: number): boolean; // the how-manieth child was taken hold of; whether it can be dragged
  move(over: string): void; // the `data-drop` of what is under the pointer, or nothing
  end(over: string): void;
}

const NO_TAP = 8; // pixels

/** Gives back the way to stop. */
export function followPointer(row: HTMLElement, follower: Follower): () => void {
  let card: HTMLElement | null = null; // the child that is held
  let ghost: HTMLElement | null = null; // what follows the pointer
  let from = { x: 0, y: 0 };

  function down(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) return;
    card = childUnder(row, event.target as Element);
    from = { x: event.clientX, y: event.clientY };
    listen("addEventListener");
  }

  function move(event: PointerEvent): void {
    if (!card) return;
    if (!ghost) {
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < NO_TAP) return;
      if (!follower.start([...row.children].indexOf(card))) return letGo();
      ghost = ghostOf(card);
    }
    ghost.style.translate = `${event.clientX - from.x}px ${event.clientY - from.y}px`;
    follower.move(spotUnder(event));
  }

  function up(event: PointerEvent): void {
    if (ghost) {
      addEventListener("click", swallow, { capture: true, once: true }); // the end of a drag is no tap
      setTimeout(() => removeEventListener("click", swallow, { capture: true }));
      follower.end(event.type === "pointerup" ? spotUnder(event) : "");
    }
    letGo();
  }

  function letGo(): void {
    ghost?.remove();
    card = ghost = null;
    listen("removeEventListener");
  }

  /** On the window, since a quick pointer is out of the row at once. */
  function listen(how: "addEventListener" | "removeEventListener"): void {
    window[how]("pointermove", move as EventListener);
    window[how]("pointerup", up as EventListener);
    window[how]("pointercancel", up as EventListener);
  }

  row.addEventListener("pointerdown", down);
  row.addEventListener("dragstart", swallow);
  row.style.userSelect = "none";
  return () => {
    letGo();
    row.removeEventListener("pointerdown", down);
    row.removeEventListener("dragstart", swallow);
  };
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

function childUnder(row: HTMLElement, element: Element): HTMLElement | null {
  const child = [...row.children].find((one) => one.contains(element));
  return child instanceof HTMLElement ? child : null;
}

function ghostOf(card: HTMLElement): HTMLElement {
  const { left, top, width, height } = card.getBoundingClientRect();
  const ghost = card.cloneNode(true) as HTMLElement;
  ghost.removeAttribute("id");
  ghost.setAttribute("aria-hidden", "true");
  ghost.inert = true;
  Object.assign(ghost.style, {
    position: "fixed", left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px`, margin: "0",
    zIndex: "50", pointerEvents: "none", transition: "none", transform: "none", rotate: "-3deg",
  });
  ghost.style.setProperty("--card-width", `${width}px`);
  document.body.append(ghost);
  return ghost;
}

function spotUnder(event: PointerEvent): string {
  const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-drop]");
  return under?.dataset.drop ?? "";
}
