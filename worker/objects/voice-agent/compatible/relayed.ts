import { ClientError } from "../client-error.ts";
import { type ClientEvent, eventIdOf, parseClientEvent, parseJson } from "../client-events.ts";
import { fromPage } from "../from-page.ts";
import { toPage } from "../to-page.ts";
import { newId } from "../wire.ts";
import { parse } from "./server-connection.ts";
import { WholeAnswers } from "./whole-answers.ts";
import { WholeSamples } from "./whole-samples.ts";

/** @param event_id of the page's event that it is about */
export function errorEvent({ code, message, param }: ClientError, event_id: string | null = null): string {
  const error = { type: "invalid_request_error", code, message, param, event_id };
  return JSON.stringify({ event_id: newId("event"), type: "error", error });
}

/**
 * A page's message as the server gets it, or the error that the page gets in its place.
 * @param admit throws a `ClientError` for an event that the server may not be given now
 */
export function messageFromPage(
  message: string | ArrayBuffer,
  greeting: string | null,
  admit: (event: ClientEvent) => void,
): { pass: string; refused?: undefined } | { refused: string; pass?: undefined } {
  let body: unknown = null;
  try {
    if (typeof message !== "string") throw new ClientError("invalid_event", "Send JSON as text.");
    body = parseJson(message);
    const event = parseClientEvent(body);
    admit(event);
    // Written anew: of a name that stands twice, another parser might read the other.
    return { pass: JSON.stringify(fromPage(event, greeting)) };
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    // What these servers call it, too.
    if (error.code === "invalid_json") return { refused: errorEvent(new ClientError("invalid_value", error.message)) };
    return { refused: errorEvent(error, eventIdOf(body)) };
  }
}

/** What a server sends over one connection, as the page gets it. */
export class ServerMessages {
  readonly #sound = new WholeSamples();
  readonly #answers = new WholeAnswers();

  /** @returns what the page gets of this message: nothing, or one or two */
  toPage(data: unknown): string[] {
    const message = parse(data);
    const shown = message && toPage(message as Record<string, unknown>);
    if (!shown) return [];
    if (shown.type === "response.output_audio.delta" && typeof shown.delta === "string")
      shown.delta = this.#sound.take(shown.item_id, shown.delta);
    const beginning = this.#answers.beginningOf(shown);
    return [...(beginning ? [beginning] : []), shown].map((event) => JSON.stringify(event));
  }
}
