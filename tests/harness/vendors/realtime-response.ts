import type { Answer } from "./answers.ts";
import { newId } from "./ids.ts";
import { speak } from "./speech-clips.ts";
import { RATE } from "./voice-rate.ts";

/** A vendor makes speech faster than it is heard. */
const SPEED = 4;

const USAGE = {
  total_tokens: 253,
  input_tokens: 132,
  output_tokens: 121,
  input_token_details: {
    ...{ text_tokens: 119, audio_tokens: 13, image_tokens: 0, cached_tokens: 64 },
    cached_tokens_details: { text_tokens: 64, audio_tokens: 0, image_tokens: 0 },
  },
  output_token_details: { text_tokens: 30, audio_tokens: 91 },
};

export interface ResponsePorts {
  send(event: { type: string; [field: string]: unknown }): void;
  /** Has it heard after what is heard already. */
  play(pcm: Int16Array, at: object): void;
  /** Gives a new item its place; answers with what its beginning and its end name as before it. */
  place(item_id: string): Place;
  /** The session's own settings of sound. */
  audio(): object;
  done(response: RealtimeResponse): void;
}

export interface Place {
  added: string | null;
  done: string | null;
}

/**
 * One answer of OpenAI's GA protocol event by event in its order, as `test_openai_ws/test_audio_in_server_vad_turn` and
 * `test_openai_ws/test_tool_call_round` of pydantic-ai's cassettes show it. `tests/conformance/wire` holds it to that.
 */
export class RealtimeResponse {
  readonly id = newId("resp");
  readonly item_id = newId("item");
  readonly calls: { item_id: string; call_id: string; name: string; arguments: string }[];
  readonly #ports: ResponsePorts;
  readonly #words: string[];
  readonly #step: number;
  /** Whether `name` comes with the arguments. */
  readonly #named: boolean;
  #place: Place = { added: null, done: null };
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

  /** The connection is lost. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #begin(pcm: Int16Array): void {
    const { send, place, play } = this.#ports;
    const added = { ...this.#item("in_progress"), content: [] };
    this.#place = place(this.item_id);
    send({ type: "response.created", response: this.#response() });
    send({ type: "response.output_item.added", response_id: this.id, output_index: 0, item: added });
    send({ type: "conversation.item.added", previous_item_id: this.#place.added, item: added });
    send({ type: "response.content_part.added", ...this.#at, part: { type: "audio", transcript: "" } });
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
    this.#ports.send({ type: "response.output_audio_transcript.delta", ...this.#at, delta, obfuscation: newId("x") });
    this.#timer = setTimeout(() => this.#next(), this.#step);
  }

  #complete(): void {
    this.status = "completed";
    this.#spoken("completed");
    this.calls.forEach((call, index) => {
      const { send } = this.#ports;
      const { item_id, call_id, name } = call;
      const output_index = index + 1;
      const where = { response_id: this.id, item_id, output_index, call_id };
      const item = { id: item_id, type: "function_call", call_id, name };
      const begun = { ...item, status: "in_progress", arguments: "" };
      const whole = { ...item, status: "completed", arguments: call.arguments };
      const place = this.#ports.place(item_id);
      send({ type: "response.output_item.added", response_id: this.id, output_index, item: begun });
      send({ type: "conversation.item.added", previous_item_id: place.added, item: begun });
      for (const delta of call.arguments.match(/.{1,8}/gs) ?? [])
        send({ type: "response.function_call_arguments.delta", ...where, delta, obfuscation: newId("x") });
      const named = this.#named ? { name } : {};
      send({ type: "response.function_call_arguments.done", ...where, ...named, arguments: call.arguments });
      send({ type: "conversation.item.done", previous_item_id: place.done, item: whole });
      send({ type: "response.output_item.done", response_id: this.id, output_index, item: whole });
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
    send({ type: "conversation.item.done", previous_item_id: this.#place.done, item });
    send({ type: "response.output_item.done", response_id: this.id, output_index: 0, item });
  }

  #over(status_details: object | null): void {
    this.#ports.send({ type: "response.done", response: { ...this.#response(), status_details } });
    const limit = { name: "tokens", limit: 15_000_000, remaining: 14_999_371, reset_seconds: 0.002 };
    this.#ports.send({ type: "rate_limits.updated", rate_limits: [limit] });
    this.#ports.done(this);
  }

  get #at() {
    return { response_id: this.id, item_id: this.item_id, output_index: 0, content_index: 0 };
  }

  #item(status: string) {
    const content = [{ type: "output_audio", transcript: this.transcript }];
    return { id: this.item_id, type: "message", status, role: "assistant", content };
  }

  #response() {
    const { id, status } = this;
    const calls = this.calls.map(({ item_id, ...call }) => ({
      ...{ id: item_id, type: "function_call", status: "completed" },
      ...call,
    }));
    const running = status === "in_progress";
    const output = running ? [] : [this.#item(status), ...(status === "completed" ? calls : [])];
    return {
      ...{ object: "realtime.response", id, status, status_details: null, output, conversation_id: "conv_1" },
      ...{ output_modalities: ["audio"], max_output_tokens: "inf", audio: this.#ports.audio(), metadata: null },
      usage: running ? null : USAGE,
    };
  }
}
