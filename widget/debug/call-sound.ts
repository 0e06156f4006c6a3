import type { ElementSession } from "../session/element-session.ts";
import type { Finding } from "./finding.ts";
import { LOOK_MS, type MicrophoneLook, SoundJudge } from "./sound-judge.ts";

/** What the board shows of the sound. */
interface SoundBoard {
  sounds(levels: { input: number; output: number }, findings: Finding[]): void;
  log(text: string): void;
}

/** How many looks pass from one drawing to the next. */
const DRAWN = 4;

/** Listens to a conversation's microphone beside the connection, and tells the board what it finds. Returns the end of it. */
export function watchSound(session: () => ElementSession | undefined, board: SoundBoard): () => void {
  const judge = new SoundJudge();
  let ear: Ear | null = null;
  let looks = 0;
  let told = new Set<string>();
  const look = () => {
    const now = session();
    const parts = now?.sessionHost.engine.latest?.commands.parts;
    const sound = parts?.conversation.over === false ? parts.audio : null;
    const stream = sound?.openedMicrophone?.stream;
    if (ear?.stream !== stream) {
      ear?.close();
      ear = sound?.device && stream ? new Ear(sound.device.context, stream) : null;
    }
    const microphone = ear?.look() ?? null;
    const agent = now?.levels().output ?? 0;
    judge.take({
      at: performance.now(),
      clock: Date.now(),
      visible: document.visibilityState === "visible",
      microphone,
      agent,
      pageSounds: pageSounds(),
    });
    if (++looks % DRAWN) return;
    const findings = judge.findings();
    board.sounds({ input: microphone?.level ?? 0, output: agent }, findings);
    const wrong = findings.filter(({ ok }) => ok === false).map(({ text }) => text);
    for (const text of wrong.filter((one) => !told.has(kindOf(one)))) {
      console.warn(`[voice-widget] sound: ${text}`);
      board.log(`sound: ${text}`);
    }
    told = new Set(wrong.map(kindOf));
  };
  const timer = setInterval(look, LOOK_MS);
  return () => {
    clearInterval(timer);
    ear?.close();
  };
}

/** Its numbers change from look to look; the fault is the same. */
const kindOf = (text: string) => text.replace(/[−\d]+/g, "");

/** Elements of the page that play sound; the widget's own are in no document. */
const pageSounds = () =>
  [...document.querySelectorAll<HTMLMediaElement>("audio, video")].filter(
    ({ paused, muted, volume, ended, readyState }) =>
      !paused && !muted && !ended && volume > 0 && readyState > HTMLMediaElement.HAVE_CURRENT_DATA,
  ).length;

/** Hears a microphone of which others take the sound. */
class Ear {
  readonly stream: MediaStream;
  readonly #source: AudioNode;
  readonly #analyser: AnalyserNode;
  readonly #samples: Float32Array<ArrayBuffer>;

  constructor(context: AudioContext, stream: MediaStream) {
    this.stream = stream;
    this.#source = context.createMediaStreamSource(stream);
    this.#analyser = context.createAnalyser();
    // 43 ms at 48 kHz: nearly all that passes from one look to the next.
    this.#analyser.fftSize = 2_048;
    this.#samples = new Float32Array(this.#analyser.fftSize);
    this.#source.connect(this.#analyser);
  }

  look(): MicrophoneLook | null {
    const [track] = this.stream.getAudioTracks();
    if (!track) return null;
    this.#analyser.getFloatTimeDomainData(this.#samples);
    let [sum, peak] = [0, 0];
    for (const sample of this.#samples) {
      sum += sample * sample;
      peak = Math.max(peak, Math.abs(sample));
    }
    return {
      label: track.label,
      rate: track.getSettings().sampleRate,
      live: track.readyState === "live",
      held: track.muted,
      muted: !track.enabled,
      level: Math.sqrt(sum / this.#samples.length),
      peak,
    };
  }

  close(): void {
    this.#source.disconnect();
  }
}
