import type { MicrophoneFault } from "../errors.ts";
import type { VoiceWidgetEvents } from "./events.ts";
import type { Shell } from "./shell.ts";
import type { openOf } from "./view-model.ts";

/** What only the owner of the page can mend. */
const FOR_OWNERS: Partial<Record<MicrophoneFault, string>> = {
  microphone_blocked_by_frame:
    'This frame may not use the microphone: add allow="microphone; autoplay" to its <iframe>, and to every <iframe> around that.',
  microphone_insecure: "Browsers give a microphone only to pages on https:// (or localhost).",
};

/** What a conversation owes the page around it: to speak alone, and to tell its owner what is wrong there. */
export class Manners {
  readonly #shell: Shell;
  #speaks = false;

  /** `end` is called when another widget of the page begins a call: two agents would hear each other. */
  constructor(shell: Shell, end: () => void) {
    this.#shell = shell;
    document.addEventListener("voice-widget:start", (event) => {
      const { input } = (event as CustomEvent<VoiceWidgetEvents["voice-widget:start"]>).detail;
      if (event.composedPath()[0] === shell.host || input !== "voice") return;
      // A page may cancel it, and hears of it after us.
      queueMicrotask(() => !event.defaultPrevented && this.#speaks && end());
    });
  }

  see(open: ReturnType<typeof openOf>): void {
    this.#speaks = open?.input === "voice";
    const advice = open?.microphone && FOR_OWNERS[open.microphone];
    if (advice) this.#shell.hint(advice);
  }
}
