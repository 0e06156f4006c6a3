import { ConnectionRefused } from "../connection-refused.ts";

/** The Workers AI binding, as far as it is used here: the list of models changes faster than its types. */
export interface AiBinding {
  run(
    model: string,
    inputs: Record<string, unknown>,
    options: { websocket?: true; returnRawResponse?: true; signal?: AbortSignal; tags?: string[] },
  ): Promise<unknown>;
}

/** The time limit for a model's first answer. Milliseconds. */
const ANSWERS_MS = 6_000;

/** The models of one call. */
export class Models {
  readonly #ai: AiBinding;
  readonly #tags: string[];

  /** @param session_id lets the operator find the call's requests */
  constructor(ai: AiBinding, session_id: string) {
    this.#ai = ai;
    // A tag may hold only letters, digits and `: - . / @`, at most 50.
    this.#tags = [`session:${session_id.replaceAll("_", "-")}`.slice(0, 50)];
  }

  /** @throws ConnectionRefused */
  async socket(model: string, inputs: Record<string, unknown>): Promise<WebSocket> {
    const answer = await this.#ask(model, inputs, { websocket: true });
    if (!answer.webSocket) {
      throw await ConnectionRefused.from(answer, model);
    }
    answer.webSocket.accept();
    return answer.webSocket;
  }

  /** @throws ConnectionRefused */
  async stream(model: string, inputs: Record<string, unknown>, cancel: AbortSignal): Promise<Response> {
    return this.#ask(model, inputs, { returnRawResponse: true }, cancel);
  }

  async #ask(
    model: string,
    inputs: Record<string, unknown>,
    kind: { websocket: true } | { returnRawResponse: true },
    cancel?: AbortSignal,
  ): Promise<Response> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), ANSWERS_MS);
    const signal = cancel ? AbortSignal.any([cancel, late.signal]) : late.signal;
    let answer: Response;
    try {
      answer = (await this.#ai.run(model, inputs, { ...kind, signal, tags: this.#tags })) as Response;
    } catch (error) {
      throw new ConnectionRefused(null, late.signal.aborted ? `${model}: no answer in time` : `${model}: ${error}`);
    } finally {
      clearTimeout(timer);
    }
    if (answer.ok || answer.webSocket) return answer;
    throw await ConnectionRefused.from(answer, model);
  }
}
