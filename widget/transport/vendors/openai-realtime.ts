// Long: one answer at a time, and whether it is asked for, made, heard or cut decides what every message means.
import type { CreateProtocol, Protocol, ToolCall, TransportOptions, Wire } from "../transport.ts";
import { CROSSED, IGNORED, type ServerEvent } from "./openai-events.ts";

/** OpenAI's realtime protocol (GA), as a client. */
class OpenAiRealtime implements Protocol {
  readonly rates = { input: 24_000, output: 24_000 };
  readonly confirms = true;
  readonly #wire: Wire;
  readonly #options: TransportOptions;
  /** The answer being generated. The server takes only one at a time. */
  #active: string | null = null;
  /** The `event_id` of a `response.create` that neither `response.created` nor an error has answered. */
  #requested = "";
  #requests = 0;
  /** Answers to ask for when the active one is done. */
  #queue: object[] = [];
  /** Answers whose further events must be neither heard nor shown. */
  #cut = new Set<string>();
  #cutNext = false;
  #serverInterrupts = true;
  /** What the visitor said so far, by item. */
  #heard = new Map<string, string>();
  /** The visitor's item that is being spoken, not yet committed. */
  #listening: string | null = null;
  /** The agent's items whose text has not come to its end. */
  #unfinished = new Set<string>();
  /** The active answer's calls, by `call_id`. */
  #calls = new Map<string, ToolCall>();
  /** Calls whose output the model has not got, in its order; `null` while their tools run. */
  #unanswered = new Map<string, string | null>();
  /** Over WebRTC: the answer that is being heard. */
  #sounding: string | null = null;
  /** The items of the newest answer, and of the one before while that is being heard, with their answer. */
  #spoken = new Map<string, string>();

  constructor(wire: Wire, options: TransportOptions) {
    this.#wire = wire;
    this.#options = options;
  }

