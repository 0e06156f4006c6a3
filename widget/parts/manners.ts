import type { MicrophoneFault } from "../errors.ts";
import type { Shell } from "./shell.ts";
import type { openOf } from "./view-model.ts";

const DELEGATE = 'add allow="microphone; autoplay" to its <iframe>, and to every <iframe> around that.';

/** What only the owner of the page can mend. */
const FOR_OWNERS: Partial<Record<MicrophoneFault, string>> = {
  microphone_blocked_by_frame: `This frame may not use the microphone: ${DELEGATE}`,
  microphone_insecure: "Browsers give a microphone only to pages on https:// (or localhost).",
};
/** Only Chromium tells a frame's lack from the visitor's "no". */
const IN_FRAME = `The microphone was refused in this frame. If the visitor was not asked, ${DELEGATE}`;

/** Between the widgets of a page, from whatever copies of the script they come: whose host speaks from now on. */
const SPEAKS = "voice-widget:speaks";

/** What a conversation owes the page around it: to speak alone, and to tell its owner what is wrong there. */
export class Manners {
  readonly #shell: Shell;
  #speaks = false;

  /** `end` is called when another widget of the page begins to speak: two agents would hear each other. */
  constructor(shell: Shell, end: () => void) {
    this.#shell = shell;
    document.addEventListener(SPEAKS, (event) => {
      if ((event as CustomEvent<HTMLElement>).detail !== shell.host && this.#speaks) end();
    });
  }

  see(open: ReturnType<typeof openOf>): void {
    const speaks = open?.input === "voice";
    const begins = speaks && !this.#speaks;
    this.#speaks = speaks;
    if (begins) document.dispatchEvent(new CustomEvent(SPEAKS, { detail: this.#shell.host }));
    const advice = open?.microphone && FOR_OWNERS[open.microphone];
    if (advice) this.#shell.hint(advice);
    else if (open?.microphone === "microphone_denied" && self !== top) this.#shell.hint(IN_FRAME);
  }
}
