import { DELEGATE, policyAdvice } from "../config/microphone-policy.ts";
import type { SessionErrorCode } from "../errors.ts";

/** Faults that only the owner of the page can fix. */
const FOR_OWNERS: Partial<Record<SessionErrorCode, string>> = {
  microphone_blocked_by_frame: policyAdvice(self !== top),
  microphone_insecure: "Browsers give a microphone only to pages on https:// (or localhost).",
};
/** Only Chromium tells a missing permission of the frame from a visitor's refusal. */
const IN_FRAME = `The microphone was refused in this frame. If the visitor was not asked, ${DELEGATE}.`;

/** Advice for the site's owner about a microphone fault, if there is any. */
export function microphoneAdvice(fault: SessionErrorCode): string | null {
  return FOR_OWNERS[fault] ?? (fault === "microphone_denied" && self !== top ? IN_FRAME : null);
}
