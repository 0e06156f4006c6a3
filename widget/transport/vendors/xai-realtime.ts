import { SessionError } from "../../errors.ts";
import type { CreateProtocol, Protocol, TransportOptions, Wire } from "../transport.ts";
import { create as openaiRealtime } from "./openai-realtime.ts";
import { BUSY, CROSSED, EXPIRED, NOTHING_TO_CANCEL, type ServerEvent, usageOf } from "./xai-events.ts";

/** The answer id for a forced message, to which the server gives none. */
const FORCED = "forced";
/** An answer that was stopped, and of whose end no event came for so long, is over. Milliseconds. */
const ENDED_MS = 1_000;

/**
 * xAI's Grok Voice: a dialect of OpenAI's protocol. Its events are translated to OpenAI's before they are handled, and our
 * messages are translated to xAI's.
 */
class XaiRealtime implements Protocol {
  readonly #wire: Wire;
  readonly #options: TransportOptions;
  readonly #openai: Protocol;
  #configured = false;
  #opened = false;
  /** A greeting that was requested and not yet sent. */
  #greeting: string | null = null;
  /** The answer whose events are arriving. */
  #response: string | null = null;
  /** Whether that answer, or the next one that was requested, was stopped. */
  #cut = false;
  /** Answers that are over: what still comes of them is neither heard nor shown. */
  #over = new Set<string>();
  /** A forced message: sent; the visitor has spoken before anything came of it; or it is not waited for any more. */
  #forced: "none" | "sent" | "overtaken" | "dropped" = "none";
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The visitor's words by item, until they are complete. */
  #heard = new Map<string, string>();
  /** Whether the visitor's last words were answered. */
  #answered = false;
  /** Notes by their subject. */
  #notes = new Map<string, string>();

  constructor(wire: Wire, options: TransportOptions) {
    this.#wire = wire;
    this.#options = options;
    this.#openai = openaiRealtime(
      { ...wire, send: (message) => this.#send(message as ServerEvent) },
      { ...options, text_only: false },
    );
  }

  get rates(): Protocol["rates"] {
    return this.#openai.rates;
  }

