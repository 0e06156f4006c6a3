import type { MicrophoneFault } from "../errors.ts";

const DELEGATE = 'add allow="microphone; autoplay" to its <iframe>, and to every <iframe> around that.';

/** What only the owner of the page can mend. */
const FOR_OWNERS: Partial<Record<MicrophoneFault, string>> = {
  microphone_blocked_by_frame: `This frame may not use the microphone: ${DELEGATE}`,
  microphone_insecure: "Browsers give a microphone only to pages on https:// (or localhost).",
};
/** Only Chromium tells a frame's lack from the visitor's "no". */
const IN_FRAME = `The microphone was refused in this frame. If the visitor was not asked, ${DELEGATE}`;

/** What to tell the site's owner of a microphone that cannot be had, if anything. */
export function microphoneAdvice(fault: MicrophoneFault): string | null {
  return FOR_OWNERS[fault] ?? (fault === "microphone_denied" && self !== top ? IN_FRAME : null);
}
