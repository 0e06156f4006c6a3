import { readCappedText, TooLarge } from "../../outbound/read-capped.ts";
import type { VendorAnswer, VendorQuestion } from "./rpc.ts";

/** The most bytes of a vendor's answer. Tokens come with the whole set-up echoed; nothing real is longer. */
const MAX_ANSWER = 512 * 1024;

/** The whole text, or `null` if it is longer than any real answer. */
async function readText(response: Response): Promise<string | null> {
  try {
    return await readCappedText(response.body, MAX_ANSWER);
  } catch (error) {
    if (error instanceof TooLarge) return null;
    throw error;
  }
}

/** Sends the request from where this code runs. */
export async function sendQuestion(url: string, question: VendorQuestion, signal: AbortSignal): Promise<VendorAnswer> {
  // A redirect would carry the key to another host.
  const response = await fetch(url, { ...question, signal, redirect: "manual" });
  const { status, headers } = response;
  return { status, location: headers.get("location"), text: await readText(response) };
}
