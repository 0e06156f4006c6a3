import type { Call, CreateProtocol, Protocol, Wire } from "../transport.ts";
import { openaiRealtime } from "./openai-realtime.ts";

interface Message {
  type?: string;
  response?: { id?: string; instructions?: string };
  response_id?: string;
  [field: string]: unknown;
}

/**
 * Inworld: OpenAI's protocol with the names of both its families, a set-up that the browser sends, and a greeting that
 * is asked for as a visitor would. Nobody says what of its sound is heard: it is listened to.
 */
class InworldRealtime implements Protocol {
  readonly gathers = true;
  readonly #wire: Wire;
  readonly #call: Call;
  readonly #openai: Protocol;
  #configured = false;
  #opened = false;
  /** Calls by item: only the first event of one has its name. */
  #names = new Map<unknown, unknown>();
  /** The newest answer, and whether it is being made. */
  #response = "";
  #making = false;

  constructor(wire: Wire, call: Call) {
    this.#wire = wire;
    this.#call = call;
    const own: Partial<Wire> = { send: (message) => this.#send(message as Message), opened: () => this.#configure() };
    this.#openai = openaiRealtime({ ...wire, ...own }, { ...call, silent: false });
  }

  get rates(): Protocol["rates"] {
    return this.#openai.rates;
  }

  address(): { url: string; protocols: string[] } {
    return { url: this.#call.url, protocols: [] };
  }

  audio(pcm: string): object {
    return this.#openai.audio(pcm);
  }

  greet(text: string): void {
    this.#openai.greet(text);
  }

  sendText(id: string, text: string): void {
    this.#openai.sendText(id, text);
  }

  sendNote(text: string): void {
    this.#openai.sendNote(text);
  }

  answerTool(call_id: string, output: string): void {
    this.#openai.answerTool(call_id, output);
  }

  interrupt(): void {
    this.#openai.interrupt();
  }

  sounds(audible: boolean): void {
    const type = audible ? "output_audio_buffer.started" : "output_audio_buffer.stopped";
    this.#openai.receive({ type, response_id: this.#response });
  }

  receive(message: Message): void {
    const type = message.type?.replace(/^response\.(audio|text)/, "response.output_$1");
    const item = message.item as Message | undefined;
    switch (type) {
      case undefined:
      case "ping":
        return;
      case "session.updated":
        if (!this.#opened) this.#wire.opened();
        this.#opened = true;
        return;
      case "response.created":
        this.#response = message.response?.id ?? "";
        this.#making = true;
        break;
      case "response.done":
        this.#making = false;
        break;
      case "response.output_item.added":
        if (item?.type === "function_call") this.#names.set(item.id, item.name);
        break;
      case "response.function_call_arguments.done":
        message.name ??= this.#names.get(message.item_id);
        break;
    }
    this.#openai.receive({ ...message, type });
  }

  /** Tokens hold nothing here: the agent is told who it is before anything is said. */
  #configure(): void {
    if (this.#configured) return;
    this.#configured = true;
    this.#wire.send({ type: "session.update", session: this.#call.setup ?? {} });
  }

  #send(message: Message): void {
    if (message.type === "output_audio_buffer.clear") {
      // No such event here. Cancelling, also after the last word was made, is all there is.
      if (!this.#making) this.#wire.send({ type: "response.cancel" });
      return;
    }
    const instructions = message.response?.instructions;
    if (instructions) {
      const content = [{ type: "input_text", text: instructions }];
      this.#wire.send({ type: "conversation.item.create", item: { type: "message", role: "user", content } });
      this.#wire.send({ type: "response.create" });
      return;
    }
    this.#wire.send(message);
  }
}

export const inworldRealtime: CreateProtocol = (wire, call) => new InworldRealtime(wire, call);
