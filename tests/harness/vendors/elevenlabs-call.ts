import type { WebSocket } from "ws";
import { pcmOfUlaw, ulawOfPcm } from "../../../widget/audio/ulaw.ts";
import { type Answer, answerTo, answerToOutputs } from "./answers.ts";
import { heardAt, type SpeechStream, streamSpeech } from "./paced-audio.ts";
import { Listener, type Understood, understand } from "./speech-recognizer.ts";
import type { ReceivedSetup, StandInCall } from "./stand-in.ts";
import { RATE } from "./voice-rate.ts";

// biome-ignore lint/suspicious/noExplicitAny: whatever a client sends.
type Message = Record<string, any>;

/** An agent as its owner set it up at the vendor. */
export interface ConvaiAgent {
  first_message: string;
  tools: string[];
  /** Fields that a client may override. */
  overrides: string[];
  /** Variables that its prompt names. */
  variables: string[];
  /** Of both directions. */
  format: "pcm_16000" | "pcm_22050" | "ulaw_8000";
}

/** Pings that may wait for their pong: a page on a busy machine stands still at times. */
const UNANSWERED = 5;
/** From the end of the visitor's turn to the answer. */
const THINKS_MS = 60;

export const LAST_WORDS = "Goodbye, and thank you for calling the bakery at the harbour.";

interface Spoken {
  text: string;
  begun: number;
  speech: SpeechStream;
}

const leaves = (value: unknown, name = ""): [string, unknown][] =>
  value && typeof value === "object"
    ? Object.entries(value).flatMap(([key, part]) => leaves(part, key))
    : [[name, value]];

/** ElevenLabs' side of one conversation. */
export class ElevenLabsCall implements StandInCall {
  readonly call_id: string;
  setup: ReceivedSetup | null = null;
  readonly understood: Understood[] = [];
  readonly received: { type: string }[] = [];
  readonly refused: string[] = [];
  readonly outputs: { call_id: string; output: string; is_error: boolean }[] = [];
  over: StandInCall["over"] = null;
  /** What the client gave at the start. */
  variables: Message = {};
  /** Notes by their `context_id`. */
  readonly notes = new Map<string, string>();
  readonly #socket: WebSocket;
  readonly #agent: ConvaiAgent;
  readonly #listener: Listener;
  readonly #begun = Date.now();
  readonly #rate: number;
  readonly #ping_ms: number;
  #ping: NodeJS.Timeout | undefined;
  #pinged = new Set<number>();
  #events = 0;
  #spoken: Spoken | null = null;
  #thinking: NodeJS.Timeout | undefined;
  #waiting: { call_id: string }[] = [];
  #outputs: string[] = [];
  #corrections: object[] = [];

