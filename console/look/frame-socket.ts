const SAY = "Say exactly: ";
const ANSWER = "Yes, from nine to one. Shall I keep a table for you?";
/** Milliseconds before an answer begins. */
const THINKING_MS = 150;

interface Sent {
  type: string;
  item?: { id?: string; [field: string]: unknown };
  response?: { instructions?: string };
}

/** The agent of the preview, over OpenAI's realtime protocol as far as the element needs it for a typed conversation. */
export class ScriptedSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readyState = ScriptedSocket.CONNECTING;
  binaryType = "blob";
  readonly bufferedAmount = 0;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  #count = 0;
  #last: string | null = null;

  constructor() {
    setTimeout(() => {
      if (this.readyState !== ScriptedSocket.CONNECTING) return;
      this.readyState = ScriptedSocket.OPEN;
      this.onopen?.();
      this.#emit({ type: "session.created", session: { id: "sess_1", type: "realtime" } });
    });
  }

  send(text: string): void {
    if (typeof text !== "string") return;
    const message = JSON.parse(text) as Sent;
    if (message.type === "conversation.item.create") this.#add(message.item ?? {});
    if (message.type === "response.create") setTimeout(() => this.#answer(message.response?.instructions), THINKING_MS);
  }

  close(code = 1000): void {
    this.readyState = ScriptedSocket.CLOSED;
    this.onclose?.({ code, reason: "" });
  }

  #add(item: { id?: string }): string {
    const id = item.id ?? `item_${++this.#count}`;
    this.#emit({ type: "conversation.item.added", previous_item_id: this.#last, item: { ...item, id } });
    this.#last = id;
    return id;
  }

  #answer(instructions = ""): void {
    const text = instructions.startsWith(SAY) ? instructions.slice(SAY.length) : ANSWER;
    const response_id = `resp_${++this.#count}`;
    const item = { id: `item_${++this.#count}`, type: "message", role: "assistant", content: [] };
    const place = { response_id, item_id: item.id, output_index: 0, content_index: 0 };
    this.#emit({ type: "response.created", response: { id: response_id, status: "in_progress", output: [] } });
    this.#emit({ type: "response.output_item.added", response_id, item });
    this.#add(item);
    this.#emit({ type: "response.output_text.delta", ...place, delta: text });
    this.#emit({ type: "response.output_text.done", ...place, text });
    this.#emit({ type: "response.output_item.done", response_id, item });
    this.#emit({ type: "response.done", response: { id: response_id, status: "completed", output: [item] } });
  }

  #emit(event: object): void {
    if (this.readyState === ScriptedSocket.OPEN) this.onmessage?.({ data: JSON.stringify(event) });
  }
}
