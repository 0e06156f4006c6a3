import { type MicrophoneFault, SessionError } from "../errors.ts";

/** The visitor's microphone, open until `close()`. */
export interface Microphone {
  readonly stream: MediaStream;
  /** Silence instead of sound; the stream runs on. */
  mute(muted: boolean): void;
  close(): void;
}

/** Called when an open microphone changes. */
export interface MicrophoneWatcher {
  /** It is lost for good: unplugged, or no longer allowed. Called at most once. */
  lost(fault: MicrophoneFault): void;
  /** The system mutes it for a while, as during a phone call, or unmutes it. */
  interrupted(active: boolean): void;
}

const CONSTRAINTS: MediaTrackConstraints = {
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
  channelCount: 1,
};

const TEXTS: Record<MicrophoneFault, string> = {
  microphone_denied: "The visitor, or a setting of the browser, refused the microphone",
  microphone_missing: "There is no microphone",
  microphone_in_use: "Another program uses the microphone, or it failed",
  microphone_insecure: "Browsers give a microphone only to pages on https:// (or localhost)",
  microphone_blocked_by_frame: "A frame around the page, or the page's own Permissions-Policy, forbids the microphone",
};

/**
 * Asks for the microphone at once, since browsers expect that inside the click.
 * Throws a `SessionError` with a `microphone_…` code.
 * @param signal closes a microphone that is granted after the end
 * @param deviceId only a preference, since the device may be gone
 */
export async function openMicrophone(
  signal: AbortSignal,
  watcher: MicrophoneWatcher,
  deviceId?: string,
): Promise<Microphone> {
  const devices = globalThis.navigator?.mediaDevices;
  if (!devices?.getUserMedia) throw fault(globalThis.isSecureContext ? "microphone_missing" : "microphone_insecure");
  const stream = await devices
    .getUserMedia({ audio: deviceId ? { ...CONSTRAINTS, deviceId: { ideal: deviceId } } : CONSTRAINTS })
    .catch((error) => {
      if (error?.name !== "OverconstrainedError") throw error;
      return devices.getUserMedia({ audio: true });
    })
    .catch((error) => {
      throw fault(microphoneFaultOf(error), error);
    });
  const tracks = stream.getAudioTracks();
  const stopTracks = () => {
    for (const track of tracks) {
      track.onended = track.onmute = track.onunmute = null;
      track.stop();
    }
  };
  const before = permission();
  const lost = async () => {
    stopTracks();
    const [was, now] = [await before, await permission()];
    const revoked = now === "denied" || (was === "granted" && now !== was);
    watcher.lost(revoked ? "microphone_denied" : "microphone_missing");
  };
  for (const track of tracks) {
    // Browsers do not fire this for our own `stop()`.
    track.onended = lost;
    track.onmute = () => watcher.interrupted(true);
    track.onunmute = () => watcher.interrupted(false);
  }
  if (signal.aborted) stopTracks();
  return {
    stream,
    mute: (muted) => {
      for (const track of tracks) track.enabled = !muted;
    },
    close: stopTracks,
  };
}

/** What the visitor, or a setting, says of the microphone; null where the browser does not tell. */
async function permission(): Promise<PermissionState | null> {
  try {
    return (await navigator.permissions.query({ name: "microphone" as PermissionName })).state;
  } catch {
    return null;
  }
}

function fault(code: MicrophoneFault, cause?: unknown): SessionError {
  return new SessionError(
    code,
    TEXTS[code],
    cause instanceof Error ? { detail: `${cause.name}: ${cause.message}` } : {},
  );
}

function microphoneFaultOf(error: unknown): MicrophoneFault {
  switch (error instanceof Error ? error.name : "") {
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
