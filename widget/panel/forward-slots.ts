const SLOTS = ["header", "footer"];

/** Forwards the element's slots to the panel's, but only filled ones: an empty slot would hide our own content. */
export function forwardSlots(element: HTMLElement, panel: HTMLElement): void {
  for (const name of SLOTS) {
    const filled = `:scope > [slot="${name}"]`;
    const forwarded = panel.querySelector(filled);
    const wanted = element.querySelector(filled);
    if (wanted && !forwarded) {
      const slot = document.createElement("slot");
      slot.slot = slot.name = name;
      panel.append(slot);
    } else if (!wanted) {
      forwarded?.remove();
    }
  }
}
