import type { AudioGraph } from "./audio-graph.ts";
import { setAudioSession, type UnlockedAudio } from "./audio-unlock.ts";
import { type Capture, openCapture } from "./capture.ts";
import type { SoundSettings } from "./sound-settings.ts";
import { type PlaybackState, Speaker } from "./speaker.ts";

/** Milliseconds that a browser gets to let sound through before it counts as blocked. */
const RESUME_MS = 1_000;

/** One `AudioContext`, for microphone and speaker. */
export interface AudioDevice extends AudioGraph {
  /** Plays base64 PCM of this rate, hertz. */
  speaker(rate: number, onState: (state: PlaybackState) => void): Speaker;
  /** Records frames of 20 ms as base64 PCM of this rate, hertz; the stream stays its opener's. */
  capture(stream: MediaStream, rate: number, onFrame: (pcm: string) => void): Promise<Capture>;
  /** Plays sound that moves as media; `null` ends it. */
  play(stream: MediaStream | null): void;
  /** Where and how loud it is heard; what the browser cannot do is left. */
  tune(sound: SoundSettings): void;
  /** A microphone will be open too: phones route sound differently then. */
  records(): void;
  /** Holds that sound back. */
  hush(silent: boolean): void;
  /** For a click: asks the browser again to let sound through. */
  resume(): void;
  close(): void;
}

/**
 * The device behind what was opened inside the visitor's click.
 * @param onBlocked whether the browser holds the sound back; called on change.
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
  const resume = () => {
    clearTimeout(timer);
    if (refused) player.play().then(() => played(), played);
    if (isClosed || context.state === "running") return check();
    // The promise stays open as long as the browser refuses.
    context.resume().then(check, check);
    timer = setTimeout(check, RESUME_MS);
  };
  // A phone call, another tab or a new output device may suspend it at any time.
  context.onstatechange = resume;
  resume();

  let ready: Promise<void> | undefined;
  const load = () => {
    const loading = context.audioWorklet
      ? context.audioWorklet.addModule(new URL(__AUDIO_WORKLET__, import.meta.url))
      : Promise.reject(new Error("Audio worklets need a page on https:// (or localhost)"));
    // A failure shows where the worklet is needed.
    loading.catch(() => {});
    return loading;
  };

  let sink = "";
  const tune = ({ speakerId = "", volume = 1 }: SoundSettings) => {
    output.gain.value = player.volume = Math.min(1, Math.max(0, volume));
    if (speakerId === sink) return;
    sink = speakerId;
    for (const heard of [context, player] as Partial<Pick<HTMLAudioElement, "setSinkId">>[]) {
      // A device that is gone: it sounds where it did.
      heard.setSinkId?.(speakerId).catch(() => {});
    }
  };

  const device: AudioDevice = {
    context,
    output,
    tune,
    get ready() {
      ready ??= load();
      return ready;
    },
    speaker: (rate, onState) => new Speaker(device, rate, onState),
    capture: (stream, rate, onFrame) => openCapture(device, stream, rate, onFrame),
    play: (stream) => {
      player.srcObject = stream;
      if (stream) player.play().then(() => played(), played);
    },
    records: () => setAudioSession("play-and-record"),
    hush: (silent) => {
      player.muted = silent;
    },
    resume,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      context.onstatechange = null;
      close();
    },
  };
  return device;
}
