import type { ElementSession } from "../session/element-session.ts";
import { inCall } from "../session/selectors.ts";

/** The lock that the widget holds whose visitor talks, of all tabs of this site. */
export const CALL_LOCK = "voice-widget:call";
/** In local storage while a tab talks: a click cannot wait for what the browser says of the lock. A crash leaves it there. */
const CALL_MARK = CALL_LOCK;

/** This page's name. As the mark's text: who takes over leaves a mark of their own. */
export const PAGE_ID = `${Math.random()}`;

/** Widgets of this page that talk. */
let talking = 0;

/** Whether another tab of this site may be talking. */
export const mayTalkElsewhere = (): boolean => !talking && !!marks((storage) => storage.getItem(CALL_MARK));

/** For a call that another tab's gives way to. */
export const forgetOtherTab = (): void => marks((storage) => storage.removeItem(CALL_MARK));

/** Lets one widget of the browser talk at a time: two agents would hear each other. Who begins takes over. */
export class ExclusiveSpeaker {
  readonly #session: ElementSession;
  readonly #end: () => void;
  #talks = false;
  #release: (() => void) | undefined;
  /** Until when the newest call holds the lock; `undefined` once another widget has taken it, whose mark is not ours to remove. */
  #held: Promise<void> | undefined;

  /** @param end called when another widget begins to talk */
  constructor(session: ElementSession, end: () => void) {
    this.#session = session;
    this.#end = end;
  }

  update(): void {
    const talks = !this.#session.starting && inCall(this.#session.state);
    if (talks === this.#talks) return;
    this.#talks = talks;
    this.#release?.();
    talking += talks ? 1 : -1;
    marks((storage) => {
      if (talks) storage.setItem(CALL_MARK, PAGE_ID);
      // A tab may see what another has stored a moment late.
      else if (this.#held && !talking && storage.getItem(CALL_MARK) === PAGE_ID) storage.removeItem(CALL_MARK);
    });
    if (!talks) return;
    const held = new Promise<void>((release) => {
      this.#release = release;
    });
    this.#held = held;
    navigator.locks
      ?.request(CALL_LOCK, { steal: true }, () => held)
      .catch(({ name }: Error) => {
        if (name !== "AbortError" || held !== this.#held) return;
        this.#held = undefined;
        this.#end();
      });
  }
}

/** Storage may be forbidden: then nobody is asked, and the last call wins. */
function marks<Value>(use: (storage: Storage) => Value): Value | undefined {
  try {
    return use(localStorage);
  } catch {}
}
