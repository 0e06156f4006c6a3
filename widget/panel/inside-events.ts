import { LazyChunk } from "./lazy-chunk.ts";

/** For pages that prevent what happens in the widget before it can. */
const makeGoodChunk = new LazyChunk(() => import("./make-good.ts"));

/** How soon after a press inside the page may not take the focus away by itself, milliseconds. */
const TAKEN_MS = 1_000;
/** Nobody inside listens to these, and reading all of a wheel event would cost a layout. */
const UNHEARD = /^(wheel|touch|drag|drop|select)/;
/** What the browser does by itself on a click, also where no handler hears it. */
const ACTIVE = "a,input,label,select,summary";
const FOCUSABLE = "a,button,input,select,textarea,[tabindex]";

/** What begins inside the panel alone: it is heard from then on that the panel is there. */
const OF_PANEL =
  "compositionstart compositionupdate compositionend touchstart touchmove touchcancel drag dragstart dragend dragenter dragover dragleave drop selectstart";

/** Has `keep` hear those until `signal`. */
export function listenInside(keep: (event: Event) => void, signal: AbortSignal): void {
  for (const type of OF_PANEL.split(" ")) addEventListener(type, keep, { signal, capture: true });
}

/**
 * Keeps events inside the widget, as a frame would: the returned function is called at the window, before any handler of the
 * page's document. The page hears nothing; what listens inside gets a copy that cannot leave its shadow root. What handlers
 * prevented that came before even this one is made good. See docs/decisions/0073-on-any-page.md.
 */
export function insideEvents(element: HTMLElement): (event: Event) => void {
  /** When the visitor pressed something inside; long ago from their next act on. Zero would be the page's own beginning. */
  let pressed = -TAKEN_MS;
  let finger = { x: 0, y: 0 };

  function isInside(node: EventTarget | null): boolean {
    // Not by `instanceof`: pages have a `Node` of their own.
    const root = (node as Partial<Node> | null)?.getRootNode?.();
    return root instanceof ShadowRoot && (root.host === element || isInside(root.host));
  }

  return (event) => {
    const { type } = event;
    const path = event.composedPath();
    const target = path[0] as HTMLElement;
    const { relatedTarget } = event as FocusEvent;
    if (/down$/.test(type)) pressed = -TAKEN_MS;
    if (!isInside(target)) {
      // The page's own element loses the focus to the widget: into a frame, it would learn of no other element.
      if (/^(blur|focusout)$/.test(type) && relatedTarget === element) {
        event.stopImmediatePropagation();
        target.dispatchEvent(copyOf(event, { composed: true, relatedTarget: null }));
      }
      return;
    }
    if (type === "click") {
      const root = element.shadowRoot as ShadowRoot;
      let reached = false;
      const arrive = () => {
        reached = true;
      };
      root.addEventListener(type, arrive, true);
      setTimeout(() => {
        root.removeEventListener(type, arrive, true);
        // A handler of the page swallowed it.
        if (!reached && (event.defaultPrevented || !target.closest(ACTIVE))) target.dispatchEvent(copyOf(event));
      });
      return;
    }
    const prevented = event.defaultPrevented;
    event.stopImmediatePropagation();
    // The browser would leave the page for a file that is dropped here, and with it the conversation.
    const hasFiles = (event as DragEvent).dataTransfer?.types.includes("Files");
    if (hasFiles || (!UNHEARD.test(type) && !target.dispatchEvent(copyOf(event)))) return event.preventDefault();
    if (type === "mousedown") {
      pressed = event.timeStamp;
      element.dispatchEvent(copyOf(event, { composed: true }));
      // At once: the next key goes to what has the focus.
      if (prevented) (path as HTMLElement[]).find((node) => node.matches?.(FOCUSABLE))?.focus();
    }
    if (type === "focusout" && relatedTarget && !isInside(relatedTarget) && event.timeStamp - pressed < TAKEN_MS) {
      pressed = -TAKEN_MS;
      setTimeout(() => target.focus());
    }
    const { clientX: x = 0, clientY: y = 0 } = (event as TouchEvent).touches?.[0] ?? {};
    const moved = [finger.x - x, finger.y - y] as const;
    finger = { x, y };
    if (!prevented) return;
    const pasted = (event as ClipboardEvent).clipboardData?.getData("text") ?? "";
    void makeGoodChunk.load().then((chunk) => chunk?.makeGood({ event, path, moved, pasted }));
  };
}

/** Else a `get` that the page gave to all objects would be one of this property. */
const own = (value: unknown) => ({ __proto__: null, value }) as PropertyDescriptor;

/** A copy that stays in its shadow root, unless `changes` say otherwise. */
function copyOf(event: Event, changes: EventInit & FocusEventInit = {}): Event {
  const init: Record<string, unknown> = {};
  // Not by a spread: an event's properties stand on its prototype.
  for (const name in event) init[name] = event[name as keyof Event];
  // No KeyboardEvent: Firefox composes each, whatever it is told, and WebKit moves the focus on a Tab that a script made. No
  // Event: MooTools and others have one of their own.
  const Constructor = event instanceof KeyboardEvent ? CustomEvent : (event.constructor as typeof Event);
  const copy = new Constructor(event.type, { ...init, composed: false, ...changes });
  for (const name in init) if (!(name in copy)) Object.defineProperty(copy, name, own(init[name]));
  // Late where the page is busy.
  Object.defineProperty(copy, "timeStamp", own(event.timeStamp));
  return copy;
}
