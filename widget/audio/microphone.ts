import type { MicrophoneFault } from "../errors.ts";
import type { AudioDevice } from "./audio-device.ts";
import type { Capture } from "./capture.ts";
import type { LateLine } from "./late-line.ts";
import { microphonePermission } from "./microphone-permission.ts";

/** The visitor's microphone, open until `close()`. */
export interface Microphone {
  readonly stream: MediaStream;
  /** What it hears until a connection takes it, of the kind that the connection needs. */
  kept?: Capture | LateLine;
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
  /** The one that was wanted has come, or come back: it is to be asked for again. */
  back?(): void;
}

/**
 * Makes ready for a microphone that will open. What it makes of that one's stream keeps its sound until a connection of its kind
 * takes it, at most 15 s.
 */
export type KeepSound = (device: AudioDevice) => (stream: MediaStream) => NonNullable<Microphone["kept"]>;

/** What is said before there is a connection is kept for the most likely one. */
export interface Keeper {
  readonly device: AudioDevice | null;
  /** Its code, from a moment after the microphone was asked for. */
  readonly likely?: Promise<{ keep: KeepSound } | undefined> | undefined;
}

const CONSTRAINTS: MediaTrackConstraints = {
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
  channelCount: 1,
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
  keeper?: Keeper,
): Promise<Microphone> {
  const devices = globalThis.navigator?.mediaDevices;
  const wanted = { audio: deviceId ? { ...CONSTRAINTS, deviceId: { ideal: deviceId } } : CONSTRAINTS };
  const keeping = Promise.resolve()
    .then(() => keeper?.likely)
    .then((core) => keeper?.device && core?.keep(keeper.device));
  const stream = await (devices?.getUserMedia
    ? devices
        .getUserMedia(wanted)
        // iOS gives one at times that has ended.
        .then((given) => (given.active === false ? Promise.reject(given) : given))
        .catch((cause) => refuse(cause, wanted, signal))
    : refuse());
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
  // The system may hold this one, as it may have held the one that was replaced.
  watcher.interrupted(tracks.some((track) => track.muted));
  if (signal.aborted) stopTracks();
  const microphone: Microphone = {
    stream,
    mute: (muted) => {
      for (const track of tracks) track.enabled = !muted;
    },
    close: () => {
      stopTracks();
      microphone.kept?.close();
    },
  };
  keeping
    .then((keep) => {
      if (stream.active) microphone.kept ??= keep?.(stream);
    })
    .catch(() => {});
  if (deviceId)
    seldom().then(
      (code) => code.awaitMicrophone(deviceId, stream, watcher),
      () => {},
    );
  return microphone;
}

/** Few calls need to know why there is none, a second try, or a chosen one: that code loads then. */
const seldom = () => import("./microphone-fault.ts");

async function refuse(...refused: Parameters<typeof import("./microphone-fault.ts").secondTry>): Promise<MediaStream> {
  return (await seldom()).secondTry(...refused);
}

/** As it is now: a permission itself changes. */
const permission = async () => (await microphonePermission())?.state;
