import { type ApiReply, HttpApi, standInOf } from "./http-api.ts";
import { newId } from "./ids.ts";
import { RealtimeCall, setupOf } from "./realtime-call.ts";
import { checkSession, type Loose, onlyKnown, Refusal } from "./realtime-client.ts";
import { sidebandOf } from "./sideband.ts";
import type { StandIn } from "./stand-in.ts";

const KEY = "sk-proj-standin-0123456789abcdefghijkl";
const LONGEST_IDENTIFIER = 128;

/** @throws Refusal */
function checkMint(body: Loose): Loose {
  onlyKnown(body, new Set(["expires_after", "session"]), "");
  if (body.expires_after) {
    const { anchor, seconds = 600 } = body.expires_after;
    onlyKnown(body.expires_after, new Set(["anchor", "seconds"]), "expires_after.");
    const param = "expires_after.anchor";
    if (anchor !== "created_at")
      throw new Refusal("missing_required_parameter", `Missing required parameter: '${param}'.`, param);
    if (!Number.isInteger(seconds)) throw new Refusal("invalid_type", "Invalid 'seconds'.", "expires_after.seconds");
    if (seconds < 10) throw new Refusal("integer_below_min_value", "Invalid 'seconds'.", "expires_after.seconds");
    if (seconds > 7200) throw new Refusal("integer_above_max_value", "Invalid 'seconds'.", "expires_after.seconds");
  }
  checkSession(body.session);
  return body.session;
}

/**
 * What an offer brings: a server's comes with its session in a form of two parts, a browser's token holds the session.
 * @param held what the bearer's token holds; `null` for the key itself, nothing for a stranger
 * @returns nothing for a stranger @throws Refusal
 */
function offerOf(
  type: string,
  body: string,
  held: () => Loose | null | undefined,
): { sdp: string; session: Loose } | undefined {
  const session = held();
  if (session === undefined) return undefined;
  if (session !== null) {
    if (type !== "application/sdp") throw new Refusal("unsupported_content_type", "Send application/sdp.");
    return { sdp: body, session };
  }
  const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(type)?.[1];
  if (!boundary) throw new Refusal("unsupported_content_type", "Send multipart/form-data.");
  const part = (name: string, partType: string) => {
    const found = body
      .split(`--${boundary}`)
      .find((one) =>
        one.startsWith(`\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: ${partType}\r\n\r\n`),
      );
    if (found === undefined) throw new Refusal("missing_required_parameter", `Missing '${name}'.`, name);
    return found.slice(found.indexOf("\r\n\r\n") + 4, -2);
  };
  const given = JSON.parse(part("session", "application/json")) as Loose;
  checkSession(given);
  return { sdp: part("sdp", "application/sdp"), session: given };
}

/** OpenAI's Realtime API: tokens, calls over WebRTC, hanging up. */
export async function openaiStandIn(): Promise<StandIn> {
  const tokens = new Map<string, { session: Loose; expires_at: number }>();
  const calls: RealtimeCall[] = [];
  const last: { session: Loose | null; safety_identifier: string | null } = { session: null, safety_identifier: null };

  const api = await HttpApi.open(
    {
      error: (status, code, message, param) => ({
        error: { message, type: status >= 500 ? "server_error" : "invalid_request_error", param, code },
      }),
      tokenless: { object: "realtime.call" },
    },
    (path) => path === "/v1/realtime/calls",
    async ({ method, path, header, body }): Promise<ApiReply> => {
      const bearer = /^Bearer (.+)$/.exec(header("authorization"))?.[1] ?? "";
      try {
        if (header("openai-beta"))
          throw new Refusal("beta_api_shape_disabled", "The beta API shape is gone. Use the GA shape.");
        if (method === "POST" && path === "/v1/realtime/client_secrets") {
          if (bearer !== KEY) return api.refusal(401, "invalid_api_key", `Incorrect API key provided: ${bearer}.`);
          if (!/^application\/json/.test(header("content-type")))
            throw new Refusal("unsupported_content_type", "Send application/json.");
          const given = JSON.parse(body) as Loose;
          if (header("openai-safety-identifier").length > LONGEST_IDENTIFIER)
            throw new Refusal("string_above_max_length", "The safety identifier is too long.");
          const session = checkMint(given);
          const value = newId("ek");
          const expires_at = Math.floor(Date.now() / 1000) + (given.expires_after?.seconds ?? 600);
          tokens.set(value, { session, expires_at });
          last.session = session;
          last.safety_identifier = header("openai-safety-identifier") || null;
          const echoed = { object: "realtime.session", id: newId("sess"), expires_at: 0, ...session };
          return { status: 200, body: { value, expires_at, session: echoed } };
        }
        if (method === "POST" && path === "/v1/realtime/calls") {
          const offered = offerOf(header("content-type"), body, () => {
            if (bearer === KEY) return null;
            const token = tokens.get(bearer);
            return token && token.expires_at * 1000 >= Date.now() ? token.session : undefined;
          });
          if (!offered) return api.refusal(401, "invalid_api_key", "Incorrect API key or ephemeral token provided.");
          const { sdp, session } = offered;
          if (!/^v=0/.test(sdp) || !/m=audio/.test(sdp) || !/m=application/.test(sdp))
            throw new Refusal("invalid_offer", "The offer has no audio or no data channel.");
          last.session = session;
          last.safety_identifier = header("openai-safety-identifier") || null;
          const call = new RealtimeCall(newId("rtc"), session);
          const answer = await call.answer(sdp);
          calls.push(call);
          // As test_webrtc/test_answer_webrtc_offer shows: text/plain.
          const headers = {
            "content-type": "text/plain; charset=utf-8",
            location: `/v1/realtime/calls/${call.call_id}`,
          };
          return { status: 201, body: answer, headers };
        }
        const hungUp = /^\/v1\/realtime\/calls\/(rtc_\w+)\/hangup$/.exec(path)?.[1];
        if (method === "POST" && hungUp) {
          if (bearer !== KEY) return api.refusal(401, "invalid_api_key", "Incorrect API key provided.");
          const call = calls.find(({ call_id }) => call_id === hungUp);
          if (!call || call.over) return api.refusal(404, "call_id_not_found", "No such call.");
          call.hangUp();
          return { status: 200 };
        }
        return api.refusal(404, "unknown_url", `Invalid URL (${method} ${path})`);
      } catch (error) {
        if (error instanceof Refusal) return api.refusal(400, error.code, error.message, error.param);
        throw error;
      }
    },
  );

  api.acceptSockets({}, sidebandOf(calls, KEY));

  return standInOf(api, {
    key: KEY,
    get setup() {
      return last.session && setupOf(last.session);
    },
    get safety_identifier() {
      return last.safety_identifier;
    },
    calls,
    async close() {
      for (const call of calls) call.drop();
      await api.close();
    },
  });
}
