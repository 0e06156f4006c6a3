import { randomBytes } from "node:crypto";
import { type ApiReply, type ApiRequest, HttpApi, standInOf } from "./http-api.ts";
import type { StandIn } from "./stand-in.ts";
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

  const answer = async ({ method, path, header, body }: ApiRequest): Promise<ApiReply> => {
    if (path !== MINT || method !== "POST") return api.refusal(404, "not_found", `No ${path}`);
    if (header("authorization") !== `Bearer ${key}`) return api.refusal(401, "unauthorized", "Wrong API key");
    const { expires_after = {}, ...rest } = JSON.parse(body || "{}");
    const { seconds = 600, ...more } = expires_after;
    const [unknown] = [...Object.keys(rest), ...Object.keys(more)];
    if (unknown !== undefined) return api.refusal(400, "invalid_argument", `Unsupported field ${unknown}`);
    if (!(seconds >= 1 && seconds <= LONGEST_TOKEN)) return api.refusal(400, "invalid_argument", "seconds");
    const value = randomBytes(24).toString("base64url");
    const expires_at = Math.floor(Date.now() / 1000) + seconds;
    tokens.set(value, expires_at);
    return { status: 200, body: { value, expires_at } };
  };
  const api = await HttpApi.open(words, (path) => path === MINT, answer);

  api.acceptSockets({ protocol: ([first]) => first ?? false }, (url, request) => {
    const protocol = String(request.headers["sec-websocket-protocol"] ?? "");
    const expires_at = protocol.startsWith(PROTOCOL) ? tokens.get(protocol.slice(PROTOCOL.length)) : undefined;
    if (url.pathname !== SOCKET) return { status: 404 };
    if ((expires_at ?? 0) * 1000 <= Date.now()) return { status: 401, reason: "subprotocol" };
    return { status: 101, opened: (socket) => calls.push(new XaiCall(socket, url.searchParams.get("model"))) };
  });

  return standInOf(api, {
    key,
    calls,
  });
}
