import { WebSocket } from "ws";
import type { Sound } from "../../harness/audio/wav.ts";
import type { Frame } from "./recordings/frame.ts";

/** A client of a stand-in that keeps every frame it gets. */
export class StandInClient {
  readonly frames: Frame[] = [];
  /** Called with each frame from now on. */
  receive: (frame: Frame) => void = () => {};
  readonly #socket: WebSocket;
  #look = () => {};

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data) => {
      const frame = JSON.parse(String(data));
      this.frames.push(frame);
      this.receive(frame);
      this.#look();
    });
  }

  static async open(
    url: string,
    protocols: string[] = [],
    headers: Record<string, string> = {},
  ): Promise<StandInClient> {
    const socket = new WebSocket(url, protocols, { headers });
    const client = new StandInClient(socket);
    await new Promise((done, fail) => socket.once("open", done).once("error", fail));
    return client;
  }

  send(message: object): void {
    this.#socket.send(JSON.stringify(message));
  }

  /** Waits until so many frames are like this one, counted from a place. */
  until(isIt: (frame: Frame) => boolean, times = 1, from = 0): Promise<void> {
    return new Promise((done) => {
      this.#look = () => {
        if (this.frames.slice(from).filter(isIt).length >= times) done();
      };
      this.#look();
    });
  }

  /** Speaks at once what takes seconds to say, and is silent after it. */
  say(sound: Sound, rate: number, message: (pcm: string) => object): void {
    const length = Math.floor((sound.samples.length * rate) / sound.rate);
    const pcm = new Int16Array(length + rate);
    for (let at = 0; at < length; at++)
      pcm[at] = Math.round((sound.samples[Math.floor((at * sound.rate) / rate)] ?? 0) * 32_767);
    for (let at = 0; at < pcm.length; at += rate / 10)
      this.send(message(Buffer.from(pcm.slice(at, at + rate / 10).buffer).toString("base64")));
  }

  close(): Promise<void> {
    return new Promise((done) => {
      this.#socket.once("close", () => done());
      this.#socket.close(1000);
    });
  }
}
