import type { SoundSettings } from "./sound-settings.ts";

/** Milliseconds that a browser gets to let sound through before it counts as blocked. */
const RESUME_MS = 1_000;

/** One `AudioContext`, for microphone and speaker. */
export interface AudioDevice {
  readonly context: AudioContext;
  /** Where sound goes to be heard, at the visitor's volume. */
  readonly output: AudioNode;
  /** The worklet's processors may be made. Loading begins when this is first read; rejects when it fails. */
  readonly ready: Promise<void>;
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

/** Safari's; tells iOS whether the ring switch silences us. */
type AudioSession = { type: "auto" | "playback" | "play-and-record" };

/**
 * Opens the audio output, inside the visitor's click: later no browser would let it sound. `null` where there is no Web
 * Audio.
 * @param onBlocked whether the browser holds the sound back; called on change.
 */
export function openAudioDevice(capture: boolean, onBlocked: (blocked: boolean) => void): AudioDevice | null {
  if (typeof AudioContext === "undefined") return null;
  const session = (navigator as Navigator & { audioSession?: AudioSession }).audioSession;
  // iOS: else the call is silent while the ring switch is off, and restarts when the microphone opens.
  const route = (type: AudioSession["type"]) => {
    if (session) session.type = type;
  };
  route(capture ? "play-and-record" : "playback");
  const context = new AudioContext({ latencyHint: "interactive" });
  // iOS opens its output with the first sound of a click, be it silence: else the first words are lost.
  const silence = context.createBufferSource();
  silence.buffer = context.createBuffer(1, 1, context.sampleRate);
  silence.connect(context.destination);
  silence.start();

  const output = context.createGain();
  output.connect(context.destination);

  const player = new Audio();
  player.autoplay = true;
  player.setAttribute("playsinline", "");
  // Within the click, though it has nothing to play yet: a browser remembers that it may.
  player.play().catch(() => {});

  let blocked = false;
  let refused = false;
  let closed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    const now = refused || context.state !== "running";
    if (closed || blocked === now) return;
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
    if (closed || context.state === "running") return check();
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
    // Who needs it sees the failure; nobody might.
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

  return {
    context,
    output,
    tune,
    get ready() {
      ready ??= load();
      return ready;
    },
    play: (stream) => {
      player.srcObject = stream;
      if (stream) player.play().then(() => played(), played);
    },
    records: () => route("play-and-record"),
    hush: (silent) => {
      player.muted = silent;
    },
    resume,
    close: () => {
      closed = true;
      clearTimeout(timer);
      context.onstatechange = null;
      player.srcObject = null;
      context.close().catch(() => {});
      route("auto");
    },
  };
}
