import { readStartText } from "../../outbound/read-capped.ts";

/** Bytes of a refusal that are read. */
const MAX_SAID = 300;

/** A server that a call needs could not be reached, or refused. */
export class ConnectionRefused extends Error {
  override name = "ConnectionRefused";
  /** `null` if there was no answer. */
  readonly answer: { status: number; text: string } | null;

  constructor(answer: { status: number; text: string } | null, message: string) {
    super(message);
    this.answer = answer;
  }

  /** The error for an HTTP answer that is a refusal. */
  static async from(response: Response, who: string): Promise<ConnectionRefused> {
    const text = await readStartText(response.body, MAX_SAID).catch(() => "");
    const type = response.headers.get("content-type") ?? "no content type";
    return new ConnectionRefused({ status: response.status, text }, `${who}: ${response.status}, ${type}, ${text}`);
  }
}
