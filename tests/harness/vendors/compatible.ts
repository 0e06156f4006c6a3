import { HttpApi, standInOf } from "./http-api.ts";
import { newId } from "./ids.ts";
import { RealtimeCall } from "./realtime-call.ts";
import type { Loose } from "./realtime-client.ts";
import { SocketConnection } from "./socket-connection.ts";
import type { StandIn } from "./stand-in.ts";

const KEY = "own-server-key-0123456789";

interface CompatibleStandIn extends StandIn {
  readonly calls: readonly RealtimeCall[];
}

/** A server of somebody's own that speaks OpenAI's realtime WebSocket, and wants its key as a bearer token. */
export async function compatibleStandIn(): Promise<CompatibleStandIn> {
  const calls: RealtimeCall[] = [];
  const words = {
    error: (_status: number, code: string, message: string) => ({ error: { code, message } }),
    tokenless: { object: "server" },
  };
  const api = await HttpApi.open(
    words,
    () => false,
    async ({ path }) => api.refusal(404, "not_found", `No ${path}`),
  );
  api.acceptSockets({ mint: true }, (url, request) => {
    if (url.pathname !== "/v1/realtime") return { status: 404 };
    if (request.headers.authorization !== `Bearer ${KEY}`) return { status: 401, reason: "key" };
    if (request.headers.origin !== undefined) return { status: 403, reason: "a page dials by itself" };
    return {
      status: 101,
      opened: (socket) => {
        const session: Loose = { type: "realtime", model: url.searchParams.get("model"), tools: [], audio: {} };
        calls.push(new RealtimeCall(newId("call"), session, {}, (events) => new SocketConnection(socket, events)));
      },
    };
  });
  return standInOf(api, {
    key: KEY,
    calls,
    get setup() {
      return calls.at(-1)?.setup ?? null;
    },
    async close() {
      for (const call of calls) call.drop();
      await api.close();
    },
  });
}
