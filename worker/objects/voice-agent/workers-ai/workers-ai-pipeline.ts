import type { CallHost } from "../call-engine.ts";
import { ConnectionRefused } from "../connection-refused.ts";
import type { PaidWork } from "../paid-work.ts";
import type { Pipeline, ReplyRequest, ReplyStream, SpeechRecognizer, Turns } from "../pipeline.ts";
import type { WorkersAiCall } from "../rpc.ts";
import { newSession } from "../session.ts";
import { type AiBinding, Models } from "./models.ts";
import { Thoughts } from "./reasoning-filter.ts";
import { type Recognition, recognition } from "./recognition.ts";
import { StreamedRecognizer } from "./streamed-recognizer.ts";
import { StreamedReply } from "./streamed-reply.ts";

/** Hears, thinks and speaks with models of Workers AI. */
export class WorkersAiPipeline implements Pipeline {
  readonly keepsSettings = true;
  readonly paid: PaidWork;
  readonly #call: WorkersAiCall;
  readonly #models: Models;
  readonly #thoughts: Thoughts;
  readonly #recognition: Recognition;
  readonly #host: CallHost;
  #recognizer: StreamedRecognizer | null = null;
  /** Connected before the page came. */
  #first: WebSocket | null = null;

  constructor(call: WorkersAiCall, ai: unknown, host: CallHost, paid: PaidWork) {
    this.paid = paid;
    this.#call = call;
    // The operator chooses the models; their list changes faster than its types.
    this.#models = new Models((ai as AiBinding | undefined) ?? MISSING, call.session_id);
    this.#thoughts = new Thoughts(call.chat_model);
    const { turn_detection } = newSession(call, 0).audio.input;
    this.#recognition = recognition(call.language, turn_detection, call.keyterms);
    this.#host = host;
  }

  /** @throws ConnectionRefused if the visitor could not be heard */
  async connect(): Promise<void> {
    this.#first = await this.#open();
  }

  recognizer(turns: Turns, position: number): SpeechRecognizer {
    this.#recognizer = new StreamedRecognizer(
      turns,
      position,
      this.#recognition,
      () => this.#open(),
      this.#first,
      this.#host,
    );
    this.#first = null;
    return this.#recognizer;
  }

  reply(request: ReplyRequest): ReplyStream {
    return new StreamedReply(this.#call, this.#models, this.#thoughts, request, this.#host, this.paid);
  }

  close(): void {
    this.#first?.close(1000);
    this.#recognizer?.close();
  }

  #open(): Promise<WebSocket> {
    return this.#models.socket(this.#recognition.model, this.#recognition.inputs);
  }
}

const MISSING: AiBinding = {
  run: () => Promise.reject(new ConnectionRefused(null, "there is no binding AI")),
};