  address(): { url: string; protocols: string[] } {
    return { url: this.#options.url, protocols: ["realtime", `openai-insecure-api-key.${this.#options.token}`] };
  }

  audio(pcm: string): object {
    return { type: "input_audio_buffer.append", audio: pcm };
  }

  greet(text: string): void {
    this.#respond({ instructions: `Say exactly: ${text}` });
  }

  sendText(id: string, text: string): void {
    this.interrupt();
    this.#say("user", text, id);
    this.#respond();
  }

  sendNote(text: string): void {
    this.#say("system", text);
  }

  answerTool(call_id: string, output: string): void {
    if (this.#unanswered.get(call_id) !== null) return;
    this.#unanswered.set(call_id, output);
    // The model reads all outputs of one answer before it goes on.
    if ([...this.#unanswered.values()].includes(null)) return;
    for (const [id, text] of this.#unanswered)
      this.#send({
        type: "conversation.item.create",
        item: { type: "function_call_output", call_id: id, output: text },
      });
    this.#unanswered.clear();
    this.#respond();
  }

  interrupt(): void {
    this.#queue = [];
    // An answer that was cut is being cancelled already.
    if (this.#active ? !this.#cut.has(this.#active) : this.#requested && !this.#cutNext) {
      this.#send({ type: "response.cancel" });
      this.#wire.emit({ type: "turn_done", more: false });
    }
    if (this.#sounding) this.#send({ type: "output_audio_buffer.clear" });
    this.#silence();
  }

  receive(message: Record<string, unknown>): void {
    const event = message as unknown as ServerEvent;
    switch (event.type) {
      case "session.created":
        this.#serverInterrupts = event.session?.audio?.input?.turn_detection?.interrupt_response !== false;
        this.#wire.opened();
        break;
      case "conversation.item.added":
        this.#place(event.item?.id, event.previous_item_id);
        break;
      case "input_audio_buffer.speech_started": {
        const stops = this.#options.interruptions !== "off";
        if (stops && !this.#serverInterrupts && this.#active) this.#send({ type: "response.cancel" });
        // Before the sound stops: nothing of the agent's is waited for any more.
        this.#wire.emit({ type: "speech_started", id: event.item_id });
        if (stops) this.#silence();
        this.#listen(event.item_id);
        break;
      }
      case "input_audio_buffer.speech_stopped":
        this.#wire.emit({ type: "speech_stopped", id: event.item_id });
        break;
      case "input_audio_buffer.cleared":
        this.#listen(null);
        break;
      case "input_audio_buffer.committed":
        this.#listen(event.item_id);
        this.#listening = null;
        this.#place(event.item_id, event.previous_item_id);
        break;
      case "conversation.item.input_audio_transcription.delta":
        this.#hear(event.item_id, (this.#heard.get(event.item_id) ?? "") + textOf(event.delta), false);
        break;
      case "conversation.item.input_audio_transcription.completed":
      case "conversation.item.input_audio_transcription.failed":
        this.#hear(event.item_id, textOf(event.transcript), true);
        this.#used(event.item_id, event.usage);
        break;
      case "response.created":
        this.#begin(event.response?.id ?? "");
        break;
      case "response.output_item.added":
        if (event.item?.type !== "function_call" && !this.#cut.has(event.response_id)) this.#wire.hush?.(false);
        break;
      case "output_audio_buffer.started":
        if (!this.#cut.has(event.response_id)) this.#sound(event.response_id);
        break;
      case "output_audio_buffer.stopped":
      case "output_audio_buffer.cleared":
        if (this.#sounding === event.response_id) this.#sound(null);
        break;
      case "response.output_audio.delta":
        if (!this.#cut.has(event.response_id)) this.#wire.play(event.item_id, event.delta ?? "");
        break;
      case "response.output_audio.done":
        if (!this.#cut.has(event.response_id)) this.#wire.finish();
        break;
      case "response.output_audio_transcript.delta":
      case "response.output_text.delta":
        this.#speak(event, event.type !== "response.output_text.delta");
        break;
      case "response.output_audio_transcript.done":
      case "response.output_text.done":
        if (this.#cut.has(event.response_id)) break;
        this.#unfinished.delete(event.item_id);
        this.#wire.emit({ type: "agent_transcript", id: event.item_id, text: event.transcript ?? event.text ?? "" });
        break;
      case "response.function_call_arguments.done":
        this.#note(event.item_id, event);
        break;
      case "response.output_item.done":
        if (event.item?.type === "function_call") this.#note(event.item.id, event.item);
        break;
      case "response.done":
        this.#done(event.response);
        break;
      case "error":
        this.#fail(event.error);
        break;
      default:
        if (!IGNORED.test(event.type)) this.#wire.unknown?.(event.type);
    }
  }

  /** Requests an answer, now or after the one being generated. */
  #respond(response?: object): void {
    const asked = this.#options.text_only ? { ...response, output_modalities: ["text"] } : response;
    const request = { type: "response.create", ...(asked && { response: asked }) };
    if (this.#active || this.#requested) {
      // One answer covers everything said before it.
      if (response || !this.#queue.length) this.#queue.push(request);
      return;
    }
    this.#cutNext = false;
    this.#ask(request);
  }

  /** An error about the request has its `event_id`. */
  #ask(request: object): void {
    this.#requested = `ask_${++this.#requests}`;
    this.#send({ ...request, event_id: this.#requested });
  }

  /** All have a name: an error about another event is none about the request for an answer. */
  #send(message: object): void {
    this.#wire.send({ event_id: "other", ...message });
  }

  /** Stops what is heard, and tells the model how much of it was. */
  #silence(): void {
    const unheard = this.#wire.flush();
    for (const { item, played_ms } of unheard)
      this.#send({ type: "conversation.item.truncate", item_id: item, content_index: 0, audio_end_ms: played_ms });
    const cut = this.#active !== null && !this.#cut.has(this.#active);
    if (this.#active) this.#cut.add(this.#active);
    else if (this.#requested) this.#cutNext = true;
    const ids = new Set([...unheard.map(({ item }) => item), ...this.#unfinished]);
    for (const [item, response] of this.#spoken) if (response === this.#sounding) ids.add(item);
    this.#unfinished.clear();
    // The server itself takes back sound that moves as media, and truncates the item in its memory. Sound that is already on
    // its way is muted here.
    if (this.#sounding || this.#active) this.#wire.hush?.(true);
    if (this.#sounding) this.#sound(null);
    if (cut || ids.size) this.#wire.emit({ type: "interrupted", ids: [...ids] });
  }

  #begin(id: string): void {
    this.#active = id;
    for (const [item, response] of this.#spoken) if (response !== this.#sounding) this.#spoken.delete(item);
    this.#requested = "";
    this.#calls.clear();
    if (this.#cutNext) this.#cut.add(id);
    this.#cutNext = false;
    this.#wire.emit({ type: "turn_started" });
  }

  #done(response: ServerEvent["response"]): void {
    this.#active = null;
    if (response) this.#cut.delete(response.id);
    for (const item of response?.output ?? []) if (item?.type === "function_call") this.#note(item.id, item);
    const calls = response?.status === "completed" ? [...this.#calls.values()] : [];
    this.#calls.clear();
    if (response) this.#used(response.id, response.usage);
    this.#wire.finish();
    if (this.#unfinished.size) this.#wire.emit({ type: "interrupted", ids: [...this.#unfinished] });
    this.#unfinished.clear();
    if (response?.status === "failed") {
      const message = response.status_details?.error?.message ?? "The voice provider could not answer";
      this.#wire.emit({ type: "error", code: "vendor_failed", message });
    }
    for (const call of calls) this.#unanswered.set(call.call_id, null);
    this.#wire.emit({ type: "turn_done", more: calls.length > 0 || this.#queue.length > 0 });
    for (const call of calls) this.#wire.emit({ type: "tool_call", call });
    this.#next();
  }

  #next(): void {
    const request = this.#queue.shift();
    if (request) this.#ask(request);
  }

  #fail(error: ServerEvent["error"]): void {
    const code = error?.code ?? "";
    if (code === "conversation_already_has_active_response") {
      // The server has begun an answer by itself: ours comes after it.
      this.#requested = "";
      if (!this.#queue.length) this.#queue.push({ type: "response.create" });
    }
    if (CROSSED.test(code)) return;
    if (code === "session_expired") {
      this.#wire.expired();
      return;
    }
    this.#wire.emit({
      type: "error",
      code: "vendor_failed",
      message: `${code}: ${error?.message ?? ""}`.slice(0, 500),
    });
    // Not every server names the event that it refuses.
    if (!this.#requested || (error?.event_id ?? this.#requested) !== this.#requested) return;
    this.#requested = "";
    this.#cutNext = false;
    this.#wire.emit({ type: "turn_done", more: this.#queue.length > 0 });
    this.#next();
  }

  #place(id: string | undefined, after: string | null | undefined): void {
    if (id && after !== undefined) this.#wire.emit({ type: "item", id, after });
  }

  /** The item that the visitor speaks now; one that was never committed shows nothing. */
  #listen(id: string | null): void {
    if (this.#listening && this.#listening !== id) this.#hear(this.#listening, "", true);
    if (id && this.#listening !== id) this.#hear(id, "", false);
    this.#listening = id;
  }

  #sound(response: string | null): void {
    this.#sounding = response;
    this.#wire.emit({ type: "playback", playback: response === null ? "none" : "playing" });
  }

  #speak(event: ServerEvent, spoken: boolean): void {
    if (this.#cut.has(event.response_id)) return;
    this.#unfinished.add(event.item_id);
    this.#spoken.set(event.item_id, event.response_id);
    this.#wire.emit({ type: "agent_delta", id: event.item_id, delta: event.delta ?? "", spoken });
  }

  #hear(id: string, text: string, final: boolean): void {
    if (final) this.#heard.delete(id);
    else this.#heard.set(id, text);
    this.#wire.emit({ type: "user_transcript", id, text: text.trim(), final });
  }

  #used(id: string, reported: object | undefined): void {
    if (reported) this.#wire.emit({ type: "usage", id, reported });
  }

  #note(id: string, call: { call_id?: string; name?: string; arguments?: string }): void {
    if (!call.call_id) return;
    const before = this.#calls.get(call.call_id);
    this.#calls.set(call.call_id, {
      id,
      call_id: call.call_id,
      name: call.name ?? before?.name ?? "",
      arguments: call.arguments ?? before?.arguments ?? "{}",
    });
  }

  #say(role: "user" | "system", text: string, id?: string): void {
    const item = { ...(id && { id }), type: "message", role, content: [{ type: "input_text", text }] };
    this.#send({ type: "conversation.item.create", item });
  }
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

export const create: CreateProtocol = (wire, options) => new OpenAiRealtime(wire, options);
