import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";

export interface PeerEvents {
  opened(): void;
  message(text: string): void;
  /** 24 kHz mono. */
  sound(pcm: Int16Array): void;
  /** One of the sounds that were to be played has been. */
  played(): void;
  closed(): void;
}

/** `offer` makes one, `answer` takes one; each is answered by what describes the end. */
export type ToPeer =
  | { type: "answer"; offer: string }
  | { type: "offer" | "clear" | "close" }
  | { type: "send"; text: string }
  | { type: "play"; pcm: Int16Array };
export type FromPeer =
  | { type: "described"; sdp: string }
  | { type: "refused"; detail: string }
  | { type: "opened" | "played" | "closed" }
  | { type: "message"; text: string }
  | { type: "sound"; pcm: Int16Array };

const PROGRAM = join(import.meta.dirname, "webrtc-process.ts");
let spare: ChildProcess | null = null;

/** The next one has begun before it is asked for: a call does not wait for a process to start. */
function take(): ChildProcess {
  const taken = spare ?? begin();
  spare = begin();
  return taken;
}

function begin(): ChildProcess {
  const process = fork(PROGRAM, { execArgv: [], serialization: "advanced" });
  process.unref();
  process.channel?.unref();
  return process;
}

/**
 * A vendor's end of a WebRTC call. The library runs in a process for each: it now and then crashes where a page closes
 * the channel, on another thread, while it is written to. That is heard as what it is, the end of the call.
 */
export class Peer {
  readonly #process = take();
  readonly #events: PeerEvents;
  #over = false;

  constructor(events: PeerEvents) {
    this.#events = events;
    this.#process.on("message", (message: FromPeer) => this.#take(message));
    this.#process.once("exit", () => this.#lost());
  }

  /** @throws where the offer is none */
  answer(offer: string): Promise<string> {
    return described(this.#process, { type: "answer", offer });
  }

  send(message: object): void {
    this.#tell({ type: "send", text: JSON.stringify(message) });
  }

  play(pcm: Int16Array): void {
    if (pcm.length > 0) this.#tell({ type: "play", pcm });
  }

  clear(): void {
    this.#tell({ type: "clear" });
  }

  close(): void {
    this.#tell({ type: "close" });
    this.#over = true;
  }

  #tell(message: ToPeer): void {
    if (!this.#over && this.#process.connected) this.#process.send(message, () => {});
  }

  #take(message: FromPeer): void {
    if (this.#over) return;
    if (message.type === "closed") this.#lost();
    else if (message.type === "message") this.#events.message(message.text);
    else if (message.type === "sound") this.#events.sound(message.pcm);
    else if (message.type === "opened" || message.type === "played") this.#events[message.type]();
  }

  #lost(): void {
    if (this.#over) return;
    this.#over = true;
    this.#events.closed();
  }
}

let offer: Promise<string> | undefined;

/** An offer as a browser makes it, with its candidates. Nobody goes on with it, so one is enough for a file. */
export const anOffer = (): Promise<string> => {
  offer ??= makeOffer();
  return offer;
};

async function makeOffer(): Promise<string> {
  const process = take();
  try {
    return await described(process, { type: "offer" });
  } finally {
    process.disconnect();
  }
}

/** @throws what the other process says against it, or that it is gone */
function described(process: ChildProcess, asked: ToPeer): Promise<string> {
  return new Promise((done, fail) => {
    const gone = (code: number | null, signal: string | null) =>
      fail(new Error(`The peer ended with ${code ?? signal}.`));
    process.on("message", function hear(message: FromPeer) {
      if (message.type !== "described" && message.type !== "refused") return;
      process.off("message", hear);
      process.off("exit", gone);
      if (message.type === "described") done(message.sdp);
      else fail(new Error(message.detail));
    });
    process.once("exit", gone);
    process.send(asked, (error) => error && fail(error));
  });
}
