import { type MicrophoneFault, SessionError } from "../errors.ts";

const TEXTS: Record<MicrophoneFault, string> = {
  microphone_denied: "The visitor, or a setting of the browser, refused the microphone",
  microphone_missing: "There is no microphone",
  microphone_in_use: "Another program uses the microphone, or it failed",
  microphone_insecure: "Browsers give a microphone only to pages on https:// (or localhost)",
  microphone_blocked_by_frame: "A frame around the page, or the page's own Permissions-Policy, forbids the microphone",
};

/** After a device has come or gone a browser may fail once; milliseconds until it is asked again. */
const SETTLED_MS = 400;

/** How often the microphones are listed while the chosen one is away, milliseconds: Firefox does not report every change. */
const LOOK_MS = 3_000;

/**
 * Asks for the microphone once more, where that may help. Throws a `SessionError` with a `microphone_…` code.
 * @param cause what the browser said; a stream that had ended when it came; absent where it has no microphones to give
 * @param wanted the constraints that failed
 * @param signal aborts when nobody waits for it any more
 */
export async function secondTry(
  cause?: unknown,
  wanted?: MediaStreamConstraints,
  signal?: AbortSignal,
): Promise<MediaStream> {
  const { name = "" } = said(cause);
  const isPassing = /^(NotFound|NotReadable|Abort)Error$/.test(name) || "active" in said(cause);
  if (isPassing) await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
  // Without constraints where no device fulfils them.
  const again = isPassing ? wanted : name === "OverconstrainedError" && { audio: true };
  if (!again || signal?.aborted) throw microphoneFault(cause);
  const given = await navigator.mediaDevices.getUserMedia(again).catch((error) => {
    throw microphoneFault(error);
  });
  if (given.active === false) throw microphoneFault(given);
  return given;
}

/**
 * Tells the watcher, once, that the chosen microphone is listed again where another one was given in its place, as after a headset
 * has lost contact.
 * @param id the chosen one
 * @param given the sound of the one that is open; once it is closed, nothing is waited for
 */
export function awaitMicrophone(id: string, given: MediaStream, watcher: { back?(): void }): void {
  if (given.getAudioTracks()[0]?.getSettings().deviceId === id) return;
  let wasAway = false;
  const looks = setInterval(async () => {
    if (!given.active) return clearInterval(looks);
    const devices = await listed();
    const isListed = devices.some(({ deviceId }) => deviceId === id);
    // A microphone that was listed all the time was refused for another reason, and would be refused again.
    wasAway ||= !isListed;
    if (!wasAway || !isListed || !given.active) return;
    clearInterval(looks);
    watcher.back?.();
  }, LOOK_MS);
}

/** None where the browser, or what a page has in its place, cannot list them. */
async function listed(): Promise<MediaDeviceInfo[]> {
  try {
    return (await navigator.mediaDevices.enumerateDevices()) ?? [];
  } catch {
    return [];
  }
}

/** Why there is no microphone. @param cause what the browser said; absent where it has none to give */
function microphoneFault(cause?: unknown): SessionError {
  const code = cause === undefined ? withoutDevices() : codeOf(cause);
  return new SessionError(
    code,
    TEXTS[code],
    said(cause).name ? { detail: `${said(cause).name}: ${said(cause).message}` } : {},
  );
}

/** Adapters for browsers, and shells around web views, give plain objects where browsers give errors. */
const said = (cause: unknown): Partial<Error> => Object(cause);

const withoutDevices = () => (globalThis.isSecureContext ? "microphone_missing" : "microphone_insecure");

function codeOf(error: unknown): MicrophoneFault {
  switch (said(error).name) {
    case "NotAllowedError":
    case "SecurityError":
      return allowedHere() ? "microphone_denied" : "microphone_blocked_by_frame";
    case "NotFoundError":
    case "OverconstrainedError":
      return "microphone_missing";
    case "TypeError":
      return "microphone_insecure";
    default:
      return "microphone_in_use";
  }
}

/** Only Chromium tells a page its permissions policy; elsewhere the refusal counts as the visitor's. */
function allowedHere(): boolean {
  const page = document as Document & {
    permissionsPolicy?: { allowsFeature(name: string): boolean };
    featurePolicy?: { allowsFeature(name: string): boolean };
  };
  return (page.permissionsPolicy ?? page.featurePolicy)?.allowsFeature("microphone") ?? true;
}
