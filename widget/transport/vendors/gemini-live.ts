import type { SessionFault } from "../../errors.ts";
import { toJson } from "../../json.ts";
import type { CreateProtocol, Protocol, TransportOptions, Wire } from "../transport.ts";
import { objectOf, type ServerMessage, userTurn } from "./gemini-messages.ts";
import { Turns } from "./gemini-turns.ts";

/** The calls of one message are answered together, in their order. */
type Calls = Map<string, { name: string; response?: object }>;

/** Tells the model to stop. The vendor has no word of its own for it; what it answers to this is not heard. */
const STOP = "(The visitor stopped your answer. Say nothing, and wait for them.)";

/**
 * After the first turn these close the connection at `clientContent`. They take texts as `realtimeInput`, and answer each
 * of them aloud.
 */
const REALTIME_TEXT = /gemini-3\.1-flash-live/;

/** Google's Gemini Live, as a client. */
class GeminiLive implements Protocol {
  readonly rates = { input: 16_000, output: 24_000 };
  leaving = false;
  readonly #wire: Wire;
  readonly #call: TransportOptions;
  readonly #turns: Turns;
  readonly #realtimeText: boolean;
  #ready = false;
  /** What was to be sent while nothing may be. */
  #waiting: object[] = [];
  /** Notes by their subject, not yet sent. */
  #notes = new Map<string, string>();
  #calls: Calls[] = [];
  /** What the running turn cost so far: the last word on it counts. */
  #usage: object | null = null;
  #usages = 0;

  constructor(wire: Wire, call: TransportOptions) {
    this.#wire = wire;
    this.#call = call;
    this.#turns = new Turns(wire);
    this.#realtimeText = REALTIME_TEXT.test(`${call.setup?.model}`);
  }

