import type { MicrophoneFault } from "../errors.ts";
import type { openOf } from "../session/selectors.ts";
import type { WidgetHost } from "./widget-host.ts";

const DELEGATE = 'add allow="microphone; autoplay" to its <iframe>, and to every <iframe> around that.';

/** What only the owner of the page can mend. */
const FOR_OWNERS: Partial<Record<MicrophoneFault, string>> = {
  microphone_blocked_by_frame: `This frame may not use the microphone: ${DELEGATE}`,
  microphone_insecure: "Browsers give a microphone only to pages on https:// (or localhost).",
};
/** Only Chromium tells a frame's lack from the visitor's "no". */
const IN_FRAME = `The microphone was refused in this frame. If the visitor was not asked, ${DELEGATE}`;

/** Between the widgets of a page, from whatever copies of the script they come: whose host speaks from now on. */
const SPEAKING_EVENT = "voice-widget:speaks";

/** What a conversation owes the page around it: to speak alone, and to tell its owner what is wrong there. */
export class ExclusiveSpeaker {
  readonly #host: WidgetHost;
  #speaks = false;

  /** `end` is called when another widget of the page begins to speak: two agents would hear each other. */
  constructor(shell: WidgetHost, end: () => void) {
    this.#host = shell;
    document.addEventListener(SPEAKING_EVENT, (event) => {
      if ((event as CustomEvent<HTMLElement>).detail !== shell.element && this.#speaks) end();
    });
  }

  update(conversation: ReturnType<typeof openOf>): void {
    const speaks = conversation?.input === "voice";
    const begins = speaks && !this.#speaks;
    this.#speaks = speaks;
    if (begins) document.dispatchEvent(new CustomEvent(SPEAKING_EVENT, { detail: this.#host.element }));
    const advice = conversation?.microphone && FOR_OWNERS[conversation.microphone];
    if (advice) this.#host.hint(advice);
    else if (conversation?.microphone === "microphone_denied" && self !== top) this.#host.hint(IN_FRAME);
  }
}
