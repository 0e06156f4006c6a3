import { VendorError } from "./provider.ts";

/** Bytes of a vendor's answer: tokens come with the whole set-up echoed, longer ones hold something else. */
const MAX_ANSWER = 512 * 1024;
/** Characters of a refusal that the log keeps. */
const MAX_CAUSE = 300;

/** What the visitor's site reads, by the vendor's status. */
function reasonOf(status: number, text: string): string {
  // Google answers 400 to a wrong key.
  if (status === 401 || status === 403 || (status === 400 && /api.?key/i.test(text)))
    return "the voice vendor did not accept the operator's key";
  if (status === 400 || status === 422) return "the voice vendor did not accept the agent's settings";
  if (status === 404) return "the voice vendor does not know the agent's model";
  if (status === 429) return "the voice vendor's limit is reached, or the operator's credit there is used up";
  return status >= 500 ? "the voice vendor is in trouble" : "the voice vendor refused";
}

/** The whole text, or `null` when it is longer than any honest answer. */
async function read(response: Response): Promise<string | null> {
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * Asks a vendor's API and gives back the JSON object that it answers.
 * @param secret the operator's key, kept out of the log should the vendor repeat it
 * @throws VendorError for any refusal and for what cannot be read; whatever `fetch` throws where nobody answers
 */
export async function askVendor(
  address: string | URL,
  init: RequestInit & { signal: AbortSignal },
  secret: string,
): Promise<Record<string, unknown>> {
  // A redirect would carry the key to another host.
  const response = await fetch(address, { ...init, redirect: "manual" });
  const text = await read(response);
  const from = `${response.status} of ${new URL(address).host}`;
  if (!response.ok) {
    const said = (text ?? "too long").slice(0, MAX_CAUSE).replaceAll(secret, "[secret]");
    throw new VendorError(reasonOf(response.status, text ?? ""), `${from}: ${said}`);
  }
  try {
    const answer = JSON.parse(text ?? "");
    if (answer && typeof answer === "object" && !Array.isArray(answer)) return answer;
  } catch {
    // Said below.
  }
  // Not what it said: there may be a token in it.
  const cause = `no JSON object: ${from}, ${text?.length ?? "too many"} characters`;
  throw new VendorError("the voice vendor's answer could not be understood", cause);
}

/** For an answer that lacks what was asked for. */
export const noToken = (answer: object): VendorError =>
  new VendorError("the voice vendor's answer could not be understood", `no token in the fields ${Object.keys(answer)}`);

/** The same place for WebSockets: `ws:` where the vendor's address is `http:`. */
export function socketAddress(base: string, path: string): URL {
  const url = new URL(base + path);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url;
}
