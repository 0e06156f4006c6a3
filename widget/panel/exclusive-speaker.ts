import type { ElementSession } from "../session/element-session.ts";
import { conversationOf } from "../session/selectors.ts";

/** Sent between all widgets of a page, whichever copy of the script they come from; `detail` is the element that speaks. */
const SPEAKING_EVENT = "voice-widget:speaks";

/** Lets only one widget of the page speak at a time: two agents would hear each other. */
export class ExclusiveSpeaker {
  readonly #element: HTMLElement;
  readonly #session: ElementSession;
  readonly #end: () => void;
  #speaks = false;

  /** @param end called when another widget of the page begins to speak */
  constructor(element: HTMLElement, session: ElementSession, end: () => void) {
    this.#element = element;
    this.#session = session;
    this.#end = end;
  }

  /** Until the signal aborts. */
  listen(signal: AbortSignal): void {
    const heard = (event: Event) => {
      if ((event as CustomEvent<HTMLElement>).detail !== this.#element && this.#speaks) this.#end();
    };
    document.addEventListener(SPEAKING_EVENT, heard, { signal });
  }

  update(): void {
    const speaks = conversationOf(this.#session.state)?.input === "voice";
    const begins = speaks && !this.#speaks;
    this.#speaks = speaks;
    if (begins) document.dispatchEvent(new CustomEvent(SPEAKING_EVENT, { detail: this.#element }));
  }
}
