import type { Conversation, Entry } from "./conversation.ts";
import { encodeAudio } from "./pcm.ts";
import type { ReplyStream, ToolRequest, Utterance } from "./pipeline.ts";
import type { ResponseParams, Session } from "./session.ts";
import { inputUsage, outputUsage } from "./usage.ts";
import {
  contentOf,
  type Item,
  type ItemStatus,
  type MessageItem,
  type Modality,
  newId,
  partOf,
  type Send,
  samplesOf,
  textEvent,
} from "./wire.ts";

/** Milliseconds of audio sent at once; the rest is sent `PACE` times faster than it plays, so it can be interrupted. */
const AHEAD_MS = 1_000;
const PACE = 3.5;
/** Milliseconds of audio in the first event. Each later one holds as much as was sent before, up to the maximum. */
const FIRST_CHUNK_MS = 40;
const MAX_CHUNK_MS = 150;

/** A message of the agent that is not complete yet. */
interface OpenMessage {
  item: MessageItem;
  entry: Entry;
  at: Record<string, unknown>;
  text: string;
}

export type StopReason = "turn_detected" | "client_cancelled";

/** One response: sends its content in time, with every event of the protocol in order. */
export class AgentResponse {
  readonly id = newId("resp");
  readonly #events: Generator<number | null, void>;
  readonly #reply: ReplyStream;
  readonly #send: Send;
  readonly #started: number;
  readonly #about: Record<string, unknown>;
  readonly #output: Item[] = [];
  /** `null` for an out-of-band response. */
  readonly #conversation: Conversation | null;
  #sent_ms = 0;
  #stopped: StopReason | null = null;
  /** Whether the reply is still generated and nothing of it is left to send. */
  #waiting = false;
  done = false;

