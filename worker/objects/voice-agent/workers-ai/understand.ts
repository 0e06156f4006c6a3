import { RATE } from "../wire.ts";
import { HEARD_RATE, parseMessage, type Recognition } from "./recognition.ts";
import { Resampler } from "./resampler.ts";

/** Silence after the speech, by which the recogniser knows that it is over. Milliseconds. */
export const SILENCE_MS = 1_000;
/** A recogniser that sends nothing for so long after the end of a turn is finished. Milliseconds. */
const SETTLED_MS = 500;
const CHUNK = HEARD_RATE / 10;

/**
 * The words of complete audio; `""` for none. The recogniser is asked to close after reading it all (Deepgram's
 * `CloseStream`, which does not end a turn, so the last text of an open turn counts).
 * @param samples 24 kHz
 * @throws if the connection breaks
 */
export function understand(socket: WebSocket, recognition: Recognition, samples: Int16Array): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const read = recognition.reader();
  const said: string[] = [];
  let running = "";
  let settled: ReturnType<typeof setTimeout> | null = null;
  const tell = () => resolve([...said, running].filter(Boolean).join(" "));
  socket.addEventListener("message", ({ data }) => {
    const message = parseMessage(data);
    for (const event of message ? read(message) : []) {
      if (settled !== null) clearTimeout(settled);
      switch (event.type) {
        case "started":
          running = "";
          break;
        case "text":
          running = event.text;
          break;
        case "ended":
          said.push(event.text || running);
          running = "";
          settled = setTimeout(tell, SETTLED_MS);
      }
    }
  });
  socket.addEventListener("close", tell);
  socket.addEventListener("error", () => reject(new Error("the connection broke")));

  const resampler = new Resampler(RATE, HEARD_RATE);
  for (const part of [samples, new Int16Array((SILENCE_MS * RATE) / 1_000)]) {
    const pcm = resampler.push(part);
    for (let at = 0; at < pcm.length; at += CHUNK) socket.send(pcm.slice(at, at + CHUNK));
  }
  socket.send(JSON.stringify({ type: "CloseStream" }));
  return promise.finally(() => {
    if (settled !== null) clearTimeout(settled);
  });
}
