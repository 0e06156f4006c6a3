import type { MediaGraph } from "./audio-graph.ts";
import { setAudioSession, type UnlockedAudio } from "./audio-unlock.ts";
import { Capture } from "./capture.ts";
import type { SoundSettings } from "./sound-settings.ts";
import { type PlaybackState, Speaker } from "./speaker.ts";

/** How long a browser has to start the sound before it counts as blocked, milliseconds. */
const RESUME_MS = 1_000;

/** How long the worklet may take to load while the sound runs, seconds: some networks and pages let a request wait for ever. */
const WORKLET_SECONDS = 15;

/** One `AudioContext`, for microphone and speaker. */
export interface AudioDevice extends MediaGraph {
  /** Plays base64 PCM of this rate, hertz. */
  speaker(rate: number, onState: (state: PlaybackState) => void): Speaker;
  /** Records a microphone for a wire that takes PCM. */
  capture(stream: MediaStream): Capture;
  /** Plays a media stream; `null` ends it. */
  play(stream: MediaStream | null): void;
  /** Sets output device and volume; ignores what the browser cannot do. */
  tune(sound: SoundSettings): void;
  /** Call it before a microphone opens too: phones route sound differently then. */
  records(): void;
  /** Mutes the media stream. */
  hush(silent: boolean): void;
  /** Call it inside a click: asks the browser again to start the sound. */
  resume(): void;
  close(): void;
}

/**
 * Makes the device from what was opened inside the visitor's click.
 * @param onBlocked called when the browser begins or stops to block the sound
 */
export function openAudioDevice(
  { context, player, close }: UnlockedAudio,
  onBlocked: (blocked: boolean) => void,
): AudioDevice {
  const output = context.createGain();
  output.connect(context.destination);

  let blocked = false;
  let refused = false;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    const now = refused || context.state !== "running";
    if (isClosed || blocked === now) return;
    blocked = now;
    onBlocked(blocked);
  };
  const played = (error?: unknown) => {
    refused = (error as Error | undefined)?.name === "NotAllowedError";
    check();
  };
  const resume = async (changed?: Event) => {
    clearTimeout(timer);
    if (refused) player.play()?.then(() => played(), played);
    if (isClosed || context.state === "running") return check();
    timer = setTimeout(check, RESUME_MS);
    // In a phone call iOS refuses, and the context would run without sound afterwards: the next change, or the visitor, ends it.
    if (changed && context.state === "interrupted") return;
    try {
      // Pending for as long as the browser refuses.
      await context.resume();
    } catch {}
    check();
  };
  // A phone call, another tab or a new output device may suspend it at any time.
  context.onstatechange = resume;
  resume();

  let ready: Promise<void> | undefined;
  let clock: ReturnType<typeof setInterval> | undefined;
  const load = () => {
    const loaded = new Promise<void>((done, fail) => {
      // Undefined on pages without https://: that is a failure like others.
      context.audioWorklet.addModule(new URL(__AUDIO_WORKLET__, import.meta.url)).then(done, fail);
      let seconds = 0;
      clock = setInterval(() => {
        // While the context waits for the visitor's click, the worklet may wait too.
        seconds = context.state === "running" ? seconds + 1 : 0;
        if (seconds > WORKLET_SECONDS) fail(new Error("The audio worklet did not load"));
      }, 1_000);
    });
    // A failure is handled where the worklet is used.
    loaded.catch(() => {}).then(() => clearInterval(clock));
    return loaded;
  };

  let hushed = false;
  // iOS plays media as loud as the phone is set, whatever the volume of the element.
  const still = () => {
    player.muted = hushed || !output.gain.value;
  };
  let sink = "";
  const tune = ({ speakerId = "", volume = 1 }: SoundSettings) => {
    output.gain.value = player.volume = Math.min(1, Math.max(0, volume));
    still();
    if (speakerId === sink) return;
    sink = speakerId;
    import("./chosen-speaker.ts").then(
      ({ playOn }) => playOn(speakerId, context, player, () => sink === speakerId),
      () => {},
    );
  };

  const device: AudioDevice = {
    context,
    output,
    player,
    tune,
    get ready() {
      ready ??= load();
      return ready;
    },
    speaker: (...to) => new Speaker(device, ...to),
    capture: (stream) => new Capture(device, stream),
    play: (stream) => {
      player.srcObject = stream;
      if (stream) player.play()?.then(() => played(), played);
    },
    records: () => setAudioSession("play-and-record"),
    hush: (silent) => {
      hushed = silent;
      still();
    },
    resume,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      clearInterval(clock);
      context.onstatechange = null;
      close();
    },
  };
  return device;
}