  address(): { url: string; protocols: string[] } {
    const token = encodeURIComponent(this.#call.token).replaceAll("%2F", "/");
    return { url: `${this.#call.url}?access_token=${token}`, protocols: [] };
  }

  open(): void {
    this.#wire.send({ setup: this.#call.setup ?? {} });
  }

  audio(data: string): object {
    return { realtimeInput: { audio: { data, mimeType: `audio/pcm;rate=${this.rates.input}` } } };
  }

  pause(): object {
    return { realtimeInput: { audioStreamEnd: true } };
  }

  greet(text: string): void {
    this.#turns.ask();
    this.#say([`Say exactly: ${text}`]);
  }

  sendText(id: string, text: string): void {
    this.#turns.stop();
    this.#turns.ask(id);
    this.#say([...this.#noted(), text]);
  }

  /** Anything that is sent cuts the agent short, so a note waits until it is quiet, or for the next text. */
  sendNote(text: string, subject = text): void {
    this.#notes.set(subject, text);
    this.#rest();
  }

  answerTool(call_id: string, output: string): void {
    const calls = this.#calls.find((group) => group.has(call_id));
    const call = calls?.get(call_id);
    if (!calls || !call || call.response) return;
    call.response = objectOf(output);
    this.#answered(calls);
  }

  /** Only a complete turn of the visitor's interrupts for certain, and the model answers it. */
  interrupt(): void {
    if (this.#turns.stop(true)) this.#say([STOP]);
  }

  receive(message: Record<string, unknown>): void {
    const { setupComplete, serverContent, voiceActivity, toolCall, toolCallCancellation, usageMetadata, ...rest } =
      message as ServerMessage;
    if (setupComplete) this.#begun();
    const activity = voiceActivity?.type ?? voiceActivity?.voiceActivityType;
    if (activity !== undefined) this.#turns.voice(/START/.test(activity));
    if (toolCallCancellation) this.#cancel(toolCallCancellation.ids ?? []);
    if (serverContent) this.#read(serverContent);
    if (toolCall) this.#ask(toolCall.functionCalls ?? []);
    if (serverContent?.turnComplete) this.#turns.complete(this.#calls.length > 0);
    if (usageMetadata) this.#usage = usageMetadata;
    if (this.#usage && !this.#turns.active) this.#used(this.#usage);
    const { goAway, sessionResumptionUpdate: _, ...unknown } = rest;
    if (goAway) {
      this.leaving = true;
      this.#wire.emit({ type: "leaving", in_ms: (Number.parseFloat(goAway.timeLeft ?? "") || 0) * 1_000 });
    }
    for (const kind of Object.keys(unknown)) this.#wire.unknown?.(kind);
    this.#rest();
  }

  fault(code: number, reason: string): SessionFault | undefined {
    // The token's own time, which is the longest that this agent talks.
    if (code === 1008 && /expire/i.test(reason)) this.#wire.expired();
    const said = code === 1007 || code === 1008 || code === 1011;
    return said ? { code: "vendor_failed", message: `The voice provider refused (${code}): ${reason}` } : undefined;
  }

  #begun(): void {
    this.#ready = true;
    this.#wire.opened();
    for (const message of this.#waiting.splice(0)) this.#wire.send(message);
  }

  #read(content: NonNullable<ServerMessage["serverContent"]>): void {
    const { inputTranscription: input, interimInputTranscription: interim, outputTranscription: output } = content;
    if (content.interrupted) this.#turns.interrupted();
    if (input?.text || input?.finished) this.#turns.hear(input.text ?? "", { finished: input.finished === true });
    if (interim?.text) this.#turns.hear(interim.text, { interim: true });
    for (const { inlineData, text, thought } of content.modelTurn?.parts ?? []) {
      if (inlineData?.data && inlineData.mimeType?.startsWith("audio/")) this.#turns.play(inlineData.data);
      if (text && !thought) this.#turns.speak(text, false);
    }
    if (output?.text) this.#turns.speak(output.text, true);
    if (content.generationComplete) this.#turns.generated(this.#calls.length > 0);
  }

  #ask(asked: NonNullable<NonNullable<ServerMessage["toolCall"]>["functionCalls"]>): void {
    const calls: Calls = new Map();
    for (const { id, name = "" } of asked) if (id) calls.set(id, { name });
    if (!calls.size) return;
    this.#calls.push(calls);
    if (!this.#turns.call()) {
      for (const call of calls.values()) call.response = { error: "The visitor stopped this" };
      this.#answered(calls, { stopped: true });
      return;
    }
    for (const { id, name = "", args } of asked) {
      if (!id) continue;
      this.#turns.add(id);
      this.#wire.emit({ type: "tool_call", call: { id, call_id: id, name, arguments: toJson(args ?? {}) } });
    }
  }

  /** The model no longer wants these; what they answer is not sent. */
  #cancel(ids: string[]): void {
    for (const calls of this.#calls) {
      const before = calls.size;
      for (const id of ids) calls.delete(id);
      if (calls.size < before) this.#answered(calls, { cancelled: true });
    }
  }

  #answered(calls: Calls, { cancelled = false, stopped = false } = {}): void {
    const answers = [...calls].map(([id, call]) => ({ id, ...call }));
    if (answers.some(({ response }) => !response)) return;
    this.#calls = this.#calls.filter((group) => group !== calls);
    if (answers.length) {
      if (!stopped) this.#turns.ask();
      this.#send({ toolResponse: { functionResponses: answers } });
    } else if (cancelled && !this.#turns.active) this.#wire.emit({ type: "turn_done", more: false });
  }

  /** Turns have no name of their own. */
  #used(reported: object): void {
    this.#usage = null;
    this.#usages++;
    this.#wire.emit({ type: "usage", id: `turn_${this.#usages}`, reported });
  }

  #noted(): string[] {
    const notes = [...this.#notes.values()];
    this.#notes.clear();
    return notes;
  }

  #say(texts: string[], turnComplete = true): void {
    this.#send(
      this.#realtimeText
        ? { realtimeInput: { text: texts.join("\n\n") } }
        : { clientContent: { turns: texts.map(userTurn), turnComplete } },
    );
  }

  #send(message: object): void {
    if (this.#ready) this.#wire.send(message);
    else this.#waiting.push(message);
  }

  /** Does what waited for a quiet moment. */
  #rest(): void {
    if (this.#realtimeText || !this.#ready || !this.#turns.quiet || this.#calls.length || !this.#notes.size) return;
    this.#say(this.#noted(), false);
  }
}

export const create: CreateProtocol = (wire, call) => new GeminiLive(wire, call);
