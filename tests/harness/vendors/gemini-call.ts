import { randomBytes } from "node:crypto";
import type { WebSocket } from "ws";
import { type Answer, answerTo, answerToOutputs } from "./answers.ts";
import type { Message } from "./gemini-token.ts";
import { heardAt, type SpeechStream, streamSpeech } from "./paced-audio.ts";
import { Listener, type Understood, understand } from "./speech-recognizer.ts";
import type { ReceivedSetup, StandInCall } from "./stand-in.ts";
import { RATE } from "./voice-rate.ts";

export const setupOf = (setup: Message): ReceivedSetup => ({
  model: setup.model ?? null,
  instructions: setup.systemInstruction?.parts?.[0]?.text ?? "",
  voice: setup.generationConfig?.speechConfig?.voiceConfig?.prebuiltVoiceConfig?.voiceName ?? null,
  tools: (setup.tools ?? []).flatMap((tool: Message) => tool.functionDeclarations.map(({ name }: Message) => name)),
  transcribes: Boolean(setup.inputAudioTranscription),
  interrupts: setup.realtimeInputConfig?.activityHandling !== "NO_INTERRUPTION",
});

/**
 * Gemini's side of one connection, from the finished set-up on. Fragments, thoughts and the order of the last messages
 * are as `test_google_ws/test_audio_in_server_vad_turn` and `test_tool_call_round` of pydantic-ai's cassettes show them.
 */
export class GeminiCall implements StandInCall {
  readonly call_id = null;
  readonly setup: ReceivedSetup;
  readonly understood: Understood[] = [];
  readonly received: { type: string }[] = [];
  readonly refused: string[] = [];
  readonly outputs: { call_id: string; output: string }[] = [];
  over: StandInCall["over"] = null;
  /** Whether it says only after the visitor's first words that they interrupted it. */
  interruptsLate = false;
  /** The handle that it goes on from. */
  readonly resumed: string | null;
  readonly #socket: WebSocket;
  readonly #newHandle: ((handle: string) => void) | null;
  readonly #listener: Listener;
  #speech: SpeechStream | null = null;
  /** Until the model thinks that it was heard. */
  #playing: NodeJS.Timeout | undefined;
  #leaving: NodeJS.Timeout | undefined;
  #busy = false;
  /** The first turn was taken. */
  #answered = false;
  #thought = false;
  #awaited: string[] = [];
  #answers: string[] = [];
  /** The rest of what the visitor said, written late. */
  #late = "";
  #count = 0;
  readonly #begun = Date.now();
  readonly #blocking: boolean;

