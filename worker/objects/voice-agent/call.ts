import { Answering } from "./answering.ts";
import type { CallEngine } from "./call-engine.ts";
import { ClientError } from "./client-error.ts";
import { type ClientEvent, eventIdOf, parseClientEvent, parseJson } from "./client-events.ts";
import { Conversation, type Entry } from "./conversation.ts";
import type { EventPace } from "./event-pace.ts";
import { fromPage } from "./from-page.ts";
import { createItem, deleteItem, retrieveItem, truncateItem } from "./item-events.ts";
import { decodeAudio } from "./pcm.ts";
import type { Heard, Pipeline, SpeechRecognizer } from "./pipeline.ts";
import { shownSession } from "./public-session.ts";
import type { CallStore, SavedCall } from "./saved-call.ts";
import { type Session, updateSession } from "./session.ts";
import { toPage } from "./to-page.ts";
import { type MessageItem, msOf, newId, type ServerEvent } from "./wire.ts";
import type { Words } from "./words.ts";

/**
 * One call: the client's events in, the server's events out. Pure except for the store and the pipeline: the time is an
 * argument, in unix milliseconds, and `wakeAt` says when it must be advanced without an event.
 */
export class Call implements CallEngine {
  readonly #store: CallStore;
  readonly #transmit: (message: string) => void;
  readonly #conversation: Conversation;
  readonly #answering: Answering;
  readonly #pipeline: Pipeline;
  readonly #recognizer: SpeechRecognizer;
  readonly #greeting: string | null;
  readonly #pace: EventPace;
  #session: Session;
  /** The item that the visitor's running turn will become. */
  #turn_id = newId("item");
  /** Turns whose words are not known yet, oldest first. */
  #unwritten: { entry: Entry; heard: Heard; words: Words }[] = [];
  #now = 0;

