import type { WebSocket } from "ws";
import { newId } from "./ids.ts";
import { heardAt } from "./paced-audio.ts";
import type { RealtimeConnection } from "./realtime-call.ts";
import type { Loose } from "./realtime-client.ts";
import { RATE } from "./voice-rate.ts";
import type { PeerEvents } from "./webrtc-peer.ts";

/** Samples of one event. */
const PIECE = RATE / 10;

/** A WebSocket of OpenAI's protocol: sound goes as events, all of an answer's at once, and nobody tells what is heard. */
export class SocketConnection implements RealtimeConnection {
  readonly #socket: WebSocket;

  constructor(socket: WebSocket, events: PeerEvents) {
    this.#socket = socket;
    socket.on("message", (data) => {
      const text = String(data);
      const message = JSON.parse(text) as Loose;
      if (message.type === "input_audio_buffer.append") events.sound(heardAt(message.audio, RATE));
      else events.message(text);
    });
    socket.on("close", () => events.closed());
    setImmediate(() => events.opened());
  }

  send(event: Loose): void {
    if (String(event.type).startsWith("output_audio_buffer.") || this.#socket.readyState !== this.#socket.OPEN) return;
    this.#socket.send(JSON.stringify(event));
  }

  play(pcm: Int16Array, at: Loose): void {
    for (let from = 0; from < pcm.length; from += PIECE) {
      const part = pcm.subarray(from, from + PIECE);
      const delta = Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString("base64");
      this.send({ type: "response.output_audio.delta", event_id: newId("event"), ...at, delta });
    }
  }

  close(broken: boolean): void {
    if (broken) this.#socket.terminate();
    else this.#socket.close(1000);
  }
}
