import type { Conversation, Entry } from "./conversation.ts";
import { encodeAudio } from "./pcm.ts";
import { isAnnouncement, type Reply } from "./reply.ts";
import type { ResponseParams, Session } from "./session.ts";
import type { Utterance } from "./speech/speak.ts";
import type { ToolRequest } from "./tool-request.ts";
import { inputUsage, outputUsage } from "./usage.ts";
import {
  type Content,
  type Item,
  type ItemStatus,
  type MessageItem,
  type Modality,
  newId,
  type Send,
  samplesOf,
} from "./wire.ts";

/** Milliseconds of audio sent at once, then how many times faster than it plays, so that an interruption has a use. */
const AHEAD_MS = 1_000;
const PACE = 3.5;
const CHUNK = samplesOf(150);

export type StopReason = "turn_detected" | "client_cancelled";

/** One response: what it says, sent in time, with every event of the protocol in its order. */
export class AgentResponse {
  readonly id = newId("resp");
  readonly #events: Generator<number, void>;
  readonly #send: Send;
  readonly #started: number;
  readonly #about: Record<string, unknown>;
  readonly #output: Item[] = [];
  /** `null` for a response out of the conversation. */
  readonly #conversation: Conversation | null;
  #sent_ms = 0;
  #stopped: StopReason | null = null;
  done = false;

  /** @param now Unix milliseconds, as in every method here. */
  constructor(
    reply: Reply,
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
    this.#events = this.#run(reply, modalities[0] ?? "audio", inputUsage(session, context.items));
  }

  /** Unix milliseconds at which more audio is due. */
  get dueAt(): number {
    return Math.ceil(this.#started + (this.#sent_ms - AHEAD_MS) / PACE);
  }

  /** Sends what is due. @returns Milliseconds of audio among it. */
  advance(now: number): number {
    const before = this.#sent_ms;
    while (!this.done && this.dueAt <= now) this.#next();
    return this.#sent_ms - before;
  }

  /** Ends it early: what was sent stands, as incomplete. */
  stop(reason: StopReason): void {
    this.#stopped = reason;
    while (!this.done) this.#next();
  }

  #next(): void {
    const step = this.#events.next();
    if (step.done) this.done = true;
    else this.#sent_ms += step.value;
  }

  *#run(reply: Reply, modality: Modality, input: ReturnType<typeof inputUsage>): Generator<number, void> {
    this.#send({ type: "response.created", response: this.#response("in_progress", null) });
    if (reply.says && !(modality === "text" && isAnnouncement(reply))) yield* this.#message(reply.says, modality);
    if (reply.calls && !this.#stopped) this.#call(reply.calls);
    const usage = outputUsage(input, this.#output, this.#sent_ms);
    this.#send({
      type: "response.done",
      response: this.#response(this.#stopped ? "cancelled" : "completed", usage),
    });
    this.#send({
      type: "rate_limits.updated",
      rate_limits: [{ name: "requests", limit: 1_000, remaining: 999, reset_seconds: 60 }],
    });
  }

  *#message(says: Utterance[], modality: Modality): Generator<number, void> {
    const item: MessageItem = {
      id: newId("item"),
      object: "realtime.item",
      type: "message",
      status: "in_progress",
      role: "assistant",
      content: [],
    };
    const entry = this.#open(item);
    const at = { response_id: this.id, item_id: item.id, output_index: this.#output.length - 1, content_index: 0 };
    const kind = modality === "text" ? "output_text" : "output_audio_transcript";
    this.#send({ type: "response.content_part.added", ...at, part: part(modality, "") });
    let text = "";
    for (const utterance of says) {
      if (this.#stopped) break;
      text += utterance.text;
      for (const delta of utterance.text.match(/\s*\S+/gu) ?? [])
        this.#send({ type: `response.${kind}.delta`, ...at, delta });
      if (modality === "text") continue;
      for (const chunk of chunks(utterance.pcm)) {
        if (this.#stopped) break;
        this.#send({ type: "response.output_audio.delta", ...at, delta: encodeAudio(chunk) });
        const ms = (chunk.length * 1_000) / samplesOf(1_000);
        entry.audio_ms += ms;
        yield ms;
      }
    }
    item.content = [content(modality, text)];
    if (modality === "audio") this.#send({ type: "response.output_audio.done", ...at });
    this.#send({ type: `response.${kind}.done`, ...at, [modality === "text" ? "text" : "transcript"]: text });
    this.#send({ type: "response.content_part.done", ...at, part: part(modality, text) });
    this.#close(entry, this.#stopped ? "incomplete" : "completed");
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
    const at = { response_id: this.id, item_id: item.id, output_index: this.#output.length - 1, call_id: item.call_id };
    for (const delta of request.arguments.match(/.{1,24}/gsu) ?? [])
      this.#send({ type: "response.function_call_arguments.delta", ...at, delta });
    item.arguments = request.arguments;
    this.#send({
      type: "response.function_call_arguments.done",
      ...at,
      name: item.name,
      arguments: item.arguments,
    });
    this.#close(entry, "completed");
  }

  #open(item: Item): Entry {
    this.#output.push(item);
    const output_index = this.#output.length - 1;
    this.#send({ type: "response.output_item.added", response_id: this.id, output_index, item });
    const entry = this.#conversation?.insert(item) ?? { item, audio_ms: 0 };
    this.#announce("conversation.item.added", item);
    return entry;
  }

  #close(entry: Entry, status: ItemStatus): void {
    const { item } = entry;
    item.status = status;
    this.#conversation?.changed(entry);
    const output_index = this.#output.indexOf(item);
    this.#send({ type: "response.output_item.done", response_id: this.id, output_index, item });
    this.#announce("conversation.item.done", item);
  }

  #announce(type: string, item: Item): void {
    if (this.#conversation?.get(item.id))
      this.#send({ type, previous_item_id: this.#conversation.previousOf(item.id), item });
  }

  #response(status: "in_progress" | "completed" | "cancelled", usage: object | null) {
    const status_details = this.#stopped ? { type: "cancelled", reason: this.#stopped } : null;
    return { ...this.#about, status, status_details, output: this.#output, usage };
  }
}

const part = (modality: Modality, text: string) =>
  modality === "text" ? { type: "text", text } : { type: "audio", transcript: text };
const content = (modality: Modality, text: string): Content =>
  modality === "text" ? { type: "output_text", text } : { type: "output_audio", transcript: text };

function* chunks(samples: Int16Array | null): Generator<Int16Array> {
  for (let at = 0; samples && at < samples.length; at += CHUNK) yield samples.subarray(at, at + CHUNK);
}
