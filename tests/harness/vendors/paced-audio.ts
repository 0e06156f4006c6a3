import { speak } from "./speech-clips.ts";
import { RATE } from "./voice-rate.ts";

/** Samples of a piece, and how often one goes: some three times faster than it is heard, as vendors do. */
const PIECE = RATE / 10;
export const EVERY_MS = 30;

export interface SpeechStream {
  /** Milliseconds of all of it. */
  readonly ms: number;
  /** Nothing more goes. */
  stop(): void;
}

/** Sends an answer in pieces of sound with the words that belong to them; `done` when all has gone. */
export function streamSpeech(
  text: string,
  piece: (pcm: string, words: string) => void,
  done: () => void,
): SpeechStream {
  const sound = speak(text);
  const words = text.match(/\S+\s*/g) ?? [];
  const count = Math.ceil(sound.length / PIECE);
  let sent = 0;
  let said = 0;
  const timer = setInterval(() => {
    const part = sound.subarray(sent * PIECE, (sent + 1) * PIECE);
    sent++;
    const upTo = Math.ceil((words.length * sent) / count);
    piece(
      Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString("base64"),
      words.slice(said, upTo).join(""),
    );
    said = upTo;
    if (sent < count) return;
    clearInterval(timer);
    done();
  }, EVERY_MS);
  return { ms: Math.round((sound.length * 1000) / RATE), stop: () => clearInterval(timer) };
}

/** Base64 PCM of any rate as samples at the listener's. */
export function heardAt(base64: string, rate: number): Int16Array {
  const bytes = Buffer.from(base64, "base64");
  const samples = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~1)));
  if (rate === RATE) return samples;
  const out = new Int16Array(Math.floor((samples.length * RATE) / rate));
  for (let index = 0; index < out.length; index++) {
    const at = (index * rate) / RATE;
    const [one = 0, next = one] = [samples[Math.floor(at)], samples[Math.floor(at) + 1]];
    out[index] = one + (next - one) * (at % 1);
  }
  return out;
}
