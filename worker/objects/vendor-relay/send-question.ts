import type { VendorAnswer, VendorQuestion } from "./rpc.ts";

/** Bytes of a vendor's answer: tokens come with the whole set-up echoed, longer ones hold something else. */
const MAX_ANSWER = 512 * 1024;

/** The whole text, or `null` when it is longer than any honest answer. */
async function readText(response: Response): Promise<string | null> {
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Sends it from where this runs. */
export async function sendQuestion(url: string, question: VendorQuestion, signal: AbortSignal): Promise<VendorAnswer> {
  // A redirect would carry the key to another host.
  const response = await fetch(url, { ...question, signal, redirect: "manual" });
  const { status, headers } = response;
  return { status, location: headers.get("location"), text: await readText(response) };
}
