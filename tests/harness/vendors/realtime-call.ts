import type { WebSocket } from "ws";
import { type Answer, answerTo, answerToOutputs } from "./answers.ts";
import { newId } from "./ids.ts";
import { checkItem, checkResponse, checkSession, type Dialect, type Loose, Refusal } from "./realtime-client.ts";
import { RealtimeResponse } from "./realtime-response.ts";
import { Listener, type Understood, understand } from "./speech-recognizer.ts";
import type { ReceivedSetup, StandInCall } from "./stand-in.ts";
import { Peer, type PeerEvents } from "./webrtc-peer.ts";

/** Milliseconds after the end of a turn at which its words are known: after the answer has begun. */
const TRANSCRIPTION_MS = 120;

/** What of OpenAI's protocol a vendor does in its own way. */
export interface Accent extends Dialect {
  /** Renames events as they are sent; `null` drops one. */
  rename?(event: { type: string; [field: string]: unknown }): Loose | null;
  /** `name` stands only in `output_item.added`. */
  namelessArguments?: boolean;
  /** What was generated is played to its end unless it is cancelled. */
  cancelSilences?: boolean;
  /** It transcribes the visitor unless it is switched off. */
  transcribesUnasked?: boolean;
  /** Sent when the channel opens. */
  extra?: Loose[];
}

/** What a call goes over: WebRTC, or a WebSocket. */
export interface RealtimeConnection {
  /** The SDP answer to an offer. */
  answer?(offer: string): Promise<string>;
  send(event: Loose): void;
  /** @param at the ids of the answer that it is the sound of */
  play(pcm: Int16Array, at: Loose): void;
  /** Takes back what was not played; only where the vendor plays it. */
  clear?(): void;
  /** @param broken with no goodbye */
  close(broken: boolean): void;
}

/** A call with a vendor that speaks OpenAI's GA realtime protocol: the vendor's side. */
export class RealtimeCall implements StandInCall {
  readonly call_id: string;
  readonly understood: Understood[] = [];
  readonly received: { type: string }[] = [];
  readonly refused: string[] = [];
  readonly outputs: { call_id: string; output: string }[] = [];
  over: StandInCall["over"] = null;
  readonly #accent: Accent;
  readonly #connection: RealtimeConnection;
  readonly #listener: Listener;
  #session: Loose;
  #configured: boolean;
  #items: { id: string; type: string; role?: string; text: string }[] = [];
  #calls = new Set<string>();
  #response: RealtimeResponse | null = null;
  /** The ids of the answer that is heard now, and of those that will be after it. */
  #playing: Loose[] = [];
  #spoken = false;
  #turn = "";
  #overloaded = 0;
  readonly #sidebands = new Set<WebSocket>();