  /** @param ping_ms between two pings */
  constructor(socket: WebSocket, call_id: string, agent: ConvaiAgent, ping_ms: number) {
    this.#ping_ms = ping_ms;
    this.#socket = socket;
    this.call_id = call_id;
    this.#agent = agent;
    this.#rate = Number(agent.format.split("_")[1]);
    this.#listener = new Listener({
      started: () => this.#interrupt(),
      stopped: (turn) => this.#hear(understand(turn)),
    });
    socket.on("message", (data, binary) => this.#receive(String(data), binary));
    socket.on("close", () => {
      this.over ??= "left";
      this.#spoken?.speech.stop();
      clearInterval(this.#ping);
      clearTimeout(this.#thinking);
    });
  }

  get seconds(): number {
    return Math.ceil((Date.now() - this.#begun) / 1000);
  }

  heard = () => this.#listener.all();

  drop(): void {
    this.over = "dropped";
    this.#socket.terminate();
  }

  expire(): void {
    this.over = "expired";
    this.#error("max_duration_exceeded", "Max duration exceeded", 1000);
  }

  stumble(): void {
    const fault = { code: 1011, error_type: "llm_timeout", message: "The model took too long" };
    this.#send("error", "error_event", fault);
  }

  #receive(text: string, binary: boolean) {
    if (binary) return this.#refuse("Binary frames");
    const message = JSON.parse(text) as Message;
    const { user_audio_chunk, type } = message;
    const sound = user_audio_chunk !== undefined;
    // What was heard the listener keeps.
    this.received.push({ ...(!sound && message), type: type ?? (sound ? "user_audio_chunk" : "nothing") });
    if (!this.setup) return type === "conversation_initiation_client_data" ? this.#begin(message) : this.#first(type);
    if (user_audio_chunk !== undefined) {
      if (type !== undefined) return this.#refuse("Audio has no type here");
      const pcm = this.#agent.format === "ulaw_8000" ? pcmOfUlaw(user_audio_chunk) : user_audio_chunk;
      return this.#listener.hear(heardAt(pcm, this.#rate));
    }
    switch (type) {
      case "pong":
        if (!this.#pinged.delete(message.event_id)) this.#refuse(`A pong for ${message.event_id}`);
        return;
      case "user_message":
        if (typeof message.text !== "string" || message.text === "") return this.#refuse("A message without text");
        this.#interrupt({ typed: true });
        return this.#think(message.text);
      case "contextual_update":
        if (typeof message.text !== "string" || message.text === "") return this.#refuse("A note without text");
        this.notes.set(message.context_id ?? `note ${this.notes.size}`, message.text);
        return;
      case "client_tool_result":
        return this.#take(message);
      case "feedback":
        if (!["like", "dislike", null].includes(message.score)) this.#refuse("Feedback without a score");
        return;
      case "user_activity":
        return;
      case "mcp_tool_approval_result":
        if (typeof message.is_approved !== "boolean") this.#refuse("An approval that is none");
        return;
      default:
        this.#refuse(`Unknown message ${type}`);
    }
  }

  #first(type: string): void {
    this.refused.push(`${type} before the initiation data`);
    this.#socket.close(1002, "Expected conversation_initiation_client_data");
  }

  #begin({ conversation_config_override = {}, dynamic_variables = {} }: Message): void {
    const overrides = leaves(conversation_config_override).filter(([name]) => name !== "");
    for (const [name, value] of overrides) {
      if (value !== null && value !== "" && this.#agent.overrides.includes(name)) continue;
      this.refused.push(`override ${name}`);
      this.#socket.close(1008, `Override for field '${name}' is not allowed by config`);
      return;
    }
    for (const [name, value] of Object.entries(dynamic_variables))
      if (!["string", "number", "boolean"].includes(typeof value)) this.#refuse(`A variable ${name} that is not flat`);
    const missing = this.#agent.variables.filter((name) => !(name in dynamic_variables));
    if (missing.length > 0) {
      this.refused.push(`missing ${missing}`);
      this.#error("missing_dynamic_variable", `Missing required dynamic variables: ${missing}`, 1008);
      return;
    }
    this.variables = dynamic_variables;
    const { tools, format } = this.#agent;
    this.setup = { model: null, instructions: "", voice: null, tools, transcribes: true, interrupts: true };
    this.#send("conversation_initiation_metadata", "conversation_initiation_metadata_event", {
      conversation_id: this.call_id,
      agent_output_audio_format: format,
      user_input_audio_format: format,
    });
    this.#beat();
    this.#ping = setInterval(() => this.#beat(), this.#ping_ms);
    const override = conversation_config_override.agent?.first_message;
    const first = override ?? this.#agent.first_message;
    if (first) this.#speak({ text: first, calls: [] });
  }

  #beat(): void {
    if (this.#pinged.size === UNANSWERED) {
      this.refused.push("no pong");
      this.#socket.close(1002, "No pong");
      return;
    }
    this.#pinged.add(this.#send("ping", "ping_event", { ping_ms: 20 }));
  }

  /** Only the vendor knows how much of its answer was sent; how much was heard it computes from the time. */
  #interrupt({ typed = false } = {}): void {
    clearTimeout(this.#thinking);
    const spoken = this.#spoken;
    this.#spoken = null;
    if (!spoken) return;
    spoken.speech.stop();
    const part = (Date.now() - spoken.begun) / spoken.speech.ms;
    if (part >= 1) return;
    this.#send("interruption", "interruption_event", {});
    const words = spoken.text.split(" ");
    const correction = {
      original_agent_response: spoken.text,
      corrected_agent_response: `${words.slice(0, Math.ceil(words.length * part)).join(" ")}...`,
    };
    // Where the visitor typed, it comes with the next answer.
    if (typed) this.#corrections.push(correction);
    else this.#send("agent_response_correction", "agent_response_correction_event", correction);
  }

  #hear(turn: Understood): void {
    this.understood.push(turn);
    this.#send("tentative_user_transcript", "tentative_user_transcription_event", {
      user_transcript: turn.text.slice(0, turn.text.length / 2),
    });
    this.#send("user_transcript", "user_transcription_event", { user_transcript: turn.text });
    this.#think(turn.text);
  }

  #think(text: string): void {
    this.#thinking = setTimeout(() => {
      if (/goodbye/i.test(text)) this.#leave();
      else this.#speak(answerTo(text, this.#agent.tools));
    }, THINKS_MS);
  }

  #speak({ text, calls }: Answer, sent = () => {}): void {
    let written = false;
    const writeText = () => {
      if (written) return;
      written = true;
      this.#send("agent_response", "agent_response_event", { agent_response: text });
      for (const correction of this.#corrections.splice(0))
        this.#send("agent_response_correction", "agent_response_correction_event", correction);
    };
    const piece = (pcm: string) => {
      this.#send("audio", "audio_event", { audio_base_64: this.#wire(pcm) });
      // The text is known a little after the sound begins.
      writeText();
    };
    const all = () => {
      this.#call(calls);
      sent();
    };
    this.#spoken = { text, begun: Date.now(), speech: streamSpeech(text, piece, all) };
  }

  /** Its last words are sent faster than they are heard; then it waits for the client, which ends by itself. */
  #leave(): void {
    this.#speak({ text: LAST_WORDS, calls: [] }, () => {
      const end = { tool_name: "end_call", tool_call_id: "call_end", tool_type: "system", is_error: false };
      this.#send("agent_tool_response", "agent_tool_response", { ...end, is_called: true });
    });
  }

  #call(calls: Answer["calls"]): void {
    for (const call of calls) {
      const tool_call_id = `call_${this.#events}`;
      this.#waiting.push({ call_id: tool_call_id });
      const parameters = JSON.parse(call.arguments);
      this.#send("client_tool_call", "client_tool_call", { tool_name: call.name, tool_call_id, parameters });
    }
  }

  #take({ tool_call_id, result, is_error }: Message) {
    const place = this.#waiting.findIndex(({ call_id }) => call_id === tool_call_id);
    if (place < 0) return this.#refuse(`A result of the unknown call ${tool_call_id}`);
    if (typeof result !== "string" || typeof is_error !== "boolean") return this.#refuse("A result that is no text");
    this.#waiting.splice(place, 1);
    this.outputs.push({ call_id: tool_call_id, output: result, is_error });
    this.#outputs.push(result);
    if (this.#waiting.length === 0) this.#speak(answerToOutputs(this.#outputs.splice(0)));
  }

  /** The voice is at 24 kHz. */
  #wire(base64: string): string {
    const bytes = Buffer.from(base64, "base64");
    const sound = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
    const pcm = new Int16Array(Math.floor((sound.length * this.#rate) / RATE));
    for (let index = 0; index < pcm.length; index++) pcm[index] = sound[Math.floor((index * RATE) / this.#rate)] ?? 0;
    const text = Buffer.from(pcm.buffer).toString("base64");
    return this.#agent.format === "ulaw_8000" ? ulawOfPcm(text) : text;
  }

  #error(error_type: string, message: string, code: number): void {
    this.#send("error", "error_event", { code, error_type, message });
    this.#socket.close(code, message);
  }

  #refuse(message: string): void {
    this.refused.push(message);
    this.#send("error", "error_event", { code: 1008, error_type: "invalid_message", message });
  }

  /** @returns its event id: they grow */
  #send(type: string, name: string, event: object): number {
    this.#events++;
    const whole = type === "conversation_initiation_metadata" ? event : { ...event, event_id: this.#events };
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify({ type, [name]: whole }));
    return this.#events;
  }
}