  constructor(
    saved: SavedCall,
    store: CallStore,
    transmit: (message: string) => void,
    pipeline: Pipeline,
    pace: EventPace,
  ) {
    this.#pipeline = pipeline;
    this.#pace = pace;
    this.#store = store;
    this.#transmit = transmit;
    this.#session = saved.session;
    this.#greeting = saved.initial_message;
    this.#conversation = new Conversation(store, saved.order, saved.entries);
    this.#answering = new Answering(saved, this.#conversation, pipeline, store, this.#send);
    this.#recognizer = pipeline.recognizer(
      {
        started: (at) => this.#speechStarted(at),
        stopped: (at, heard) => this.#speechStopped(at, heard),
        dropped: (at) => this.#speechDropped(at),
      },
      saved.position,
    );
  }

  /** Samples of audio received. */
  get position(): number {
    return this.#recognizer.position;
  }

  get wakeAt(): number | null {
    const at = Math.min(this.#answering.dueAt, this.#recognizer.wakeAt ?? Number.POSITIVE_INFINITY);
    return Number.isFinite(at) ? at : null;
  }

  open(): void {
    this.#send({ type: "session.created", session: this.#shown });
  }

  /** After the object lost its memory: the client is told that the running response is lost, so that it does not wait. */
  resume(): void {
    this.#answering.resume();
  }

  receive(message: string | ArrayBuffer, now: number): void {
    this.#now = now;
    let body: unknown = null;
    try {
      if (typeof message !== "string")
        throw new ClientError("invalid_event", "Binary messages are not part of this protocol. Send JSON as text.");
      body = parseJson(message);
      const event = parseClientEvent(body);
      const { keepsSettings, paid } = this.#pipeline;
      this.#pace.take(event, now);
      paid?.take(event, now);
      this.#handle(keepsSettings ? fromPage(event, this.#greeting) : event);
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      this.refuse(error, eventIdOf(body));
    }
  }

  note(text: string, now: number): boolean {
    this.#now = now;
    const content = [{ type: "input_text", text } as const];
    this.#handle({ type: "conversation.item.create", item: { type: "message", role: "system", content } });
    return true;
  }

  advance(now: number): void {
    this.#now = now;
    this.#recognizer.poll(now);
    this.#writeDown();
    this.#answering.advance(this.#session, now);
  }

  close(): void {
    this.#answering.close(this.#now);
    this.#pipeline.close();
  }

  refuse({ code, message, param }: ClientError, event_id: string | null = null): void {
    this.#send({ type: "error", error: { type: "invalid_request_error", code, message, param, event_id } });
  }

  readonly #send = (event: ServerEvent): void => {
    // Errors are in words of ours.
    const kept = this.#pipeline.keepsSettings && event.type !== "error";
    this.#transmit(JSON.stringify({ event_id: newId("event"), ...(kept ? toPage(event) : event) }));
  };

  #handle(event: ClientEvent): void {
    switch (event.type) {
      case "session.update":
        this.#update(event.session);
        break;
      case "input_audio_buffer.append":
        this.#append(event.audio);
        break;
      case "input_audio_buffer.commit":
        this.#userTurn(this.#recognizer.commit());
        break;
      case "input_audio_buffer.clear":
        this.#recognizer.clear();
        this.#send({ type: "input_audio_buffer.cleared" });
        break;
      case "output_audio_buffer.clear":
        throw new ClientError("invalid_value", "'output_audio_buffer.clear' is for WebRTC and SIP calls only.", "type");
      case "conversation.item.create":
        createItem(event, this.#conversation, this.#send);
        break;
      case "conversation.item.retrieve":
        retrieveItem(event, this.#conversation, this.#send);
        break;
      case "conversation.item.truncate":
        truncateItem(event, this.#conversation, this.#send);
        this.#answering.silenced(this.#now);
        break;
      case "conversation.item.delete":
        deleteItem(event, this.#conversation, this.#send);
        break;
      case "response.create":
        this.#answering.create(event.response ?? {}, this.#session, this.#now);
        break;
      case "response.cancel":
        this.#answering.cancel(event.response_id ?? null, this.#now);
        break;
    }
  }

  get #shown(): object {
    return this.#pipeline.keepsSettings ? this.#session : shownSession(this.#session);
  }

  #update(update: Extract<ClientEvent, { type: "session.update" }>["session"]): void {
    this.#session = updateSession(this.#session, update, this.#answering.spoken);
    this.#store.saveSession(this.#session);
    this.#send({ type: "session.updated", session: this.#shown });
  }

  #append(audio: string): void {
    const { turn_detection } = this.#session.audio.input;
    const playing = () => this.#answering.isPlaying(this.#now);
    this.#recognizer.append(decodeAudio(audio, "audio"), turn_detection, playing, this.#now);
  }

  #speechStarted(audio_start_ms: number): void {
    this.#send({ type: "input_audio_buffer.speech_started", audio_start_ms, item_id: this.#turn_id });
    if (this.#session.audio.input.turn_detection?.interrupt_response) this.#answering.interrupt(this.#now);
  }

  #speechStopped(audio_end_ms: number, heard: Heard): void {
    this.#send({ type: "input_audio_buffer.speech_stopped", audio_end_ms, item_id: this.#turn_id });
    this.#userTurn(heard);
    if (this.#session.audio.input.turn_detection?.create_response) this.#answering.answer(this.#session, this.#now);
  }

  #speechDropped(audio_end_ms: number): void {
    this.#send({ type: "input_audio_buffer.speech_stopped", audio_end_ms, item_id: this.#turn_id });
    this.#send({ type: "input_audio_buffer.cleared" });
  }

  #userTurn(heard: Heard): void {
    const { samples } = heard;
    this.#pace.heard();
    const item: MessageItem = {
      id: this.#turn_id,
      object: "realtime.item",
      type: "message",
      status: "completed",
      role: "user",
      content: [{ type: "input_audio", transcript: null }],
    };
    this.#turn_id = newId("item");
    const previous_item_id = this.#conversation.last;
    this.#send({ type: "input_audio_buffer.committed", item_id: item.id, previous_item_id });
    const entry = this.#conversation.insert(item);
    const written = samples && this.#session.audio.input.transcription;
    const words = written ? this.#pipeline.recognize?.(samples, this.#now) : null;
    if (samples) this.#conversation.keepAudio(item.id, samples, words);
    this.#send({ type: "conversation.item.added", previous_item_id, item });
    this.#send({ type: "conversation.item.done", previous_item_id, item });
    this.#unwritten.push({ entry, heard, words: words ?? { text: null } });
    this.#writeDown();
  }

  /** Sends the transcripts of turns whose words are known by now. */
  #writeDown(): void {
    if (this.#unwritten.length === 0) return;
    const turns = this.#unwritten.filter(({ words }) => words.text !== undefined);
    this.#unwritten = this.#unwritten.filter(({ words }) => words.text === undefined);
    for (const { entry, heard, words } of turns) this.#write(entry, heard.samples, words.text || heard.text);
  }

  #write(entry: Entry, samples: Int16Array | null, transcript: string): void {
    const { transcription } = this.#session.audio.input;
    // A pipeline that keeps the sound needs no words.
    if (samples && !transcription) return;
    (entry.item as MessageItem).content = [{ type: "input_audio", transcript }];
    this.#conversation.changed(entry);
    if (!transcription) return;
    this.#send({
      type: "conversation.item.input_audio_transcription.completed",
      item_id: entry.item.id,
      content_index: 0,
      transcript,
      usage: { type: "duration", seconds: msOf(samples?.length ?? 0) / 1_000 },
    });
  }
}
