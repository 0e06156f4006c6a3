/**
 * Browsers that translate a page put each text into a `<font>` element. Lit writes a changed text to what follows its mark, which
 * is the element then: the reader would see the old one for ever.
 */
export function keepTranslatedTextsCurrent(): void {
  Object.defineProperty(HTMLFontElement.prototype, "data", {
    set(this: HTMLFontElement, text: string) {
      this.textContent = text;
    },
  });
}

/** Where Lit keeps what it knows of an element that it has drawn into; the name is the same in all of its versions. */
const DRAWN = "_$litPart$";

/** Draws an element again from nothing, as where Firefox has translated it: Lit's marks are gone then, and it finds no place any more. */
export function forgetDrawn(element: HTMLElement): void {
  element.replaceChildren();
  delete (element as { [DRAWN]?: unknown })[DRAWN];
}
