import { randomBytes } from "node:crypto";
import { type ConvaiAgent, ElevenLabsCall } from "./elevenlabs-call.ts";
import { type ApiReply, type ApiRequest, HttpApi, standInOf } from "./http-api.ts";
import type { StandIn } from "./stand-in.ts";

const MINT = "/v1/convai/conversation/get-signed-url";
const SOCKET = "/v1/convai/conversation";
const RECORD = /^\/v1\/convai\/conversations\/(conv_\w+)$/;
const TO_START_MS = 15 * 60_000;

/** What operators keep at the vendor: every override is off unless it stands here. */
const AGENTS: Record<string, Omit<ConvaiAgent, "first_message">> = {
  agent_bakery: { tools: ["show_offer", "look_up"], overrides: [], variables: [], format: "pcm_16000" },
  agent_open: { tools: [], overrides: ["first_message"], variables: [], format: "pcm_22050" },
  agent_needy: { tools: [], overrides: [], variables: ["plan"], format: "pcm_16000" },
  agent_phone: { tools: [], overrides: [], variables: [], format: "ulaw_8000" },
};

export interface ElevenLabsStandIn extends StandIn {
  readonly calls: readonly ElevenLabsCall[];
  greeting: string;
}

interface Signed {
  agent_id: string;
  conversation_id: string | null;
  until: number;
  used: boolean;
}

/**
 * ElevenLabs Agents: agents live at the vendor, a signed address opens one conversation with one.
 * @param options.ping_ms between two pings
 */
export async function elevenLabsStandIn({ ping_ms = 2_000 } = {}): Promise<ElevenLabsStandIn> {
  const key = `sk_${randomBytes(16).toString("hex")}`;
  const signatures = new Map<string, Signed>();
  const calls: ElevenLabsCall[] = [];
  const seen = new Set<string>();
  let greeting = "Hello!";
  const words = {
    error: (_status: number, status: string, message: string) => ({ detail: { status, message } }),
    tokenless: { signed_url: null },
  };

  const sign = ({ query }: ApiRequest): ApiReply => {
    const agent_id = query.get("agent_id");
    if (!agent_id) {
      const fault = { loc: ["query", "agent_id"], msg: "Field required", type: "missing" };
      return { status: 422, body: { detail: [fault] }, reason: "agent_id" };
    }
    if (!AGENTS[agent_id]) return api.refusal(404, "agent_not_found", `No agent ${agent_id}`);
    const signature = randomBytes(24).toString("base64url");
    const conversation_id =
      query.get("include_conversation_id") === "true" ? `conv_${randomBytes(12).toString("hex")}` : null;
    signatures.set(signature, { agent_id, conversation_id, until: Date.now() + TO_START_MS, used: false });
    const url = new URL(SOCKET, api.origin.replace(/^http/, "ws"));
    url.searchParams.set("agent_id", agent_id);
    url.searchParams.set("conversation_signature", signature);
    if (conversation_id) url.searchParams.set("conversation_id", conversation_id);
    return { status: 200, body: { signed_url: url.href } };
  };

  /** Cost is known some time after the call. */
  const record = (id: string): ApiReply => {
    const call = calls.find(({ call_id }) => call_id === id);
    if (!call) return api.refusal(404, "conversation_not_found", `No conversation ${id}`);
    const status = call.over === null ? "in-progress" : seen.has(id) ? "done" : "processing";
    if (call.over !== null) seen.add(id);
    const metadata = { call_duration_secs: call.seconds, cost: status === "done" ? 10 * call.seconds : null };
    return { status: 200, body: { conversation_id: id, status, transcript: [], metadata } };
  };

  const answer = async (asked: ApiRequest): Promise<ApiReply> => {
    if (asked.header("xi-api-key") !== key) return api.refusal(401, "invalid_api_key", "Invalid API key");
    if (asked.method === "GET" && asked.path === MINT) return sign(asked);
    const [, id] = RECORD.exec(asked.path) ?? [];
    return asked.method === "GET" && id ? record(id) : api.refusal(404, "not_found", `No ${asked.path}`);
  };
  const api = await HttpApi.open(words, (path) => path === MINT, answer);

  api.acceptSockets({ protocol: () => "convai" }, (url, request) => {
    const signed = signatures.get(url.searchParams.get("conversation_signature") ?? "");
    const spent = signed?.conversation_id != null && signed.used;
    const good =
      url.pathname === SOCKET &&
      signed !== undefined &&
      !spent &&
      signed.until > Date.now() &&
      signed.agent_id === url.searchParams.get("agent_id");
    const convai = String(request.headers["sec-websocket-protocol"] ?? "")
      .split(/,\s*/)
      .includes("convai");
    if (!convai) return { status: 400, reason: "subprotocol" };
    const kept = AGENTS[signed?.agent_id ?? ""];
    if (!good || !kept) return { status: 403, reason: spent ? "used" : "signature" };
    signed.used = true;
    const id = signed.conversation_id ?? `conv_${randomBytes(12).toString("hex")}`;
    const agent = { ...kept, first_message: greeting };
    return { status: 101, opened: (socket) => calls.push(new ElevenLabsCall(socket, id, agent, ping_ms)) };
  });

  return standInOf(api, {
    key,
    calls,
    get greeting() {
      return greeting;
    },
    set greeting(text) {
      greeting = text;
    },
  });
}
