import { randomBytes } from "node:crypto";
import { WebSocketServer } from "ws";
import { type Asked, Door, type Reply, UNSPEAKABLE } from "./http-api.ts";
import type { StandIn, Told } from "./stand-in.ts";
import { XaiCall } from "./xai-call.ts";

const MINT = "/v1/realtime/client_secrets";
const SOCKET = "/v1/realtime";
const PROTOCOL = "xai-client-secret.";
const LONGEST_TOKEN = 3600;

export interface XaiStandIn extends StandIn {
  readonly calls: readonly XaiCall[];
}

/** xAI: its tokens hold no settings, and a socket is opened with the token in its subprotocol. */
export async function xaiStandIn(): Promise<XaiStandIn> {
  const key = `xai-${randomBytes(16).toString("hex")}`;
  const tokens = new Map<string, number>();
  const calls: XaiCall[] = [];
  const words = {
    error: (_status: number, code: string, error: string) => ({ code, error }),
    tokenless: { expires_at: 4_000_000_000 },
  };

  const answer = async ({ method, path, header, body }: Asked): Promise<Reply> => {
    if (path !== MINT || method !== "POST") return door.refusal(404, "not_found", `No ${path}`);
    if (header("authorization") !== `Bearer ${key}`) return door.refusal(401, "unauthorized", "Wrong API key");
    const { expires_after = {}, ...rest } = JSON.parse(body || "{}");
    const { seconds = 600, ...more } = expires_after;
    const [unknown] = [...Object.keys(rest), ...Object.keys(more)];
    if (unknown !== undefined) return door.refusal(400, "invalid_argument", `Unsupported field ${unknown}`);
    if (!(seconds >= 1 && seconds <= LONGEST_TOKEN)) return door.refusal(400, "invalid_argument", "seconds");
    const value = randomBytes(24).toString("base64url");
    const expires_at = Math.floor(Date.now() / 1000) + seconds;
    tokens.set(value, expires_at);
    return { status: 200, body: { value, expires_at } };
  };
  const door = await Door.open(words, (path) => path === MINT, answer);

  const sockets = new WebSocketServer({ noServer: true, handleProtocols: ([first]) => first ?? false });
  door.onUpgrade((request, socket, head) => {
    const url = new URL(request.url ?? "/", door.origin);
    const protocol = String(request.headers["sec-websocket-protocol"] ?? "");
    const expires_at = protocol.startsWith(PROTOCOL) ? tokens.get(protocol.slice(PROTOCOL.length)) : undefined;
    const status = url.pathname !== SOCKET ? 404 : (expires_at ?? 0) * 1000 > Date.now() ? 101 : 401;
    door.visits.push({ what: `GET ${url.pathname}`, status, reason: status === 401 ? "subprotocol" : null });
    if (status !== 101) {
      socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => {
      calls.push(new XaiCall(opened, url.searchParams.get("model")));
    });
  });

  return {
    origin: door.origin,
    key,
    calls,
    visits: door.visits,
    unspeakable: UNSPEAKABLE,
    safety_identifier: null,
    told: null as Told | null,
    get mint() {
      return door.mint;
    },
    set mint(scenario) {
      door.mint = scenario;
    },
    get away() {
      return door.away;
    },
    set away(away) {
      door.away = away;
    },
    close() {
      for (const socket of sockets.clients) socket.terminate();
      return door.close();
    },
  };
}