  address(): { url: string; protocols: string[] } {
    return { url: this.#options.url, protocols: [`xai-client-secret.${this.#options.token}`] };
  }

  audio(pcm: string): object {
    return this.#openai.audio(pcm);
  }

  greet(text: string): void {
    this.#greeting = text;
    this.#openai.greet(text);
  }

  sendText(id: string, text: string): void {
    // Speech may have cut it without an event of its end: then this one brings it, or the error that there is none.
    if (this.#response !== null && this.#cut) this.#cancel();
    this.#openai.sendText(id, text);
  }

  /** Puts notes into the instructions, where they cost nothing; as items they would. */
  sendNote(text: string, subject = text): void {
    this.#notes.set(subject, text);
    this.#configure();
  }

  answerTool(call_id: string, output: string): void {
    this.#openai.answerTool(call_id, output);
  }

  interrupt(): void {
    this.#openai.interrupt();
  }

  receive(message: Record<string, unknown>): void {
    const event = message as unknown as ServerEvent;
    const type = String(event.type)
      .replace(/^response\.(audio|audio_transcript|text)\./, "response.output_$1.")
      .replace("_transcription.updated", "_transcription.delta");
    switch (type) {
      case "session.created":
      case "conversation.created":
        if (!this.#configured) this.#configure();
        break;
      case "session.updated":
        if (!this.#opened) this.#openai.receive({ type: "session.created" });
        this.#opened = true;
        break;
      case "conversation.item.input_audio_transcription.delta":
      case "conversation.item.input_audio_transcription.completed":
        this.#hear(event, type.endsWith("completed") && event.status !== "in_progress");
        break;
      case "error":
        this.#fail(event);
        break;
      case "input_audio_buffer.speech_started":
        this.#settle(false);
        this.#cut ||= this.#response !== null;
        this.#openai.receive(message);
        break;
      default:
        if (type === "input_audio_buffer.committed" && this.#forced === "sent") this.#forced = "overtaken";
        if (type.startsWith("response.")) this.#answer(event, type);
        // `previous_item_id` is a filler here, or the visitor's own last item: items are kept in the order of arrival.
        else this.#openai.receive({ ...message, previous_item_id: undefined });
    }
  }

  #answer(event: ServerEvent, type: string): void {
    const id = event.response_id ?? event.response?.id ?? this.#response ?? FORCED;
    const created = type === "response.created";
    const done = type === "response.done";
    const begins = this.#response !== id;
    // An answer that no event announces is a forced message.
    if (begins && !created && this.#forced === "dropped") {
      this.#forced = "none";
      this.#over.add(id);
    }
    if (this.#over.has(id)) {
      const reported = usageOf(event);
      if (reported) this.#wire.emit({ type: "usage", id, reported });
      return;
    }
    if (begins) {
      // After some interruptions the end of an answer is never sent.
      if (created && (this.#response !== null || this.#forced === "overtaken")) this.#end();
      if (!created) this.#openai.receive({ type: "response.created", response: { id } });
      if (this.#forced !== "dropped") this.#forced = "none";
    }
    this.#response = done ? null : id;
    if (created || done) clearTimeout(this.#timer);
    if (done) this.#cut = false;
    else if (created && this.#cut) this.#later(() => this.#end());
    this.#openai.receive({
      ...event,
      type,
      response_id: id,
      item_id: event.item_id ?? event.call_id ?? id,
      previous_item_id: undefined,
      ...(event.response && { response: { ...event.response, id, usage: usageOf(event) } }),
    });
    if (done) this.#settle(true);
  }

  /** Ends the present answer, for whose end no event came, or a forced message that did not come. */
  #end(): void {
    if (this.#response === null) {
      if (this.#forced !== "sent" && this.#forced !== "overtaken") return;
      this.#forced = "dropped";
      this.#openai.receive({ type: "response.created", response: { id: FORCED } });
    }
    const id = this.#response ?? FORCED;
    this.#response = null;
    this.#cut = false;
    this.#over.add(id);
    this.#openai.receive({ type: "response.done", response: { id, status: "cancelled" } });
  }

  #cancel(): void {
    this.#cut = true;
    this.#wire.send({ type: "response.cancel" });
    this.#later(() => this.#end());
  }

  /** Does this unless an answer begins or ends meanwhile. */
  #later(act: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(act, ENDED_MS);
  }

  #configure(): void {
    this.#configured = true;
    const { setup } = this.#options;
    const instructions = [setup?.instructions, ...this.#notes.values()].filter(Boolean).join("\n\n");
    this.#wire.send({ type: "session.update", session: { ...setup, instructions } });
  }

  /** Replaces OpenAI's request for a greeting by the exact text; no answer must be requested besides. */
  #send(message: ServerEvent): void {
    if (message.type === "response.cancel") {
      this.#cancel();
      return;
    }
    if (message.type === "response.create") this.#cut = false;
    const text = message.type === "response.create" && message.response ? this.#greeting : null;
    if (text === null) {
      this.#wire.send(message);
      return;
    }
    this.#greeting = null;
    this.#forced = "sent";
    const content = [{ type: "output_text", text }];
    const item = { type: "force_message", role: "assistant", interruptible: true, content };
    this.#wire.send({ type: "conversation.item.create", event_id: message.event_id, item });
  }

  /** Takes the whole text so far; even a complete one may come again, longer. */
  #hear({ item_id = "", transcript = "", usage }: ServerEvent, complete: boolean): void {
    const text = String(transcript).trim();
    this.#heard.set(item_id, text);
    this.#wire.emit({ type: "user_transcript", id: item_id, text, final: false });
    if (usage) this.#wire.emit({ type: "usage", id: item_id, reported: usage });
    if (complete && this.#answered) this.#settle(true);
  }

  /** Makes the visitor's words final. */
  #settle(answered: boolean): void {
    this.#answered = answered;
    for (const [id, text] of this.#heard) this.#wire.emit({ type: "user_transcript", id, text, final: true });
    this.#heard.clear();
  }

  #fail({ error, code, message }: ServerEvent): void {
    const text = error?.message ?? message ?? "";
    const name = error?.code ?? code ?? error?.type ?? "";
    if (NOTHING_TO_CANCEL.test(text) && this.#response !== null) this.#end();
    if (CROSSED.test(text)) return;
    // Without its set-up it would be another agent.
    if (!this.#opened) throw new SessionError("vendor_failed", `${name}: ${text}`.slice(0, 500));
    const known = BUSY.test(text)
      ? "conversation_already_has_active_response"
      : EXPIRED.test(text) && "session_expired";
    // The vendor speaks, though no answer that is known here: it is asked for again.
    if (BUSY.test(text) && this.#response === null) this.#later(() => this.#openai.receive({ type: "response.done" }));
    else if (this.#forced !== "dropped") this.#forced = "none";
    // What was stopped does not come: the next answer is another.
    if (this.#response === null && !BUSY.test(text)) this.#cut = false;
    this.#openai.receive({ type: "error", error: { ...error, code: known || name, message: text } });
  }
}

export const create: CreateProtocol = (wire, options) => {
  const xai = new XaiRealtime(wire, options);
  return {
    rates: xai.rates,
    address: () => xai.address(),
    audio: (pcm) => xai.audio(pcm),
    greet: (text) => xai.greet(text),
    sendText: (id, text) => xai.sendText(id, text),
    sendNote: (text, subject) => xai.sendNote(text, subject),
    answerTool: (call_id, output) => xai.answerTool(call_id, output),
    interrupt: () => xai.interrupt(),
    receive: (message) => xai.receive(message),
  };
};
