import type { ReactiveController, ReactiveControllerHost } from "lit";

interface ScrollHost extends ReactiveControllerHost {
  readonly renderRoot: ShadowRoot;
}

/** Pixels from the end that still count as being there. */
const NEAR = 48;

interface Place {
  top: number;
  /** Width of the visible area. */
  width: number;
  height: number;
  /** Height of the whole content when it was last scrolled to its end. */
  content: number;
}

const placeOf = ({ scrollTop, clientWidth, clientHeight }: HTMLElement, content: number): Place => ({
  top: scrollTop,
  width: clientWidth,
  height: clientHeight,
  content,
});

/**
 * Keeps the newest message visible when the space for it changes (an on-screen keyboard, a notice, a low window), unless
 * the visitor has scrolled up to read.
 */
export class ScrollController implements ReactiveController {
  /** Whether the reader has scrolled up. */
  away = false;
  readonly #host: ScrollHost;
  /** The transcript, and the panel's body, which scrolls too in a very low window; each with its last position. */
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
        element.onscroll = this.#scrolled;
      }
    }
    this.#follow();
  }

  /** Scrolls to the newest message, and follows from there on. */
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
      // A notice is read from its beginning.
      if (element.querySelector(":scope > .notice")) continue;
      const { scrollHeight, clientWidth, clientHeight } = element;
      // An update without new content must not pull back a visitor who has just begun to scroll up.
      if (content === scrollHeight && width === clientWidth && height === clientHeight) continue;
      element.scrollTop = scrollHeight;
      this.#scrollers.set(element, placeOf(element, scrollHeight));
    }
  }

  /** Only a scroll upwards is surely the visitor's: downwards may be caused by a message that came meanwhile. */
  readonly #scrolled = ({ target }: Event) => {
    const element = target as HTMLElement;
    const left = element.scrollHeight - element.clientHeight - element.scrollTop;
    const before = this.#scrollers.get(element);
    if (!before) return;
    const place = placeOf(element, before.content);
    // When the size changes, the browser keeps its own scroll position.
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
    for (const element of this.#scrollers.keys()) element.onscroll = null;
    this.#scrollers.clear();
  }
}
