import { afterEach, expect, it, vi } from "vitest";
import type { Connection } from "../../shared/session.ts";
import { loadTransport } from "../../widget/transport/load-transport.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Connects, and tells that an answer failed. @returns what is sent afterwards */
async function fails(connection: Connection): Promise<string[]> {
  const sent: string[] = [];
  let tell = (_message: object) => {};
  class Socket {
    readyState = 1;
    bufferedAmount = 0;
    onmessage: (event: { data: string }) => void = () => {};
    constructor() {
      tell = (message) => this.onmessage({ data: JSON.stringify(message) });
    }
    send(message: string) {
      sent.push(JSON.parse(message).type);
    }
    close() {}
  }
  vi.stubGlobal("WebSocket", Socket);
  const create = await loadTransport(connection);
  vi.useFakeTimers();
  const transport = create({
    ...connection,
    token: "",
    ice_servers: null,
    device: null,
    emit: () => {},
    loadCaptions: () => new Promise(() => {}),
    unknown: () => 1,
  });
  const connected = transport.connect();
  tell({ type: "session.created" });
  await connected;
  tell({ type: "response.created", response: { id: "r1" } });
  tell({ type: "response.done", response: { id: "r1", status: "failed" } });
  vi.advanceTimersByTime(1_500);
  transport.close();
  return sent;
}

const to = (url: string): Connection => ({ protocol: "openai-realtime", transport: "websocket", url });

it.each(["workers-ai", "compatible"])("asks again for a failed answer of the service's own agent: %s", async (kind) => {
  expect(await fails(to(`wss://voice.example/${kind}/v1/realtime`))).toEqual(["response.create"]);
});

it("asks the demo agent nothing again, whose answers do not fail", async () => {
  expect(await fails(to("wss://voice.example/demo/v1/realtime?model=demo-echo"))).toEqual([]);
});
