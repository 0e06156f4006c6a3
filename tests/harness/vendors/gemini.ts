import { randomBytes } from "node:crypto";
import type { WebSocket } from "ws";
import { GeminiCall, setupOf } from "./gemini-call.ts";
import { effective, faultOf, type Message, MINT, mintToken, modelFaultOf, type Token } from "./gemini-token.ts";
import { type ApiReply, type ApiRequest, HttpApi, standInOf } from "./http-api.ts";
import type { ReceivedSetup, StandIn } from "./stand-in.ts";

const SERVICE = "/ws/google.ai.generativelanguage.v1alpha.GenerativeService.BidiGenerateContent";
const UNREGISTERED = "Method doesn't allow unregistered callers (callers without established identity).";

export interface GeminiStandIn extends StandIn {
  readonly calls: readonly GeminiCall[];
  /** Reasons with which sockets were closed before a session came to be. */
  readonly turnedAway: readonly string[];
}

/** Google's Gemini Live: settings locked into a token that opens one session, and goes on with it by a handle. */
export async function geminiStandIn(): Promise<GeminiStandIn> {
  const key = `AIza${randomBytes(16).toString("hex")}`;
  const tokens = new Map<string, Token>();
  /** Of sessions that may be gone on with: the token they belong to. */
  const handles = new Map<string, string>();
  const calls: GeminiCall[] = [];
  const turnedAway: string[] = [];
  let newestSetup: ReceivedSetup | null = null;
  const words = {
    error: (code: number, status: string, message: string) => ({ error: { code, message, status, details: [] } }),
    tokenless: { expireTime: new Date(4e12).toISOString() },
    forbidden: [400, "FAILED_PRECONDITION", "User location is not supported for the API use."] as [
      number,
      string,
      string,
    ],
  };
  const answer = async (asked: ApiRequest): Promise<ApiReply> => {
    if (asked.path !== MINT || asked.method !== "POST") return api.refusal(404, "NOT_FOUND", `No ${asked.path}`);
    const reply = mintToken(asked, key, tokens, api);
    const setup = reply.status === 200 && (JSON.parse(asked.body) as Message).bidiGenerateContentSetup;
    if (setup) newestSetup = setupOf(setup);
    return reply;
  };
  const api = await HttpApi.open(words, (path) => path === MINT, answer);

  const serve = (socket: WebSocket, url: URL) => {
    let call: GeminiCall | null = null;
    const turnAway = (code: number, reason: string) => {
      turnedAway.push(reason);
      socket.close(code, reason);
    };
    const name = url.searchParams.get("access_token") ?? "";
    const token = tokens.get(name);
    if (url.pathname !== `${SERVICE}Constrained` || !token || url.searchParams.has("key"))
      return turnAway(1008, UNREGISTERED);
    if (token.talk_until <= Date.now()) return turnAway(1008, "The auth token has expired");
    socket.on("message", (data) => {
      let message: Message;
      try {
        message = JSON.parse(String(data));
      } catch {
        return turnAway(1007, "Request contains an invalid argument: no JSON");
      }
      if (token.talk_until <= Date.now()) return turnAway(1008, "The auth token has expired");
      if (call) return call.receive(message);
      const { setup, ...rest } = message;
      if (!setup || Object.keys(rest).length) return turnAway(1007, "The first message must be the setup");
      const whole = effective(token, setup);
      const fault = faultOf(setup) ?? modelFaultOf(whole);
      if (fault) return turnAway(1007, fault);
      const handle: string | null = whole.sessionResumption?.handle ?? null;
      if (!whole.model) return turnAway(1007, "model is required");
      if (!/^models\/[\w.-]+$/.test(whole.model))
        return turnAway(1008, `${whole.model} is not found for API version v1alpha`);
      if (handle !== null && handles.get(handle) !== name) return turnAway(1008, "Session not found");
      if (handle === null) {
        if (token.connect_until <= Date.now()) return turnAway(1008, "The auth token has expired");
        if (token.uses_left <= 0) return turnAway(1008, "The auth token has been used");
        token.uses_left--;
      }
      const newHandle = whole.sessionResumption ? (fresh: string) => handles.set(fresh, name) : null;
      call = new GeminiCall(socket, whole, handle, newHandle);
      calls.push(call);
    });
  };
  api.acceptSockets({}, (url) =>
    url.pathname.startsWith(SERVICE) ? { status: 101, opened: (socket) => serve(socket, url) } : { status: 404 },
  );

  return standInOf(api, {
    key,
    calls,
    turnedAway,
    get setup() {
      return newestSetup;
    },
  });
}
