import { createHmac, timingSafeEqual } from "node:crypto";

/** What Slack's documents say of the calls and events that this desk needs. */

const API = process.env.SLACK_API ?? "https://slack.com/api";
/** A request older than this may be a repetition by somebody else. Seconds. */
const OLDEST = 300;

/** Whether Slack signed it: https://docs.slack.dev/authentication/verifying-requests-from-slack */
export function isFromSlack(headers: Record<string, string>, body: string, secret: string, now = Date.now()): boolean {
  const at = headers["x-slack-request-timestamp"] ?? "";
  if (!/^\d+$/.test(at) || Math.abs(now / 1000 - Number(at)) > OLDEST) return false;
  const own = Buffer.from(`v0=${createHmac("sha256", secret).update(`v0:${at}:${body}`).digest("hex")}`);
  const theirs = Buffer.from(headers["x-slack-signature"] ?? "");
  return own.length === theirs.length && timingSafeEqual(own, theirs);
}

export interface SlackEvent {
  type: string;
  challenge?: string;
  event_id?: string;
  event?: {
    type: string;
    subtype?: string;
    bot_id?: string;
    channel?: string;
    user?: string;
    text?: string;
    thread_ts?: string;
  };
}

/** Slack's three control characters: https://docs.slack.dev/messaging/formatting-message-text#escaping */
const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** What a person typed: links as they look, no control sequences. */
export const plainText = (text: string): string =>
  text
    .replace(/<([^<>|]*)\|([^<>]*)>/g, "$2")
    .replace(/<([^<>]*)>/g, "$1")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

export class Slack {
  readonly #token: string;
  readonly #channel: string;

  constructor(token: string, channel: string) {
    this.#token = token;
    this.#channel = channel;
  }

  /** Posts to the channel, or to a thread of it. @returns the message's name, which a thread of it has too */
  async post(text: string, thread_ts?: string): Promise<string> {
    const body = { channel: this.#channel, text: escaped(text), unfurl_links: false, ...(thread_ts && { thread_ts }) };
    return String((await this.#call("chat.postMessage", body)).ts);
  }

  /** How visitors see somebody of the team. */
  async person(user: string): Promise<{ name: string; picture: string | null }> {
    const { user: found } = await this.#call(`users.info?user=${encodeURIComponent(user)}`);
    const { display_name, real_name, image_192 } = (found as { profile: Record<string, string> }).profile;
    return { name: display_name || real_name || "Support", picture: image_192 ?? null };
  }

  /** @throws Error with Slack's own code, which comes with status 200 */
  async #call(method: string, body?: object): Promise<Record<string, unknown>> {
    const answer = await fetch(`${API}/${method}`, {
      method: body ? "POST" : "GET",
      headers: { Authorization: `Bearer ${this.#token}`, "Content-Type": "application/json; charset=utf-8" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const said = (await answer.json()) as { ok: boolean; error?: string } & Record<string, unknown>;
    if (!said.ok) throw new Error(`Slack refuses ${method.split("?")[0]}: ${said.error}`);
    return said;
  }
}
