import { ClientError, clientError } from "./client-error.ts";
import { newItem } from "./client-events.ts";
import { type Conversation, MAX_CHARACTERS, sizeOf } from "./conversation.ts";
import { toItem } from "./item-events.ts";
import type { Pipeline } from "./pipeline.ts";
import { AgentResponse, type StopReason } from "./response.ts";
import type { CallStore, SavedCall } from "./saved-call.ts";
import type { ResponseParams, Session } from "./session.ts";
import { type Item, newId, type Send } from "./wire.ts";

/** The agent's side of the call: at most one response at a time, and what the visitor may still be hearing of it. */
export class Answering {
  readonly #conversation: Conversation;
  readonly #conversation_id = newId("conv");
  readonly #initial_message: string | null;
  readonly #store: CallStore;
  readonly #send: Send;
  readonly #pipeline: Pipeline;
  #response: AgentResponse | null = null;
  #lost: string | null;
  /** Whether a turn of the visitor ended during a response that it could not interrupt. */
  #owes_answer = false;
  /** When the client will have played all audio, if it plays immediately. Unix milliseconds. */
  #playing_until = 0;
  /** Whether the conversation holds audio of the agent. */
  spoken: boolean;

  constructor(saved: SavedCall, conversation: Conversation, pipeline: Pipeline, store: CallStore, send: Send) {
    this.#pipeline = pipeline;
    this.#conversation = conversation;
    this.#initial_message = saved.initial_message;
    this.#store = store;
    this.#send = send;
    this.#lost = saved.response_id;
    this.spoken = saved.entries.some((entry) => entry.audio_ms > 0);
  }

  get dueAt(): number {
    return this.#response?.dueAt ?? Number.POSITIVE_INFINITY;
  }

  isPlaying(now: number): boolean {
    return now < this.#playing_until;
  }

  /** The client has stopped playing, or was told to. */
  silenced(now: number): void {
    this.#playing_until = Math.min(this.#playing_until, now);
  }

  /** @throws ClientError */
  create(params: ResponseParams, session: Session, now: number): void {
    if (this.#response)
      throw new ClientError(
        "conversation_already_has_active_response",
        `Conversation already has an active response in progress: ${this.#response.id}. Wait until the response is finished before creating a new one.`,
      );
    const items = params.input ? this.#given(params.input) : this.#conversation.items;
    const conversation = this.#conversation;
    const reply = this.#pipeline.reply({
      items,
      conversation,
      session,
      params,
      initial_message: this.#initial_message,
      modality: (params.output_modalities ?? session.output_modalities)[0] ?? "audio",
      now,
    });
    const context = { items, conversation, conversation_id: this.#conversation_id };
    this.#response = new AgentResponse(reply, context, session, params, this.#send, now);
    this.#store.saveResponse(this.#response.id);
    // It answers all that was said until now.
    this.#owes_answer = false;
    this.advance(session, now);
  }

  /** Answers the visitor's turn, now or after the running response. */
  answer(session: Session, now: number): void {
    if (this.#response) this.#owes_answer = true;
    else this.create({}, session, now);
  }

  advance(session: Session, now: number): void {
    if (!this.#response) return;
    const sent_ms = this.#response.advance(now);
    if (sent_ms) {
      this.spoken = true;
      this.#playing_until = Math.max(this.#playing_until, now) + sent_ms;
    }
    if (!this.#response.done) return;
    this.#over();
    if (this.#owes_answer) this.create({}, session, now);
  }

  /** @throws ClientError */
  cancel(response_id: string | null, now: number): void {
    if (!this.#response || (response_id !== null && response_id !== this.#response.id))
      throw new ClientError("response_cancel_not_active", "Cancellation failed: no active response found");
    this.#stop("client_cancelled", now);
  }

  /** The visitor speaks: ends the running response. */
  interrupt(now: number): void {
    this.#stop("turn_detected", now);
  }

  resume(): void {
    if (this.#lost === null) return;
    const error = { type: "server_error", code: "server_error", message: "The answer failed. Please ask again." };
    this.#send({
      type: "response.done",
      response: {
        object: "realtime.response",
        id: this.#lost,
        conversation_id: this.#conversation_id,
        status: "failed",
        status_details: { type: "failed", error },
        output: [],
        output_modalities: ["audio"],
        max_output_tokens: "inf",
        metadata: null,
        usage: null,
      },
    });
    this.#over();
  }

  /** The call is over: cancels the running response. */
  close(now: number): void {
    this.#response?.stop("client_cancelled");
    this.#response = null;
    this.silenced(now);
  }

  #stop(reason: StopReason, now: number): void {
    this.silenced(now);
    this.#response?.stop(reason);
    if (this.#response) this.#over();
  }

  #over(): void {
    this.#response = null;
    this.#lost = null;
    this.#store.saveResponse(null);
  }

  /** The items that replace the conversation in one response: as much as a conversation holds, one that is named again counted again. */
  #given(input: unknown[]): Item[] {
    let characters = 0;
    return input.map((value, at) => {
      const item = this.#itemOf(value, at);
      characters += sizeOf(item);
      if (characters > MAX_CHARACTERS)
        throw new ClientError(
          "input_too_large",
          `The input of a response may have at most ${MAX_CHARACTERS} characters, items that are referenced among them.`,
          "response.input",
        );
      return item;
    });
  }

  #itemOf(value: unknown, at: number): Item {
    const reference = value as { type?: unknown; id?: unknown } | null;
    if (reference?.type === "item_reference") {
      const item = this.#conversation.get(String(reference.id));
      if (!item)
        throw new ClientError("item_not_found", "The referenced item does not exist.", `response.input[${at}].id`);
      return item.item;
    }
    const parsed = newItem.safeParse(value, { reportInput: true });
    if (parsed.success) return toItem(parsed.data);
    const error = clientError(parsed.error);
    throw new ClientError(error.code, error.message, [`response.input[${at}]`, error.param].filter(Boolean).join("."));
  }
}
