import type { WebSocket } from "ws";
import { type Answer, answerTo, answerToOutputs } from "./answers.ts";
import { newId } from "./ids.ts";
import { heardAt, type SpeechStream, streamSpeech } from "./paced-audio.ts";
import { checkItem, Refusal } from "./realtime-client.ts";
import { Listener, type Understood, understand } from "./speech-recognizer.ts";
import type { ReceivedSetup, StandInCall } from "./stand-in.ts";
import {
  asSaid,
  callFrames,
  doneFrame,
  endOfWords,
  type Message,
  startOfWords,
  type XaiToolCall,
} from "./xai-frames.ts";

interface XaiResponse {
  id: string;
  item_id: string;
  text: string;
  calls: XaiToolCall[];
  speech: SpeechStream;
  /** It is said because the client wrote it. */
  forced: boolean;
}

/** What a session takes at its top level. */
const SESSION = ["voice", "instructions", "turn_detection", "reasoning", "audio", "tools", "resumption", "replace"];
const TURN_DETECTION = ["type", "threshold", "silence_duration_ms", "prefix_padding_ms", "idle_timeout_ms"];
const PING_MS = 10_000;

/** xAI's side of one call; its frames are those of `xai-frames.ts`. */
export class XaiCall implements StandInCall {
  readonly call_id = null;
  setup: ReceivedSetup | null = null;
  readonly understood: Understood[] = [];
  readonly received: { type: string }[] = [];
  readonly refused: string[] = [];
  readonly outputs: { call_id: string; output: string }[] = [];
  over: StandInCall["over"] = null;
  readonly #socket: WebSocket;
  readonly #model: string | null;
  readonly #listener: Listener;
  readonly #ping: NodeJS.Timeout;
  #count = 0;
  #last: string | null = null;
  /** The visitor's own last spoken item: later ones name it, and skip what the agent said. */
  #spoken: string | null = null;
  #turn = "";
  #response: XaiResponse | null = null;
  #known = new Set<string>();
  /** Calls that no output came for. */
  #open = new Set<string>();
  /** The client asked for sound in binary frames. */
  #binary = false;
  /** What the visitor said last, not answered. */
  #asked: string | null = null;
  #unread: string[] = [];
  #interruptions = 0;

