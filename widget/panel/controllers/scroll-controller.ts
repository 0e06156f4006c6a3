import type { ReactiveController, ReactiveControllerHost } from "lit";

interface ScrollHost extends ReactiveControllerHost {
  readonly renderRoot: ShadowRoot;
}

/** Pixels from the end that still count as being there. */
const NEAR = 48;

interface Place {
  top: number;
  /** Of the room. */
  width: number;
  height: number;
  /** Height of all that scrolls here, when its end was sought last. */
  content: number;
}

const placeOf = ({ scrollTop, clientWidth, clientHeight }: HTMLElement, content: number): Place => ({
  top: scrollTop,
  width: clientWidth,
  height: clientHeight,
  content,
});

/**
 * Keeps the newest message in sight, whatever becomes of the room for it (an on-screen keyboard, a notice, a low
 * window), unless the visitor has scrolled back to read.
 */
export class ScrollController implements ReactiveController {
  /** Whether the reader has scrolled up. */
  away = false;
  readonly #host: ScrollHost;
  /** The list, and the panel's body, which scrolls too where there is next to no room; with how they stood last. */
  #scrollers = new Map<HTMLElement, Place>();
  readonly #room = new ResizeObserver(() => this.#follow());

  constructor(host: ScrollHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#forget();
  }

  hostUpdated(): void {
    const list = this.#list;
    if (list && !this.#scrollers.has(list)) {
      this.#forget();
      for (const element of [list, list.parentElement as HTMLElement]) {
        this.#scrollers.set(element, placeOf(element, 0));
        this.#room.observe(element);
        element.addEventListener("scroll", this.#scrolled, { passive: true });
      }
    }
    this.#follow();
  }

  /** To the newest message, and from there on with it. */
  readonly toLatest = () => {
    this.away = false;
    for (const [element, place] of this.#scrollers) this.#scrollers.set(element, { ...place, content: 0 });
    this.#follow();
    this.#host.requestUpdate();
  };

  get #list(): HTMLElement | null {
    return this.#host.renderRoot.querySelector<HTMLElement>(".transcript:not([hidden])");
  }

  #follow(): void {
    if (this.away || !this.#list) return;
    for (const [element, { content, width, height }] of this.#scrollers) {
      // What has to be done is read from its beginning.
      if (element.querySelector(":scope > .notice")) continue;
      const { scrollHeight, clientWidth, clientHeight } = element;
      // A drawing that adds nothing does not pull back who has just begun to scroll up.
      if (content === scrollHeight && width === clientWidth && height === clientHeight) continue;
      element.scrollTop = scrollHeight;
      this.#scrollers.set(element, placeOf(element, scrollHeight));
    }
  }

  /** Only upwards it is the reader: downwards it may be a message that came between our scrolling and this. */
  readonly #scrolled = ({ target }: Event) => {
    const element = target as HTMLElement;
    const left = element.scrollHeight - element.clientHeight - element.scrollTop;
    const before = this.#scrollers.get(element);
    if (!before) return;
    const place = placeOf(element, before.content);
    // The browser keeps its own place as the room changes.
    if (before.width !== place.width || before.height !== place.height) {
      this.#scrollers.set(element, { ...place, content: 0 });
      return this.#follow();
    }
    this.#scrollers.set(element, place);
    const up = place.top < before.top;
    const away = left >= NEAR && (this.away || up);
    if (away === this.away) return;
    this.away = away;
    this.#host.requestUpdate();
  };

  #forget(): void {
    this.#room.disconnect();
    for (const element of this.#scrollers.keys()) element.removeEventListener("scroll", this.#scrolled);
    this.#scrollers.clear();
  }
}
