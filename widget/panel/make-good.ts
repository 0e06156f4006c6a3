/** What an event said while it was under way: some of it is gone afterwards. */
export interface Prevented {
  readonly event: Event;
  /** From the innermost node on. */
  readonly path: readonly EventTarget[];
  /** How far the finger has moved, as a wheel's delta. */
  readonly moved: readonly [left: number, top: number];
  readonly pasted: string;
}

const FOCUSABLE = "a,button,input,select,textarea,[tabindex]";
/** A finger that went further than this scrolled, pixels. */
const TAP = 10;

/** How far the finger has gone since the touch began, where the page prevents that, too; pixels. */
let way = 0;

/** Does what the browser would have done, had no handler of the page prevented it. */
export function makeGood({ event, path, moved, pasted }: Prevented): void {
  const elements = path.filter((node) => node instanceof HTMLElement);
  if (event.type === "keydown") typeKey(event as KeyboardEvent);
  if (event.type === "paste") document.execCommand("insertText", false, pasted);
  if (event.type === "touchstart") way = 0;
  if (event.type === "touchmove") {
    way += Math.hypot(...moved);
    scroll(elements, ...moved);
  }
  if (event.type === "touchend") {
    if (way < TAP) tap(elements);
    way = 0;
  }
  if (event.type !== "wheel") return;
  const { deltaX, deltaY, deltaMode } = event as WheelEvent;
  const unit = [1, 16, innerHeight][deltaMode] ?? 1;
  scroll(elements, deltaX * unit, deltaY * unit);
}

/** Through the browser's own editing, so that it can be undone and is heard as input. */
function typeKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
  if (ctrlKey || metaKey || altKey) return;
  if (key === "Backspace") document.execCommand("delete");
  else if (key === "Delete") document.execCommand("forwardDelete");
  else if (key.length === 1 || key === "Enter") document.execCommand("insertText", false, key[1] ? "\n" : key);
}

/** A touch that is prevented becomes no click. What the page makes of it itself, as FastClick does, reaches the element alone. */
function tap(elements: readonly HTMLElement[]): void {
  elements.find((node) => node.matches(FOCUSABLE))?.focus();
  elements[0]?.click();
}

/** Scrolls the innermost area that can move that way; the widget's own edge is the last one. */
function scroll(elements: readonly HTMLElement[], left: number, top: number): void {
  for (const area of elements) {
    if (area.shadowRoot?.querySelector(".root")) return;
    const { scrollLeft, scrollTop } = area;
    if (/auto|scroll/.test(getComputedStyle(area).overflow)) area.scrollBy({ left, top, behavior: "instant" });
    if (area.scrollLeft !== scrollLeft || area.scrollTop !== scrollTop) return;
  }
}