  constructor(socket: WebSocket, model: string | null) {
    this.#socket = socket;
    this.#model = model;
    this.#listener = new Listener({
      started: () => this.#speechStarted(),
      stopped: (turn) => this.#speechStopped(understand(turn)),
    });
    socket.on("message", (data: Buffer, binary) => {
      if (binary) this.#sound(data);
      else this.#receive(String(data));
    });
    socket.on("close", () => {
      this.over ??= "left";
      this.#response?.speech.stop();
      clearInterval(this.#ping);
    });
    this.#ping = setInterval(() => this.#send({ type: "ping", timestamp: Date.now() }), PING_MS);
    this.#send({ type: "session.created", session: {} });
    this.#send({ type: "conversation.created", conversation: { id: "conv_1", object: "realtime.conversation" } });
  }

  heard = () => this.#listener.all();

  drop(): void {
    this.over = "dropped";
    this.#socket.terminate();
  }

  expire(): void {
    this.over = "expired";
    this.#send({ type: "error", message: "The session reached its maximum duration.", code: "session_limit" });
    this.#socket.close(1000);
  }

  stumble(): void {
    this.#send({ type: "error", message: "Internal error", code: "internal_error" });
  }

  #sound(frame: Buffer): void {
    if (this.#binary) this.#listener.hear(heardAt(frame.toString("base64"), 24_000));
    else this.#refuse("Binary frames need transport:binary");
  }

  #receive(text: string) {
    const message = JSON.parse(text) as Message;
    this.received.push({ type: message.type });
    switch (message.type) {
      case "session.update":
        return this.#update(message.session ?? {});
      case "input_audio_buffer.append":
        if (this.#binary) return this.#refuse("Text where binary is due");
        return this.#listener.hear(heardAt(message.audio, 24_000));
      case "conversation.item.create":
        return this.#create(message.item ?? {});
      case "conversation.item.truncate":
        // It ignores truncation.
        if (!this.#known.has(message.item_id)) this.#error("Truncation failed: no such item");
        return;
      case "response.create":
        return this.#respond(message.response);
      case "response.cancel":
        if (!this.#response) return this.#error("Cancellation failed: no active response found");
        return this.#interrupt();
      default:
        this.#refuse(`Unknown event ${message.type}`);
    }
  }

  #update(session: Message) {
    for (const name of Object.keys(session)) if (!SESSION.includes(name)) this.#refuse(`Unknown field ${name}`);
    for (const end of ["input", "output"]) {
      const { format, transport = "json" } = session.audio?.[end] ?? {};
      if (format && (format.type !== "audio/pcm" || format.rate !== 24_000)) this.#refuse("Another format");
      if (!["json", "binary"].includes(transport)) this.#refuse("Another transport");
    }
    this.#binary = session.audio?.input?.transport === "binary";
    const { threshold = 0.5, ...detection } = session.turn_detection ?? {};
    const stray = Object.keys(detection).find((name) => !TURN_DETECTION.includes(name));
    if (stray || !(threshold >= 0.1 && threshold <= 0.9)) this.#refuse(`Turn detection: ${stray ?? threshold}`);
    this.setup = {
      model: this.#model,
      instructions: session.instructions ?? "",
      // Only here: under `audio` it is ignored.
      voice: session.voice ?? null,
      tools: (session.tools ?? []).map((tool: Message) => tool.name),
      transcribes: Boolean(session.audio?.input?.transcription),
      interrupts: session.turn_detection?.type === "server_vad",
    };
    this.#send({ type: "session.updated", session });
  }

  #create(item: Message) {
    if (!this.setup) return this.#refuse("An item before the session was set up");
    const id = item.id ?? this.#name("item");
    const forced = item.type === "force_message";
    try {
      // But for its type, it is any assistant's message; whether it may be interrupted is its own.
      const { interruptible, ...message } = item;
      checkItem(forced ? { ...message, type: "message" } : item, this.#open);
    } catch (error) {
      if (error instanceof Refusal) return this.#refuse(error.message);
      throw error;
    }
    if (forced && item.role !== "assistant") return this.#refuse("A force_message of somebody else");
    if (item.type === "function_call_output") {
      this.#open.delete(item.call_id);
      this.outputs.push({ call_id: item.call_id, output: item.output });
      this.#unread.push(item.output);
    } else if (item.role === "user") this.#asked = item.content[0].text;
    const role = item.type === "function_call_output" ? "tool" : item.role;
    // Tools' items name nothing before them.
    this.#add({ ...item, id, role, status: "completed" }, role === "tool" ? null : this.#last);
    // Spoken at once, and no event says that an answer begins.
    if (forced) this.#speak({ text: item.content[0].text, calls: [] }, id, false);
  }

  #respond(params: Message | undefined) {
    if (this.#response?.forced) return this.#refuse("An answer to a force_message would say it twice");
    if (this.#response) return this.#error("Conversation already has an active response in progress");
    if (params) this.#refuse("The greeting is a force_message here");
    const answer = this.#unread.length
      ? answerToOutputs(this.#unread.splice(0))
      : answerTo(this.#asked ?? "", this.setup?.tools ?? []);
    this.#asked = null;
    this.#speak(answer, this.#name("item"), true);
  }

  #speak({ text, calls }: Answer, item_id: string, announced: boolean): void {
    const id = this.#name("resp");
    // Both families of names are seen; in recordings, which have no forced message, only this one.
    const audio = announced ? "response.output_audio" : "response.audio";
    const ids = { response_id: id, item_id, output_index: 0, content_index: 0 };
    const response: XaiResponse = {
      id,
      item_id,
      text,
      forced: !announced,
      calls: calls.map((call) => ({ ...call, item_id: this.#name("item"), call_id: this.#name("call") })),
      speech: streamSpeech(
        text,
        (delta, words) => {
          this.#send({ type: `${audio}.delta`, ...ids, delta, audio_duration_ms: 100 });
          if (words) this.#send({ type: `${audio}_transcript.delta`, ...ids, delta: words, start_time: 0 });
        },
        () => {
          for (const frame of endOfWords(ids, text, audio, announced)) this.#send(frame);
          this.#done("completed");
        },
      ),
    };
    this.#response = response;
    if (!announced) return;
    for (const frame of startOfWords(ids, this.#last)) this.#send(frame);
    this.#known.add(item_id);
    this.#last = item_id;
  }

  #done(status: "completed" | "cancelled"): void {
    const response = this.#response;
    if (!response) return;
    this.#response = null;
    response.speech.stop();
    const calls = status === "completed" ? response.calls : [];
    for (const call of calls) {
      this.#open.add(call.call_id);
      for (const frame of callFrames(response.id, call)) this.#send(frame);
      this.#known.add(call.item_id);
      this.#last = call.item_id;
    }
    const said = status === "completed" && !response.forced ? [asSaid(response.item_id, response.text)] : [];
    this.#send(doneFrame(response.id, status, said, calls));
  }

  #speechStarted(): void {
    this.#turn = this.#name("item");
    const audio_start_ms = this.#listener.ms;
    this.#send({ type: "input_audio_buffer.speech_started", item_id: this.#turn, audio_start_ms });
    const content = [{ type: "input_audio", transcript: "" }];
    this.#add({ id: this.#turn, type: "message", status: "in_progress", role: "user", content }, this.#spoken);
    if (this.setup?.interrupts && this.#response) this.#interrupt();
  }

  /**
   * As LiveKit's plugin saw it: after some interruptions no `response.done` ever comes. Here after every other one, and
   * every other cancellation.
   */
  #interrupt(): void {
    if (this.#interruptions++ % 2 === 1) this.#done("cancelled");
    this.#response?.speech.stop();
    this.#response = null;
  }

  #speechStopped(turn: Understood): void {
    this.understood.push(turn);
    const item_id = this.#turn;
    this.#send({ type: "input_audio_buffer.speech_stopped", item_id, audio_end_ms: this.#listener.ms });
    this.#send({ type: "input_audio_buffer.committed", item_id, previous_item_id: this.#spoken });
    this.#spoken = item_id;
    this.#asked = turn.text;
    if (this.setup?.transcribes) this.#transcribe(item_id, turn.text);
    if (!this.#response) this.#respond(undefined);
  }

  /** Cumulative, and complete more than once. */
  #transcribe(item_id: string, text: string): void {
    const type = "conversation.item.input_audio_transcription";
    const half = text.slice(0, text.length / 2);
    const heard = (transcript = "") => ({ item_id, transcript, content_index: 0 });
    this.#send({ type: `${type}.updated`, ...heard(text.split(" ")[0]) });
    this.#send({ type: `${type}.updated`, ...heard(half) });
    this.#send({ type: `${type}.completed`, ...heard(half), status: "in_progress" });
    this.#send({ type: `${type}.completed`, ...heard(text), status: "completed" });
  }

  #add(item: Message, previous_item_id: string | null): void {
    this.#known.add(item.id);
    this.#send({ type: "conversation.item.added", item: { object: "realtime.item", ...item }, previous_item_id });
    this.#last = item.id;
  }

  #error(message: string): void {
    this.#send({ type: "error", error: { type: "invalid_request_error", message } });
  }

  #refuse(message: string): void {
    this.refused.push(message);
    this.#error(message);
  }

  #name(what: string): string {
    this.#count++;
    return `${what}_${this.#count}`;
  }

  #send(event: object): void {
    // `null` is its filler: nearly every event has it.
    if (this.#socket.readyState === this.#socket.OPEN)
      this.#socket.send(JSON.stringify({ event_id: newId("event"), previous_item_id: null, ...event }));
  }
}
