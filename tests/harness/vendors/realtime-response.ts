import type { Answer } from "./answers.ts";
import { newId } from "./ids.ts";
import { RATE, speak } from "./speech-clips.ts";

/** A vendor makes speech faster than it is heard. */
const SPEED = 4;

export interface ResponsePorts {
  send(event: { type: string; [field: string]: unknown }): void;
  play(pcm: Int16Array, at: object): void;
  /** Gives a new item its place; answers with the one before it. */
  place(item_id: string): string | null;
  done(response: RealtimeResponse): void;
}

/** One answer of OpenAI's GA protocol event by event in its order. */
export class RealtimeResponse {
  readonly id = newId("resp");
  readonly item_id = newId("item");
  readonly calls: { item_id: string; call_id: string; name: string; arguments: string }[];
  readonly #ports: ResponsePorts;
  readonly #words: string[];
  readonly #step: number;
  /** Whether `name` comes with the arguments. */
  readonly #named: boolean;
  #said = 0;
  #timer: NodeJS.Timeout | undefined;
  status: "in_progress" | "completed" | "cancelled" = "in_progress";

  constructor(answer: Answer, ports: ResponsePorts, named = true) {
    this.#ports = ports;
    this.#named = named;
    this.calls = answer.calls.map((call) => ({ item_id: newId("item"), call_id: newId("call"), ...call }));
    this.#words = answer.text.match(/\S+\s*/g) ?? [];
    const pcm = speak(answer.text);
    this.#step = (pcm.length * 1000) / RATE / SPEED / Math.max(1, this.#words.length);
    this.#begin(pcm);
  }

  get transcript(): string {
    return this.#words.slice(0, this.#said).join("");
  }

  cancel(reason: "turn_detected" | "client_cancelled"): void {
    if (this.status !== "in_progress") return;
    clearTimeout(this.#timer);
    this.status = "cancelled";
    this.#spoken("incomplete");
    this.#over({ type: "cancelled", reason });
  }

  /** The line is gone. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #begin(pcm: Int16Array): void {
    const { send, place, play } = this.#ports;
    const item = { id: this.item_id, object: "realtime.item", type: "message", status: "in_progress" };
    const added = { ...item, role: "assistant", content: [] };
    send({ type: "response.created", response: this.#response() });
    send({ type: "response.output_item.added", response_id: this.id, output_index: 0, item: added });
    send({ type: "conversation.item.added", previous_item_id: place(this.item_id), item: added });
    send({ type: "response.content_part.added", ...this.#at, part: { type: "audio", transcript: "" } });
    send({ type: "output_audio_buffer.started", response_id: this.id });
    play(pcm, this.#at);
    this.#next();
  }

  #next(): void {
    const delta = this.#words[this.#said];
    if (delta === undefined) {
      this.#complete();
      return;
    }
    this.#said++;
    this.#ports.send({ type: "response.output_audio_transcript.delta", ...this.#at, delta });
    this.#timer = setTimeout(() => this.#next(), this.#step);
  }

  #complete(): void {
    this.status = "completed";
    this.#spoken("completed");
    this.calls.forEach((call, index) => {
      const { send, place } = this.#ports;
      const { item_id, call_id, name } = call;
      const where = { response_id: this.id, item_id, output_index: index + 1, call_id };
      const item = { id: item_id, object: "realtime.item", type: "function_call", call_id, name };
      const begun = { ...item, status: "in_progress", arguments: "" };
      const whole = { ...item, status: "completed", arguments: call.arguments };
      send({ type: "response.output_item.added", response_id: this.id, output_index: index + 1, item: begun });
      send({ type: "conversation.item.added", previous_item_id: place(item_id), item: begun });
      send({ type: "response.function_call_arguments.delta", ...where, delta: call.arguments });
      const named = this.#named ? { name } : {};
      send({ type: "response.function_call_arguments.done", ...where, ...named, arguments: call.arguments });
      send({ type: "response.output_item.done", response_id: this.id, output_index: index + 1, item: whole });
      send({ type: "conversation.item.done", item: whole });
    });
    this.#over(null);
  }

  #spoken(status: string): void {
    const { send } = this.#ports;
    const transcript = this.transcript;
    send({ type: "response.output_audio.done", ...this.#at });
    send({ type: "response.output_audio_transcript.done", ...this.#at, transcript });
    send({ type: "response.content_part.done", ...this.#at, part: { type: "audio", transcript } });
    const item = this.#item(status);
    send({ type: "response.output_item.done", response_id: this.id, output_index: 0, item });
    send({ type: "conversation.item.done", item });
  }

  #over(status_details: object | null): void {
    this.#ports.send({ type: "response.done", response: { ...this.#response(), status_details } });
    this.#ports.send({ type: "rate_limits.updated", rate_limits: [] });
    this.#ports.done(this);
  }

  get #at() {
    return { response_id: this.id, item_id: this.item_id, output_index: 0, content_index: 0 };
  }

  #item(status: string) {
    const content = [{ type: "output_audio", transcript: this.transcript }];
    return { id: this.item_id, object: "realtime.item", type: "message", role: "assistant", status, content };
  }

  #response() {
    const { id, status } = this;
    const calls = this.calls.map(({ item_id, ...call }) => ({ id: item_id, type: "function_call", ...call }));
    const output = status === "in_progress" ? [] : [this.#item(status), ...(status === "completed" ? calls : [])];
    const usage = {
      total_tokens: 253,
      input_tokens: 132,
      output_tokens: 121,
      input_token_details: { text_tokens: 119, audio_tokens: 13, cached_tokens: 64 },
      output_token_details: { text_tokens: 30, audio_tokens: 91 },
    };
    return { id, object: "realtime.response", status, output, usage: status === "in_progress" ? null : usage };
  }
}
