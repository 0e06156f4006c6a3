import type { SessionFault } from "../../errors.ts";
import type { Call, CreateProtocol, Protocol, Wire } from "../transport.ts";
import { objectOf, type ServerMessage, userTurn } from "./gemini-messages.ts";
import { Turns } from "./gemini-turns.ts";

/** The calls of one message are answered together, in their order. */
type Calls = Map<string, { name: string; response?: object }>;

/** A call that this many new connections in a row brought no further is over. */
const MAX_RESUMES = 3;
/** Before the vendor hangs up, milliseconds. */
const MARGIN_MS = 5_000;
/** Tells the model to stop without asking for an answer; the vendor has no word of its own for it. */
const STOP = "(The visitor stopped your answer. Wait for them.)";

/** Google's Gemini Live, as a client. */
class GeminiLive implements Protocol {
  readonly rates = { input: 16_000, output: 24_000 };
  readonly #wire: Wire;
  readonly #call: Call;
  readonly #turns: Turns;
  #ready = false;
  /** What was to be sent while nothing may be. */
  #waiting: object[] = [];
  /** What was asked and no answer has begun to: with its connection it may be lost. */
  #unheard: object | null = null;
  /** Notes by their subject, not yet sent. */
  #notes = new Map<string, string>();
  #calls: Calls[] = [];
  /** To go on with this conversation on another connection. */
  #handle: string | null = null;
  #resumes = 0;
  /** The vendor will hang up: the next quiet moment is for a new connection. */
  #leaving: ReturnType<typeof setTimeout> | null = null;
  /** What the running turn cost so far: the last word on it counts. */
  #usage: object | null = null;
  #usages = 0;

  constructor(wire: Wire, call: Call) {
    this.#wire = wire;
    this.#call = call;
    this.#turns = new Turns(wire);
  }

  address(): { url: string; protocols: string[] } {
    const token = encodeURIComponent(this.#call.token).replaceAll("%2F", "/");
    return { url: `${this.#call.url}?access_token=${token}`, protocols: [] };
  }

  open(): void {
    this.#ready = false;
    const resumption = this.#handle !== null && { sessionResumption: { handle: this.#handle } };
    this.#wire.send({ setup: { ...this.#call.setup, ...resumption } });
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

  /** Anything that is sent cuts the agent short, so a note waits until it is quiet. */
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

  interrupt(): void {
    this.#unheard = null;
    if (this.#turns.stop(true)) this.#say([STOP], false);
  }

  receive(message: Record<string, unknown>): void {
    const { setupComplete, serverContent, voiceActivity, toolCall, toolCallCancellation, usageMetadata, ...rest } =
      message as ServerMessage;
    if (setupComplete) this.#begun();
    if (rest.sessionResumptionUpdate) {
      const { newHandle, resumable } = rest.sessionResumptionUpdate;
      if (resumable && newHandle) this.#handle = newHandle;
    }
    if (voiceActivity) this.#turns.voice(/START/.test(voiceActivity.voiceActivityType ?? ""));
    if (toolCallCancellation) this.#cancel(toolCallCancellation.ids ?? []);
    if (serverContent?.modelTurn || serverContent?.outputTranscription || toolCall) this.#unheard = null;
    if (serverContent) this.#read(serverContent);
    if (toolCall) this.#ask(toolCall.functionCalls ?? []);
    if (serverContent?.turnComplete) this.#turns.complete(this.#calls.length > 0);
    if (usageMetadata) this.#usage = usageMetadata;
    if (this.#usage && !this.#turns.active) this.#used(this.#usage);
    if (rest.goAway) this.#leave(rest.goAway.timeLeft);
    this.#rest();
  }

  resumes(code: number): boolean {
    this.#ready = false;
    const leaving = this.#leaving !== null;
    this.#stay();
    this.#turns.broken();
    // A refusal would be the same again; a goodbye is one unless it was announced.
    if (code === 1007 || code === 1008 || (code === 1000 && !leaving)) return false;
    return this.#handle !== null && this.#resumes++ < MAX_RESUMES;
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
    if (this.#unheard && !this.#waiting.includes(this.#unheard)) {
      this.#turns.ask();
      this.#waiting.unshift(this.#unheard);
    }
    for (const message of this.#waiting.splice(0)) this.#wire.send(message);
  }

  #read(content: NonNullable<ServerMessage["serverContent"]>): void {
    this.#resumes = 0;
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
      this.#answered(calls);
      return;
    }
    for (const { id, name = "", args } of asked) {
      if (!id) continue;
      this.#turns.add(id);
      this.#wire.emit({ type: "tool_call", call: { id, call_id: id, name, arguments: JSON.stringify(args ?? {}) } });
    }
  }

  /** The model no longer wants these; what they answer is not sent. */
  #cancel(ids: string[]): void {
    for (const calls of this.#calls) {
      const before = calls.size;
      for (const id of ids) calls.delete(id);
      if (calls.size < before) this.#answered(calls, true);
    }
  }

  #answered(calls: Calls, cancelled = false): void {
    const answers = [...calls].map(([id, call]) => ({ id, ...call }));
    if (answers.some(({ response }) => !response)) return;
    this.#calls = this.#calls.filter((group) => group !== calls);
    if (answers.length) {
      this.#turns.ask();
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
    const message = { clientContent: { turns: texts.map(userTurn), turnComplete } };
    if (turnComplete) this.#unheard = message;
    this.#send(message);
  }

  #send(message: object): void {
    if (this.#ready) this.#wire.send(message);
    else this.#waiting.push(message);
  }

  #leave(timeLeft = ""): void {
    this.#stay();
    const milliseconds = (Number.parseFloat(timeLeft) || 0) * 1000;
    this.#leaving = setTimeout(() => this.#move(), Math.max(0, milliseconds - MARGIN_MS));
  }

  #stay(): void {
    if (this.#leaving !== null) clearTimeout(this.#leaving);
    this.#leaving = null;
  }

  /** Does what waited for a quiet moment. */
  #rest(): void {
    if (!this.#ready || !this.#turns.quiet || this.#calls.length) return;
    if (this.#leaving !== null && this.#handle !== null) this.#move();
    else if (this.#notes.size) this.#say(this.#noted(), false);
  }

  #move(): void {
    this.#stay();
    if (this.#handle === null) return;
    this.#ready = false;
    this.#turns.broken();
    this.#wire.reconnect?.();
  }
}

export const geminiLive: CreateProtocol = (wire, call) => new GeminiLive(wire, call);
