import type { AgentCall, CompatibleCall, DemoCall, WorkersAiCall } from "../objects/voice-agent/rpc.ts";
import { reasonOf, socketAddress } from "./ask.ts";
import { hashOf, newToken } from "./call-token.ts";
import { type CallRequest, type Minted, type TokenVendor, type VendorContext, VendorError } from "./provider.ts";

/** Seconds in which the page must connect, enough for a slow network and loading the protocol's code. */
const TOKEN_SECONDS = 120;

const LATE = "the voice vendor did not answer in time";
const UNREACHABLE = "the voice server could not be reached, or refused";

type Told<Call extends AgentCall> = Omit<Call, "session_id" | "expires_at">;

/** The paths of each kind's calls on this service. */
const PATHS: Record<AgentCall["kind"], string> = {
  demo: "/demo/v1/realtime",
  "workers-ai": "/workers-ai/v1/realtime",
  compatible: "/compatible/v1/realtime",
};

/**
 * Prepares a call that our own object answers, and returns a token that opens it once.
 * @param options.secret removed from the log if an error repeats it
 * @throws VendorError
 */
export async function openAgentCall(
  { session_id, service_origin }: CallRequest,
  { bindings, variables, signal }: VendorContext,
  options: {
    call: Told<DemoCall> | Told<WorkersAiCall> | Told<CompatibleCall>;
    model: string;
    seconds?: number;
    secret?: string | undefined;
  },
): Promise<Minted> {
  const { call, model, seconds = TOKEN_SECONDS, secret } = options;
  signal.throwIfAborted();
  const expires_at = Math.floor(Date.now() / 1_000) + seconds;
  const token = await newToken({ purpose: call.kind, name: session_id, expires_at }, variables.KEY_SECRET[0]);
  const agent = bindings.VOICE_AGENT.getByName(session_id);
  const refused = await agent
    .prepare({ ...call, session_id, expires_at } as AgentCall, await hashOf(token))
    .catch((error: unknown) => ({ answer: null, cause: String(error) }));
  if (refused !== null) {
    const { answer, cause } = refused;
    throw new VendorError(
      answer ? reasonOf(answer) : /in time|timeout/i.test(cause) ? LATE : UNREACHABLE,
      secret === undefined ? cause : cause.replaceAll(secret, "[secret]"),
    );
  }
  const url = socketAddress(service_origin, PATHS[call.kind]);
  if (call.kind === "demo") url.searchParams.set("model", model);
  return {
    connection: { protocol: "openai-realtime", transport: "websocket", url: url.href },
    ephemeral_token: token,
    expires_at,
    voice_llm_model: model,
    ice_servers: null,
  };
}

/** Ends a call that our own object answers. */
export const hangUpAgentCall: NonNullable<TokenVendor["hangUp"]> = async ({ session_id }, { bindings }) => {
  await bindings.VOICE_AGENT.getByName(session_id).hangUp();
};

export const tellAgentOfCall: NonNullable<TokenVendor["tell"]> = async ({ session_id }, text, { bindings }) =>
  bindings.VOICE_AGENT.getByName(session_id).tell(text);
