import type { WebSocket } from "ws";
import { heardAt } from "./paced-audio.ts";
import { Listener, type Understood, understand } from "./speech-recognizer.ts";
import type { ReceivedSetup, StandInCall } from "./stand-in.ts";

/** As Workers AI is asked to hear. */
const HEARD_RATE = 16_000;

/** What all requests of one session share, whichever model they go to. */
export interface AiSession {
  setup: ReceivedSetup | null;
  voice: string | null;
  /** Of the newest request to the chat model, as JSON. */
  messages: string;
  outputs: { call_id: string; output: string }[];
  refused: string[];
  /** Requests that were aborted. */
  cancelled: number;
}

export const newAiSession = (): AiSession => ({
  setup: null,
  voice: null,
  messages: "[]",
  outputs: [],
  refused: [],
  cancelled: 0,
});

/** A connection with the recogniser Flux, and what else its session asks of Workers AI. */
export class WorkersAiCall implements StandInCall {
  readonly call_id = null;
  readonly understood: Understood[] = [];
  readonly received: { type: string }[] = [];
  over: StandInCall["over"] = null;
  readonly session: AiSession;
  readonly #socket: WebSocket;
  readonly #listener: Listener;
  #turn = 0;
  #sequence = 0;

  constructor(socket: WebSocket, session: AiSession) {
    this.#socket = socket;
    this.session = session;
    this.#listener = new Listener({
      started: () => this.#send("StartOfTurn", ""),
      stopped: (turn) => this.#stopped(understand(turn)),
    });
    socket.on("message", (data: Buffer, binary) => {
      if (binary) this.#listener.hear(heardAt(data.toString("base64"), HEARD_RATE));
      else {
        this.received.push({ type: String(data) });
        // It ends no turn by that, and gives no reason.
        if (String(data) === '{"type":"CloseStream"}') socket.close();
      }
    });
    socket.on("close", () => {
      this.over ??= "left";
    });
    socket.send(JSON.stringify({ type: "Connected", request_id: "request-1", sequence_id: 0 }));
  }

  heard = () => this.#listener.all();

  get setup(): ReceivedSetup | null {
    return this.session.setup;
  }
  get outputs() {
    return this.session.outputs;
  }
  get refused() {
    return this.session.refused;
  }

  drop(): void {
    this.over = "dropped";
    this.#socket.terminate();
  }

  /** It knows no longest duration. */
  expire(): void {}

  stumble(): void {
    const fault = { type: "Error", code: "INTERNAL_SERVER_ERROR", description: "The server had an error" };
    this.#socket.send(JSON.stringify(fault));
  }

  #stopped(turn: Understood): void {
    this.understood.push(turn);
    const words = turn.text.split(" ");
    for (let upTo = 2; upTo < words.length; upTo += 3) this.#send("Update", words.slice(0, upTo).join(" "));
    this.#send("EndOfTurn", turn.text);
    this.#turn++;
  }

  #send(event: string, transcript: string): void {
    const at = this.#listener.ms / 1_000;
    const window = { audio_window_start: Math.max(0, at - 1), audio_window_end: at };
    const words = transcript.split(" ").map((word) => ({ word, confidence: 0.99 }));
    this.#socket.send(
      JSON.stringify({
        type: "TurnInfo",
        request_id: "request-1",
        sequence_id: ++this.#sequence,
        event,
        turn_index: this.#turn,
        ...window,
        transcript,
        words,
        end_of_turn_confidence: event === "EndOfTurn" ? 0.92 : 0.1,
      }),
    );
  }
}
