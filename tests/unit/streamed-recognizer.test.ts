import { expect, it } from "vitest";
import type { CallHost } from "../../worker/objects/voice-agent/call-engine.ts";
import type { Turns } from "../../worker/objects/voice-agent/pipeline.ts";
import type { TurnDetection } from "../../worker/objects/voice-agent/session.ts";
import { RATE } from "../../worker/objects/voice-agent/wire.ts";
import { recognition } from "../../worker/objects/voice-agent/workers-ai/recognition.ts";
import { StreamedRecognizer } from "../../worker/objects/voice-agent/workers-ai/streamed-recognizer.ts";

class StandInSocket extends EventTarget {
  readyState = 1;
  sent = 0;
  send(): void {
    this.sent++;
  }
  close(): void {
    this.readyState = 3;
  }
  says(message: object): void {
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(message) }));
  }
}

/** A call in which somebody speaks, and what became of the turns. */
function call() {
  const sockets: StandInSocket[] = [];
  const happened: string[] = [];
  const turns = {
    started: () => happened.push("started"),
    stopped: (_: number, { text }: { text: string }) => happened.push(`stopped ${text}`),
    dropped: () => happened.push("dropped"),
  } as unknown as Turns;
  const host = { requestAdvance: () => {}, over: () => happened.push("over") } as unknown as CallHost;
  const connect = async () => {
    const socket = new StandInSocket();
    sockets.push(socket);
    return socket as unknown as WebSocket;
  };
  const first = new StandInSocket();
  sockets.push(first);
  const heard = recognition("en", null, []);
  const recognizer = new StreamedRecognizer(turns, 0, heard, connect, first as unknown as WebSocket, host);
  const speak = async (seconds: number) => {
    for (let at = 0; at < seconds; at++) {
      recognizer.append(new Int16Array(RATE), {} as TurnDetection);
      recognizer.poll();
      await Promise.resolve();
    }
  };
  return { recognizer, sockets, happened, speak };
}

it("a recogniser that stalls in the middle of a turn is left: what it understood is the turn, and another hears the rest", async () => {
  const { recognizer, sockets, happened, speak } = call();
  await speak(60);
  expect(sockets, "nobody spoke, so nothing is to be said").toHaveLength(1);
  sockets[0]?.says({ event: "StartOfTurn", transcript: "When" });
  await speak(9);
  sockets[0]?.says({ event: "Update", transcript: "When do you open" });
  await speak(10);
  expect([sockets.length, happened]).toEqual([1, ["started"]]);
  await speak(3);
  expect(happened).toEqual(["started", "stopped When do you open"]);
  expect(sockets.map(({ readyState }) => readyState)).toEqual([3, 1]);
  expect(sockets[1]?.sent).toBeGreaterThan(0);
  // The one before is heard no more.
  sockets[0]?.says({ event: "StartOfTurn", transcript: "Late" });
  sockets[1]?.says({ event: "StartOfTurn", transcript: "On Sunday" });
  sockets[1]?.says({ event: "EndOfTurn", transcript: "" });
  recognizer.poll();
  expect(happened.slice(2)).toEqual(["started", "stopped On Sunday"]);
});
