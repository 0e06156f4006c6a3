/// <reference lib="esnext.typedarrays" />
import { ClientError } from "./client-error.ts";

/** The most bytes of audio in one event: far more than a microphone sends. */
const MAX_AUDIO_BYTES = 1_048_576;

/** @throws ClientError */
export function decodeAudio(base64: string, param: string): Int16Array {
  if (base64.length > Math.ceil(MAX_AUDIO_BYTES / 3) * 4)
    throw new ClientError("audio_too_long", `Send at most ${MAX_AUDIO_BYTES} bytes of audio per event.`, param);
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = Uint8Array.fromBase64(base64);
  } catch {
    throw new ClientError("invalid_audio", "The audio is not base64.", param);
  }
  if (bytes.length % 2)
    throw new ClientError("invalid_audio", "The audio must hold whole samples of 16 bits, little-endian.", param);
  return new Int16Array(bytes.buffer, 0, bytes.length / 2);
}

export const encodeAudio = (samples: Int16Array): string =>
  new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength).toBase64();
