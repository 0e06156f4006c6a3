import { html } from "lit/html.js";
import enTalkButton from "../../i18n/en-talk-button.ts";
import { conversationOf } from "../../session/selectors.ts";
import type { ViewModel } from "../view-model.ts";
import { microphoneIcon } from "./icons.ts";

export { talkButtonStyles as styles } from "./talk-button-styles.ts";

/** A press shorter than this is a tap, milliseconds. */
const TAP_MS = 300;

/**
 * Push-to-talk: the microphone is open while the button is held. After a tap it stays open until the next tap.
 */
export class Hold {
  #since: number | null = null;
  #wasOpen = false;

  /** Opens the microphone. @param open whether it was open before, after a tap */
  press(now: number, open: boolean): void {
    this.#since = now;
    this.#wasOpen = open;
  }

  /** Returns whether the microphone stays open; null if nothing was pressed. */
  release(now: number): boolean | null {
    if (this.#since === null) return null;
    const tapped = now - this.#since < TAP_MS;
    this.#since = null;
    return tapped && !this.#wasOpen;
  }
}

const hold = new Hold();

/** The large push-to-talk button; its text says how to use it. */
export function talkButton({ state, texts, dispatch }: ViewModel) {
  const { holdToTalk, talking } = { ...enTalkButton, ...texts };
  const muted = conversationOf(state)?.muted ?? true;
  // By the events' own time stamps: a busy page receives the events late.
  const press = ({ timeStamp }: Event) => {
    hold.press(timeStamp, !muted);
    dispatch({ type: "mute", muted: false });
  };
  const end = (at: number) => {
    const open = hold.release(at);
    if (open !== null) dispatch({ type: "mute", muted: !open });
  };
  const release = ({ timeStamp }: Event) => end(timeStamp);
  const isKey = (event: KeyboardEvent) => event.key === " " || event.key === "Enter";
  return html`<button
    class="talk"
    part="talk"
    type="button"
    aria-pressed=${!muted}
    @pointerdown=${(event: PointerEvent) => {
      if (event.button !== 0) return;
      try {
        (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
      } catch {
        // No pointer is down: what presses is assistive technology, and its click follows.
        return;
      }
      press(event);
    }}
    @lostpointercapture=${release}
    @contextmenu=${(event: Event) => event.preventDefault()}
    @keydown=${(event: KeyboardEvent) => {
      if (!isKey(event)) return;
      event.preventDefault();
      if (!event.repeat) press(event);
    }}
    @blur=${
      // After a blur the key's release goes to another element.
      () => end(Number.POSITIVE_INFINITY)
    }
    @keyup=${(event: KeyboardEvent) => {
      if (!isKey(event)) return;
      // Firefox would click too.
      event.preventDefault();
      release(event);
    }}
    @click=${
      // Neither by a pointer nor by a key: so screen readers, voice control and switches press. It counts as a tap.
      ({ detail }: MouseEvent) => detail || dispatch({ type: "mute", muted: !muted })
    }
  >
    ${microphoneIcon}<span>${muted ? holdToTalk : talking}</span>
  </button>`;
}
