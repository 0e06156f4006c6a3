import { readCapped, TooLarge } from "../../outbound/read-capped.ts";
import type { VendorAnswer, VendorQuestion } from "./rpc.ts";

/** Bytes of a vendor's answer: tokens come with the whole set-up echoed, longer ones hold something else. */
const MAX_ANSWER = 512 * 1024;

/** The whole text, or `null` when it is longer than any honest answer. */
async function readText(response: Response): Promise<string | null> {
  try {
    return new TextDecoder().decode(await readCapped(response.body, MAX_ANSWER));
  } catch (error) {
    if (error instanceof TooLarge) return null;
    throw error;
  }
}

/** Sends it from where this runs. */
export async function sendQuestion(url: string, question: VendorQuestion, signal: AbortSignal): Promise<VendorAnswer> {
  // A redirect would carry the key to another host.
  const response = await fetch(url, { ...question, signal, redirect: "manual" });
  const { status, headers } = response;
  return { status, location: headers.get("location"), text: await readText(response) };
}
