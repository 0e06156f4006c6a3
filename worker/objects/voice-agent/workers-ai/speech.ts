import { primaryLanguage } from "../../../../shared/languages.ts";
import { ConnectionRefused } from "../connection-refused.ts";
import { RATE } from "../wire.ts";
import type { Models } from "./models.ts";
import { Resampler } from "./resampler.ts";

/** Deepgram's Aura 2 speaks two languages, with a model for each. */
const SPANISH = "@cf/deepgram/aura-2-es";
const ENGLISH = "@cf/deepgram/aura-2-en";

export const speechModelFor = (language: string | null): string =>
  language !== null && primaryLanguage(language) === "es" ? SPANISH : ENGLISH;

/** The rate that the answer names, ours by default. */
function rateOf(answer: Response): number {
  const type = answer.headers.get("content-type") ?? "";
  if (/mpeg|mp3|json|html/i.test(type)) throw new ConnectionRefused(null, `the speech model sent ${type}, not PCM`);
  const rate = Number(/rate=(\d+)/.exec(type)?.[1] ?? RATE);
  return rate >= 8_000 && rate <= 48_000 ? rate : RATE;
}

/**
 * A text as 24 kHz PCM, streamed in pieces.
 * @throws ConnectionRefused
 */
export async function* synthesize(
  models: Models,
  voice: { model: string; speaker: string },
  text: string,
  cancel: AbortSignal,
): AsyncGenerator<Int16Array> {
  const inputs = {
    text,
    ...(voice.speaker && { speaker: voice.speaker }),
    encoding: "linear16",
    container: "none",
    sample_rate: RATE,
  };
  const answer = await models.stream(voice.model, inputs, cancel);
  const resampler = new Resampler(rateOf(answer), RATE);
  let remainder: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  for await (const chunk of answer.body ?? []) {
    if (cancel.aborted) return;
    const bytes = new Uint8Array(remainder.length + chunk.byteLength);
    bytes.set(remainder);
    bytes.set(chunk, remainder.length);
    const even = bytes.length & ~1;
    remainder = bytes.slice(even);
    const pcm = resampler.push(new Int16Array(bytes.buffer, 0, even / 2));
    if (pcm.length > 0) yield pcm;
  }
}