  /** @param newHandle hears of each handle that a session may be resumed with; `null` where the client wants none */
  constructor(socket: WebSocket, setup: Message, resumed: string | null, newHandle: ((handle: string) => void) | null) {
    this.#socket = socket;
    this.setup = setupOf(setup);
    const functions = (setup.tools ?? []).flatMap((tool: Message) => tool.functionDeclarations ?? []);
    this.#blocking = functions.every(({ behavior }: Message) => behavior === "BLOCKING");
    this.resumed = resumed;
    this.#newHandle = newHandle;
    this.#listener = new Listener({
      started: () => {
        this.#send({ voiceActivity: { type: "ACTIVITY_START", audioOffset: this.#offset() } });
        if (this.interruptsLate) this.#hush();
        else this.#interrupt();
      },
      stopped: (turn) => {
        this.#send({ voiceActivity: { type: "ACTIVITY_END", audioOffset: this.#offset() } });
        this.#understood(understand(turn));
      },
    });
    socket.on("close", () => {
      this.over ??= "left";
      this.#hush();
      clearTimeout(this.#leaving);
    });
    // With a single-use token: what users report of googleapis/js-genai#1513.
    if (resumed !== null) {
      socket.close(1011, "Internal error encountered.");
      return;
    }
    this.#send({ setupComplete: {} });
    this.#offerHandle();
  }

  heard = () => this.#listener.all();

  drop(): void {
    this.over = "dropped";
    this.#socket.terminate();
  }

  expire(): void {
    this.over = "expired";
    this.#socket.close(1008, "The auth token has expired");
  }

  stumble(): void {
    this.over = "dropped";
    this.#socket.close(1011, "Internal error encountered.");
  }

  /** Says that it will hang up, and does. */
  goAway(seconds: number): void {
    this.#send({ goAway: { timeLeft: `${seconds}s` } });
    this.#leaving = setTimeout(() => {
      this.over = "dropped";
      this.#socket.close(1011, "Deadline expired before operation could complete.");
    }, seconds * 1000);
  }

  /** One client message after the set-up. */
  receive(message: Message): void {
    const [type = "", ...more] = Object.keys(message);
    this.received.push({ type: type === "realtimeInput" ? `${type}.${Object.keys(message[type])}` : type });
    if (more.length) this.#refuse("Exactly one top-level key is allowed");
    else if (type === "realtimeInput") this.#hear(message.realtimeInput);
    else if (type === "clientContent") this.#read(message.clientContent);
    else if (type === "toolResponse") this.#take(message.toolResponse.functionResponses ?? []);
    else this.#refuse(`Unknown name "${type}"`);
  }

  #hear({ audio, text, audioStreamEnd, ...rest }: Message): void {
    if (Object.keys(rest).length) return void this.#refuse(`Unknown input ${Object.keys(rest)}`);
    if (text) {
      this.#interrupt();
      this.#ask(text);
    }
    // The turn ends as if silence had come.
    if (audioStreamEnd) this.#listener.hear(new Int16Array(RATE * 0.6));
    if (!audio) return;
    const rate = /^audio\/pcm;rate=(\d+)$/.exec(audio.mimeType)?.[1];
    if (!rate) this.#refuse(`Cannot hear ${audio.mimeType}`);
    else this.#listener.hear(heardAt(audio.data, Number(rate)));
  }

  #read({ turns = [], turnComplete }: Message): void {
    if (this.setup.model?.includes("gemini-3.1-flash-live") && this.#answered)
      return void this.#refuse("Request contains an invalid argument.");
    // Only a complete turn interrupts for certain.
    if (turnComplete) this.#interrupt();
    const text = turns.at(-1)?.parts?.[0]?.text;
    if (turns.some(({ role, parts }: Message) => !["user", "model"].includes(role) || !parts?.length))
      this.#refuse("A turn without role or parts");
    else if (turnComplete) this.#ask(text ?? "");
  }

  #take(responses: Message[]): void {
    for (const { id, name, response } of responses) {
      if (typeof response !== "object" || response === null || Array.isArray(response))
        return void this.#refuse('Invalid value at "response": not a Struct');
      if (!this.#awaited.includes(id) || !name) return void this.#refuse(`No call ${id} is open`);
      this.#awaited = this.#awaited.filter((other) => other !== id);
      this.#answers.push(JSON.stringify(response));
      this.outputs.push({ call_id: id, output: JSON.stringify(response) });
    }
    if (!this.#awaited.length) this.#speak(answerToOutputs(this.#answers.splice(0)));
  }

  #ask(text: string): void {
    const exactly = /^Say exactly: (.*)$/s.exec(text)?.[1];
    this.#speak(exactly === undefined ? answerTo(text, this.setup.tools) : { text: exactly, calls: [] });
  }

  #understood(turn: Understood): void {
    this.understood.push(turn);
    if (this.setup.transcribes) {
      // In fragments, and not all of them before the answer.
      const fragments = turn.text.match(/\s*\S+/g) ?? [];
      this.#late = fragments.pop() ?? "";
      for (const text of fragments) {
        this.#content({ inputTranscription: { text } });
        this.#interrupt();
      }
    }
    this.#speak(answerTo(turn.text, this.setup.tools), true);
  }

  #speak({ text, calls }: Answer, thinks = false): void {
    const begun = Date.now();
    this.#answered = true;
    this.#busy = true;
    if (this.#newHandle) this.#send({ sessionResumptionUpdate: { resumable: false } });
    // A thought, which must not be shown, comes before the words; those come before their sound.
    this.#thought = thinks;
    if (thinks)
      this.#content({ modelTurn: { parts: [{ text: "**Thinking**\n\nNot for the visitor.", thought: true }] } });
    const speech = streamSpeech(
      text,
      (data, words) => {
        if (words) this.#content({ outputTranscription: { text: words } });
        this.#content({ modelTurn: { parts: [{ inlineData: { mimeType: "audio/pcm;rate=24000", data } }] } });
        if (this.#late) this.#content({ inputTranscription: { text: this.#late } });
        this.#late = "";
      },
      () => {
        if (calls.length) return void this.#call(calls);
        this.#content({ generationComplete: true });
        this.#playing = setTimeout(() => this.#complete(), Math.max(0, begun + speech.ms - Date.now()));
      },
    );
    this.#speech = speech;
  }

  #call(calls: Answer["calls"]): void {
    const functionCalls = calls.map(({ name, arguments: args }) => {
      this.#count++;
      return { id: `function-call-${this.#count}`, name, args: JSON.parse(args) };
    });
    this.#awaited = functionCalls.map(({ id }) => id);
    this.#send({ toolCall: { functionCalls } });
    // Tools do not block unless they say so: the model talks on without the result.
    if (!this.#blocking) this.#speak({ text: "I will tell you when I know.", calls: [] });
  }

  #offset = () => `${((Date.now() - this.#begun) / 1000).toFixed(3)}s`;

  #complete(): void {
    this.#busy = false;
    const usageMetadata = {
      ...{ promptTokenCount: 40, responseTokenCount: 60, totalTokenCount: 100 },
      promptTokensDetails: [{ modality: "TEXT", tokenCount: 40 }],
      responseTokensDetails: [{ modality: "AUDIO", tokenCount: 60 }],
      ...(this.#thought && { thoughtsTokenCount: 12 }),
    };
    this.#send({ serverContent: { turnComplete: true }, usageMetadata });
    this.#offerHandle();
  }

  #interrupt(): void {
    if (!this.#busy) return;
    this.#hush();
    if (this.#awaited.length) this.#send({ toolCallCancellation: { ids: this.#awaited.splice(0) } });
    this.#answers = [];
    this.#content({ interrupted: true });
    this.#complete();
  }

  #hush(): void {
    this.#speech?.stop();
    clearTimeout(this.#playing);
  }

  #offerHandle(): void {
    if (!this.#newHandle) return;
    const handle = randomBytes(12).toString("hex");
    this.#newHandle(handle);
    this.#send({ sessionResumptionUpdate: { newHandle: handle, resumable: true } });
  }

  #content(serverContent: object): void {
    this.#send({ serverContent });
  }

  #refuse(why: string): void {
    this.refused.push(why);
    this.#socket.close(1007, why);
  }

  /** Always in binary frames. */
  #send(message: object): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(Buffer.from(JSON.stringify(message)));
  }
}
