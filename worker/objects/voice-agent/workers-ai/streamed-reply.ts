import type { CallHost } from "../call-engine.ts";
import { ConnectionRefused } from "../connection-refused.ts";
import type { PaidWork } from "../paid-work.ts";
import type { ReplyPart, ReplyRequest, ReplyStream } from "../pipeline.ts";
import type { WorkersAiCall } from "../rpc.ts";
import { sayExactly } from "../verbatim.ts";
import type { Item, MessageItem } from "../wire.ts";
import { readChat } from "./chat.ts";
import { newestPart, toChatTools, toMessages } from "./messages.ts";
import type { Models } from "./models.ts";
import type { Thoughts } from "./reasoning-filter.ts";
import { Sentences } from "./sentences.ts";
import { speechModelFor, synthesize } from "./speech.ts";
import { spokenText } from "./spoken-text.ts";

/** The most tokens of an answer: some minutes of speech; and of what a model may think before it. */
const MAX_TOKENS = 1_024;
const MAX_THOUGHTS = 3_072;
/** How much later a model that refused is asked once more, milliseconds: what is short comes back in seconds. */
const AGAIN_MS = 1_000;

/**
 * An answer that a chat model writes and that is spoken sentence by sentence. After a cancel no more requests are made.
 */
export class StreamedReply implements ReplyStream {
  usage: ReplyStream["usage"];
  readonly #call: WorkersAiCall;
  readonly #models: Models;
  readonly #thoughts: Thoughts;
  readonly #host: CallHost;
  readonly #paid: PaidWork;
  readonly #cancel = new AbortController();
  #parts: ReplyPart[] = [];
  #done = false;
  /** Whether the model has called a tool. */
  #called = false;
  /** All sentences so far: a mark may begin in one and end in another. */
  #said = "";
  /** White space and marks between the previous sentence and the next. */
  #space = "";

  constructor(
    call: WorkersAiCall,
    models: Models,
    thoughts: Thoughts,
    request: ReplyRequest,
    host: CallHost,
    paid: PaidWork,
  ) {
    this.#call = call;
    this.#models = models;
    this.#thoughts = thoughts;
    this.#host = host;
    this.#paid = paid;
    void this.#make(request);
  }

  next(): ReplyPart | "pending" | null {
    return this.#parts.shift() ?? (this.#done ? null : "pending");
  }

  cancel(): void {
    this.#cancel.abort();
    this.#parts = [];
    this.#done = true;
  }

  async #make(request: ReplyRequest): Promise<void> {
    try {
      // No part may be ready within the constructor's own turn of the event loop.
      await Promise.resolve();
      const verbatim = sayExactly(request.params.instructions) ?? greetingOf(request);
      if (verbatim !== null) await this.#say(verbatim, request);
      else if (!((await this.#tryFirst(request)) || this.#cancel.signal.aborted || (await this.#tryAgain(request))))
        // Else nobody would learn why the agent says nothing.
        throw new Error(
          "the chat model wrote no answer, or used up its length with thinking, and no other when asked again",
        );
    } catch (error) {
      if (!this.#cancel.signal.aborted) {
        const cause = (error as Error).message;
        console.warn(JSON.stringify({ event: "answer_failed", session_id: this.#call.session_id, error: cause }));
        this.#push({ type: "failed", cause: "The answer failed. Please ask again." });
      }
    } finally {
      this.#done = true;
      this.#host.requestAdvance();
    }
  }

  /** As `#think`; false as well where the model has no room right now and nothing was said yet. */
  async #tryFirst(request: ReplyRequest): Promise<boolean> {
    try {
      return await this.#think(request);
    } catch (error) {
      if (this.#said.trim() || this.#called || !mayPass(error)) throw error;
      await new Promise((done) => setTimeout(done, AGAIN_MS));
      return false;
    }
  }

  /** It counts as an answer that was asked for: one that fails is paid for as well. */
  async #tryAgain(request: ReplyRequest): Promise<boolean> {
    return this.#paid.mayAnswer(Date.now()) && this.#think(request);
  }

  /** @returns whether the model said or called anything; now and then one ends its answer before its first word */
  async #think(request: ReplyRequest): Promise<boolean> {
    const { params, session, items, now } = request;
    const tools = params.tools ?? session.tools;
    const { part, characters } = newestPart(items, this.#paid.mayRead(now));
    this.#paid.read(characters);
    const inputs = {
      messages: toMessages(session.instructions, part, params.instructions),
      ...(tools.length > 0 && { tools: toChatTools(tools), tool_choice: params.tool_choice ?? session.tool_choice }),
      stream: true,
      max_tokens: MAX_TOKENS + (this.#thoughts.thinks ? MAX_THOUGHTS : 0),
    };
    const answer = await this.#models.stream(this.#call.chat_model, inputs, this.#cancel.signal);
    if (!answer.body) throw new Error("the chat model sent nothing");
    const sentences = new Sentences(this.#call.language);
    for await (const part of readChat(answer.body, this.#thoughts)) {
      if (this.#cancel.signal.aborted) return false;
      switch (part.type) {
        case "text":
          for (const sentence of sentences.push(part.text)) await this.#say(sentence, request, true);
          break;
        case "call":
          this.#called = true;
          await this.#say(sentences.end(), request);
          this.#push({ type: "call", request: part.request });
          break;
        case "usage":
          this.usage = { input_tokens: part.input_tokens, output_tokens: part.output_tokens };
      }
    }
    await this.#say(sentences.end(), request);
    if (!this.#said.trim() && !this.#called) return false;
    if (this.#space.trim()) this.#push({ type: "say", utterance: { text: this.#space.trimEnd(), pcm: null } });
    return true;
  }

  /** The words are sent with the first piece of their audio. */
  async #say(text: string, { modality, session }: ReplyRequest, more = false): Promise<void> {
    const from = this.#said.length;
    this.#said += text;
    const said = spokenText(this.#said, from, this.#said.length, more);
    if (said === "") {
      // Marks alone, as the end of a code block, are sent with the next words.
      if (text.trim()) this.#space += text;
      return;
    }
    const { signal } = this.#cancel;
    // Words are sent with the space before them.
    let words = this.#space + text.trimEnd();
    this.#space = text.slice(text.trimEnd().length) || " ";
    if (modality === "text") return this.#push({ type: "say", utterance: { text: words, pcm: null } });
    const model = this.#call.speech_model ?? speechModelFor(this.#call.language);
    const { voice } = session.audio.output;
    for await (const pcm of synthesize(
      this.#models,
      { model, speaker: typeof voice === "string" ? voice : voice.id },
      said,
      signal,
    )) {
      this.#push({ type: "say", utterance: { text: words, pcm } });
      words = "";
    }
  }

  #push(part: ReplyPart): void {
    if (this.#cancel.signal.aborted) return;
    this.#parts.push(part);
    this.#host.requestAdvance();
  }
}

/** Whether it is a refusal that passes: no answer, too many at once, or a fault of the server. */
const mayPass = (error: unknown): boolean =>
  error instanceof ConnectionRefused &&
  (error.answer === null || error.answer.status === 429 || error.answer.status >= 500);

const isConversation = (item: Item): item is MessageItem => item.type !== "message" || item.role !== "system";

/** The text of the first answer, if the request sets none. */
const greetingOf = ({ items, params, initial_message }: ReplyRequest): string | null =>
  params.instructions === undefined && !items.some(isConversation) ? initial_message : null;