  /** @param now Unix milliseconds, as in every method here. */
  constructor(
    reply: ReplyStream,
    context: { items: Item[]; conversation: Conversation; conversation_id: string },
    session: Session,
    params: ResponseParams,
    send: Send,
    now: number,
  ) {
    this.#send = send;
    this.#started = now;
    const inside = params.conversation !== "none";
    this.#conversation = inside ? context.conversation : null;
    const modalities = params.output_modalities ?? session.output_modalities;
    this.#about = {
      object: "realtime.response",
      id: this.id,
      conversation_id: inside ? context.conversation_id : null,
      output_modalities: modalities,
      max_output_tokens: params.max_output_tokens ?? session.max_output_tokens,
      audio: {
        output: {
          format: session.audio.output.format,
          voice: params.audio?.output?.voice ?? session.audio.output.voice,
        },
      },
      metadata: params.metadata ?? null,
    };
    this.#reply = reply;
    this.#events = this.#run(modalities[0] ?? "audio", inputUsage(session, context.items));
  }

  /** When more audio is due, unix milliseconds. */
  get dueAt(): number {
    return this.#waiting ? Number.POSITIVE_INFINITY : this.#pacedAt;
  }

  get #pacedAt(): number {
    return Math.ceil(this.#started + (this.#sent_ms - AHEAD_MS) / PACE);
  }

  /** Sends what is due. @returns milliseconds of audio in it */
  advance(now: number): number {
    const before = this.#sent_ms;
    this.#waiting = false;
    while (!this.done && this.dueAt <= now) this.#next();
    return this.#sent_ms - before;
  }

  /** Ends it early: what was sent stays, as incomplete. */
  stop(reason: StopReason): void {
    this.#stopped = reason;
    this.#reply.cancel();
    while (!this.done) this.#next();
  }

  #next(): void {
    const step = this.#events.next();
    if (step.done) this.done = true;
    else if (step.value === null) this.#waiting = true;
    else this.#sent_ms += step.value;
  }

  /** Yields milliseconds of audio that were sent, and `null` while there is nothing to send yet. */
  *#run(modality: Modality, input: ReturnType<typeof inputUsage>): Generator<number | null, void> {
    this.#send({ type: "response.created", response: this.#response("in_progress", null) });
    let message: OpenMessage | null = null;
    let failure: string | null = null;
    while (!this.#stopped && failure === null) {
      const next = this.#reply.next();
      if (next === null) break;
      if (next === "pending") {
        yield null;
        continue;
      }
      if (next.type === "failed") failure = next.cause;
      if (next.type === "say") {
        message ??= this.#beginMessage(modality);
        yield* this.#say(message, next.utterance, modality);
      }
      if (next.type === "call") {
        if (message) this.#endMessage(message, modality, "completed");
        message = null;
        this.#call(next.request);
      }
    }
    const whole = !this.#stopped && failure === null;
    if (message) this.#endMessage(message, modality, whole ? "completed" : "incomplete");
    const usage = outputUsage(input, this.#output, this.#sent_ms, this.#reply.usage);
    const status = this.#stopped ? "cancelled" : whole ? "completed" : "failed";
    this.#send({ type: "response.done", response: this.#response(status, usage, failure) });
    this.#send({
      type: "rate_limits.updated",
      rate_limits: [{ name: "requests", limit: 1_000, remaining: 999, reset_seconds: 60 }],
    });
  }

  #beginMessage(modality: Modality): OpenMessage {
    const item: MessageItem = {
      id: newId("item"),
      object: "realtime.item",
      type: "message",
      status: "in_progress",
      role: "assistant",
      content: [],
    };
    const entry = this.#open(item);
    const at = { ...this.#at(item), item_id: item.id, content_index: 0 };
    this.#send({ type: "response.content_part.added", ...at, part: partOf(modality, "") });
    return { item, entry, at, text: "" };
  }

  *#say(message: OpenMessage, { text, pcm }: Utterance, modality: Modality): Generator<number, void> {
    message.text += text;
    for (const delta of text.split(/(?<=\S)(?=\s)/u))
      if (delta.trim() !== "") this.#send({ type: `response.${textEvent(modality)}.delta`, ...message.at, delta });
    if (modality === "text") return;
    for (let at = 0; pcm && at < pcm.length; ) {
      if (this.#stopped) return;
      const most_ms = Math.min(MAX_CHUNK_MS, Math.max(FIRST_CHUNK_MS, this.#sent_ms));
      const chunk = pcm.subarray(at, at + samplesOf(most_ms));
      at += chunk.length;
      this.#send({ type: "response.output_audio.delta", ...message.at, delta: encodeAudio(chunk) });
      const ms = (chunk.length * 1_000) / samplesOf(1_000);
      message.entry.audio_ms += ms;
      yield ms;
    }
  }

  #endMessage({ item, entry, at, text }: OpenMessage, modality: Modality, status: ItemStatus): void {
    item.content = [contentOf(modality, text)];
    if (modality === "audio") this.#send({ type: "response.output_audio.done", ...at });
    this.#send({
      type: `response.${textEvent(modality)}.done`,
      ...at,
      [modality === "text" ? "text" : "transcript"]: text,
    });
    this.#send({ type: "response.content_part.done", ...at, part: partOf(modality, text) });
    this.#close(entry, status);
  }

  #call(request: ToolRequest): void {
    const item: Item = {
      id: newId("item"),
      object: "realtime.item",
      type: "function_call",
      status: "in_progress",
      call_id: newId("call"),
      name: request.name,
      arguments: "",
    };
    const entry = this.#open(item);
    const at = { ...this.#at(item), item_id: item.id, call_id: item.call_id };
    for (const delta of request.arguments.match(/.{1,24}/gsu) ?? [])
      this.#send({ type: "response.function_call_arguments.delta", ...at, delta });
    item.arguments = request.arguments;
    const whole = { name: item.name, arguments: item.arguments };
    this.#send({ type: "response.function_call_arguments.done", ...at, ...whole });
    this.#close(entry, "completed");
  }

  #open(item: Item): Entry {
    this.#output.push(item);
    this.#send({ type: "response.output_item.added", ...this.#at(item), item });
    const entry = this.#conversation?.insert(item) ?? { item, audio_ms: 0 };
    this.#sendItem("conversation.item.added", item);
    return entry;
  }

  #close(entry: Entry, status: ItemStatus): void {
    const { item } = entry;
    item.status = status;
    this.#conversation?.changed(entry);
    // As recordings of OpenAI show it, other than its documents.
    this.#sendItem("conversation.item.done", item);
    this.#send({ type: "response.output_item.done", ...this.#at(item), item });
  }

  #at = (item: Item) => ({ response_id: this.id, output_index: this.#output.indexOf(item) });

  #sendItem(type: string, item: Item): void {
    if (this.#conversation?.get(item.id))
      this.#send({ type, previous_item_id: this.#conversation.previousOf(item.id), item });
  }

  #response(status: string, usage: object | null, failure: string | null = null) {
    const error = { type: "server_error", code: "server_error", message: failure };
    const status_details = this.#stopped
      ? { type: "cancelled", reason: this.#stopped }
      : failure === null
        ? null
        : { type: "failed", error };
    return { ...this.#about, status, status_details, output: this.#output, usage };
  }
}
