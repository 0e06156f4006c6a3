import { html } from "lit";
import { openOf } from "../../session/selectors.ts";
import type { ViewModel } from "../view-model.ts";
import { microphoneIcon } from "./icons.ts";

export { talkButtonStyles as styles } from "./talk-button-styles.ts";

/** A press shorter than this is a tap, milliseconds. */
const TAP_MS = 300;

/**
 * Push-to-talk: the microphone is open while the button is held. A tap does it too: the microphone stays open until
 * the next tap.
 */
export class Hold {
  #since: number | null = null;
  #latched = false;

  /** Answers whether the microphone is open now. */
  press(now: number): boolean {
    this.#since = now;
    return true;
  }

  release(now: number): boolean {
    if (this.#since === null) return this.#latched;
    const tapped = now - this.#since < TAP_MS;
    this.#since = null;
    this.#latched = tapped && !this.#latched;
    return this.#latched;
  }
}

const hold = new Hold();

/** The one large button of push-to-talk; it says how it is used. */
export function talkButton({ state, texts, dispatch }: ViewModel) {
  const muted = openOf(state)?.muted ?? true;
  const setOpen = (on: boolean) => dispatch({ type: "mute", muted: !on });
  const press = () => setOpen(hold.press(performance.now()));
  const release = () => setOpen(hold.release(performance.now()));
  const isKey = (event: KeyboardEvent) => event.key === " " || event.key === "Enter";
  return html`<button
    class="talk"
    part="talk"
    type="button"
    aria-pressed=${!muted}
    @pointerdown=${(event: PointerEvent) => {
      if (event.button !== 0) return;
      (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
      press();
    }}
    @lostpointercapture=${release}
    @contextmenu=${(event: Event) => event.preventDefault()}
    @keydown=${(event: KeyboardEvent) => {
      if (!isKey(event)) return;
      event.preventDefault();
      if (!event.repeat) press();
    }}
    @keyup=${(event: KeyboardEvent) => isKey(event) && release()}
  >
    ${microphoneIcon}<span>${muted ? texts.holdToTalk : texts.talking}</span>
  </button>`;
}