  /** @param session what the token holds; `null` where tokens hold nothing */
  constructor(
    call_id: string,
    session: Loose | null,
    accent: Accent = {},
    connect: (events: PeerEvents) => RealtimeConnection = (events) => new Peer(events),
  ) {
    this.call_id = call_id;
    this.#accent = accent;
    this.#session = session ?? {};
    this.#configured = session !== null;
    this.#connection = connect({
      opened: () => this.#opened(),
      message: (text) => this.#received(text),
      sound: (pcm) => this.#listener.hear(pcm),
      played: () => this.#played(),
      closed: () => this.#end("left"),
    });
    this.#listener = new Listener({
      started: () => this.#speechStarted(),
      stopped: (turn) => this.#speechStopped(understand(turn)),
    });
  }

  answer = async (offer: string) => (await this.#connection.answer?.(offer)) ?? "";
  heard = () => this.#listener.all();

  get setup(): ReceivedSetup | null {
    return this.#configured ? setupOf(this.#session, this.#accent.transcribesUnasked) : null;
  }

  /** Another connection of the service's to the same call. */
  attach(sideband: WebSocket): void {
    this.#sidebands.add(sideband);
    sideband.on("message", (data) => this.#received(String(data)));
    sideband.on("close", () => this.#sidebands.delete(sideband));
  }

  hangUp(): void {
    this.#end("hung up");
  }

  drop(): void {
    this.#end("dropped");
  }

  expire(): void {
    const message = "Your session hit the maximum duration of 60 minutes.";
    this.#send({ type: "error", error: { type: "invalid_request_error", code: "session_expired", message } });
    // What is on its way arrives before the connection is closed.
    setTimeout(() => this.#end("expired"), 100);
  }

  stumble(event_id: string | null = null): void {
    const message = "The server had an error while processing your request.";
    this.#send({
      type: "error",
      error: { type: "server_error", code: "server_error", message, param: null, event_id },
    });
  }

  /** So many of the next answers that are asked for are refused. */
  overload(times = 1): void {
    this.#overloaded = times;
  }

  #end(over: StandInCall["over"]): void {
    if (this.over) return;
    this.over = over;
    this.#response?.stop();
    this.#connection.close(over === "dropped");
    for (const sideband of this.#sidebands) sideband.close(1000);
  }

  #send(event: { type: string; [field: string]: unknown }): void {
    const own = this.#accent.rename ? this.#accent.rename(event) : event;
    if (!own || this.over) return;
    const sent = { event_id: newId("event"), ...own };
    this.#connection.send(sent);
    for (const sideband of this.#sidebands) sideband.send(JSON.stringify(sent));
  }

  #opened(): void {
    const session = { object: "realtime.session", id: newId("sess"), ...this.#session };
    this.#send({ type: "session.created", session });
    for (const event of this.#accent.extra ?? []) this.#connection.send(event);
  }

  #received(text: string): void {
    const message = JSON.parse(text) as Loose & { type: string };
    this.received.push(message);
    try {
      this.#take(message);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, param } = error;
      // The two messages may cross each other.
      if (code !== "response_cancel_not_active") this.refused.push(`${message.type}: ${code}: ${error.message}`);
      const event_id = message.event_id ?? null;
      const fault = { type: "invalid_request_error", code, message: error.message, param, event_id };
      this.#send({ type: "error", error: fault });
    }
  }

  /** @throws Refusal */
  #take(message: Loose & { type: string }): void {
    switch (message.type) {
      case "session.update":
        this.#update(message.session);
        return;
      case "conversation.item.create":
        this.#create(message.item);
        return;
      case "response.create":
        this.#respond(message);
        return;
      case "response.cancel":
        if (this.#accent.cancelSilences) this.#silence();
        if (!this.#response)
          throw new Refusal("response_cancel_not_active", "Cancellation failed: no active response found");
        this.#response.cancel("client_cancelled");
        return;
      case "conversation.item.truncate":
        if (!this.#items.some(({ id }) => id === message.item_id))
          throw new Refusal("item_truncate_invalid_item_id", `No item '${message.item_id}'.`, "item_id");
        this.#send({ ...message, type: "conversation.item.truncated" });
        return;
      case "output_audio_buffer.clear":
        if (this.#accent.cancelSilences)
          throw new Refusal("invalid_value", `Unknown event: '${message.type}'.`, "type");
        this.#silence();
        return;
      default:
        throw new Refusal("invalid_value", `Invalid value: '${message.type}'.`, "type");
    }
  }

  #update(session: unknown): void {
    checkSession(session, this.#accent);
    const voice = session.audio?.output?.voice;
    if (this.#configured && session.model !== undefined && session.model !== this.#session.model)
      throw new Refusal("cannot_update_model", "The model cannot be changed.");
    if (this.#spoken && voice !== undefined && voice !== this.#session.audio?.output?.voice)
      throw new Refusal("cannot_update_voice", "Cannot update a conversation's voice if assistant audio is present.");
    const { input = {}, output = {} } = this.#session.audio ?? {};
    this.#session = {
      ...this.#session,
      ...session,
      audio: { input: { ...input, ...session.audio?.input }, output: { ...output, ...session.audio?.output } },
    };
    this.#configured = true;
    this.#send({ type: "session.updated", session: this.#session });
  }

  #create(item: Loose | undefined): void {
    checkItem(item, this.#calls);
    if (item.type === "function_call_output") {
      this.#calls.delete(item.call_id);
      this.outputs.push({ call_id: item.call_id, output: item.output });
    }
    const id = item.id ?? newId("item");
    const text = item.output ?? item.content.map((part: Loose) => part.text ?? "").join(" ");
    const before = this.#place(id, item.type, text, item.role);
    const made = { ...item, id, ...(item.type === "message" && { status: "completed" }) };
    this.#send({ type: "conversation.item.added", previous_item_id: before, item: made });
    this.#send({ type: "conversation.item.done", previous_item_id: before, item: made });
  }

  #respond({ response, event_id }: Loose): void {
    if (this.#overloaded) {
      this.#overloaded--;
      this.stumble(event_id);
      return;
    }
    if (this.#response)
      throw new Refusal(
        "conversation_already_has_active_response",
        `Conversation already has an active response in progress: ${this.#response.id}.`,
      );
    if (!this.#configured) throw new Refusal("invalid_value", "The session has no set-up.");
    checkResponse(response);
    const exactly = /^Say exactly: (.+)$/s.exec(response?.instructions ?? this.#orders() ?? "")?.[1];
    this.#speak(exactly ? { text: exactly, calls: [] } : this.#think());
  }

  /** What a typed item orders to say, for vendors whose greeting is asked for so. */
  #orders = () => this.#items.findLast(({ role }) => role === "user")?.text;

  #think(): Answer {
    const last = this.#items.findLastIndex(({ type, role }) => type !== "function_call_output" && role !== "system");
    const outputs = this.#items.slice(last + 1).filter(({ type }) => type === "function_call_output");
    if (outputs.length > 0) return answerToOutputs(outputs.map(({ text }) => text));
    const tools = (this.#session.tools ?? []).map(({ name }: { name: string }) => name);
    return answerTo(this.#items[last]?.text ?? "", tools);
  }

  #speak(answer: Answer): void {
    this.#spoken = true;
    const response = new RealtimeResponse(
      answer,
      {
        send: (event) => this.#send(event),
        place: (id) => {
          const added = this.#place(id, "message", answer.text, "assistant");
          // What the recordings show of the end of a conversation's second item: it names nothing.
          return { added, done: this.#items.length === 2 ? null : added };
        },
        audio: () => ({
          output: { format: { type: "audio/pcm", rate: 24_000 }, voice: "marin", ...this.#session.audio?.output },
        }),
        play: (pcm, at) => {
          this.#playing.push(at);
          if (this.#playing.length === 1) this.#sounds();
          this.#connection.play(pcm, at);
        },
        done: (over) => {
          if (this.#response === over) this.#response = null;
          for (const { call_id } of over.status === "completed" ? over.calls : []) this.#calls.add(call_id);
        },
      },
      !this.#accent.namelessArguments,
    );
    if (response.status === "in_progress") this.#response = response;
  }

  #sounds(): void {
    const [now] = this.#playing;
    if (now) this.#send({ type: "output_audio_buffer.started", response_id: now.response_id });
  }

  #played(): void {
    const over = this.#playing.shift();
    if (over) this.#send({ type: "output_audio_buffer.stopped", response_id: over.response_id });
    this.#sounds();
  }

  /** Takes back what has not been heard. */
  #silence(): void {
    const [now] = this.#playing.splice(0);
    this.#connection.clear?.();
    if (!now || !this.#connection.clear) return;
    this.#send({ type: "output_audio_buffer.cleared", response_id: now.response_id });
    const where = { item_id: now.item_id, content_index: 0, audio_end_ms: 100 };
    this.#send({ type: "conversation.item.truncated", ...where });
  }

  #speechStarted(): void {
    this.#turn = newId("item");
    const audio_start_ms = this.#listener.ms;
    this.#send({ type: "input_audio_buffer.speech_started", audio_start_ms, item_id: this.#turn });
    if (this.#detection?.interrupt_response === false) return;
    this.#response?.cancel("turn_detected");
    if (!this.#accent.cancelSilences) this.#silence();
  }

  #speechStopped(turn: Understood): void {
    const id = this.#turn;
    this.understood.push(turn);
    this.#send({ type: "input_audio_buffer.speech_stopped", audio_end_ms: this.#listener.ms, item_id: id });
    const before = this.#place(id, "message", turn.text, "user");
    const content = [{ type: "input_audio", transcript: null }];
    const item = { id, type: "message", status: "completed", role: "user", content };
    this.#send({ type: "input_audio_buffer.committed", item_id: id, previous_item_id: before });
    this.#send({ type: "conversation.item.added", previous_item_id: before, item });
    this.#send({ type: "conversation.item.done", previous_item_id: before, item });
    if (this.#detection?.create_response !== false) {
      this.#response?.cancel("turn_detected");
      this.#speak(this.#think());
    }
    if (!this.setup?.transcribes) return;
    setTimeout(() => {
      const type = "conversation.item.input_audio_transcription";
      for (const delta of [turn.text.slice(0, 8), turn.text.slice(8)])
        this.#send({ type: `${type}.delta`, item_id: id, content_index: 0, delta, obfuscation: newId("x") });
      const usage = { type: "duration", seconds: Math.ceil(this.#listener.ms / 1000) };
      this.#send({ type: `${type}.completed`, item_id: id, content_index: 0, transcript: turn.text, usage });
    }, TRANSCRIPTION_MS);
  }

  get #detection(): Loose | undefined {
    return this.#session.audio?.input?.turn_detection;
  }

  #place(id: string, type: string, text: string, role?: string): string | null {
    const before = this.#items.at(-1)?.id ?? null;
    this.#items.push({ id, type, text, ...(role && { role }) });
    return before;
  }
}

/** A session's settings in the vocabulary of all stand-ins. */
export function setupOf(session: Loose, transcribesUnasked = false): ReceivedSetup {
  const { input, output } = session.audio ?? {};
  return {
    model: session.model ?? null,
    instructions: session.instructions ?? "",
    voice: output?.voice ?? null,
    tools: (session.tools ?? []).map(({ name }: { name: string }) => name),
    transcribes: Boolean(input?.transcription) || (transcribesUnasked && input?.transcription === undefined),
    interrupts: Boolean(input?.turn_detection) && input.turn_detection.interrupt_response !== false,
  };
}
