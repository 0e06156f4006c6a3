import { createHmac } from "node:crypto";
import { Door, type Reply, UNSPEAKABLE } from "./http-api.ts";
import { newId } from "./ids.ts";
import { type Accent, RealtimeCall } from "./realtime-call.ts";
import type { StandIn } from "./stand-in.ts";
import { startStun } from "./stun.ts";

const KEY = "standinKey0123456789";
const SECRET = "standin-secret-0123456789abcdef";
const API_KEY = Buffer.from(`${KEY}:${SECRET}`).toString("base64");
/** Seconds that a signature's clock may be off. */
const SKEW = 300;

/** Checks the signature with node:crypto, knowing nothing of the Worker's way to make it. @returns what is wrong */
function signatureFault(header: string): string | null {
  const [, key, time = "", nonce = "", signature] =
    /^IW1-HMAC-SHA256 ApiKey=([^,]+),DateTime=(\d{14}),Nonce=([0-9a-f]{11}),Signature=([0-9a-f]{64})$/.exec(header) ??
    [];
  if (!signature) return "malformed authorization";
  if (key !== KEY) return "unknown key";
  const at = Date.parse(time.replace(/(....)(..)(..)(..)(..)(..)/, "$1-$2-$3T$4:$5:$6Z"));
  if (!(Math.abs(Date.now() - at) < SKEW * 1000)) return "the clock is off";
  const right = [
    time,
    "api-engine.inworld.ai",
    "ai.inworld.engine.WorldEngine/GenerateToken",
    nonce,
    "iw1_request",
  ].reduce((digest, part) => createHmac("sha256", digest).update(part).digest(), Buffer.from(`IW1${SECRET}`));
  return right.toString("hex") === signature ? null : "signature mismatch";
}

/** The other family of names for half of the events, arguments without a name, and events that nobody asked for. */
const ACCENT: Accent = {
  session: ["temperature", "providerData"],
  output: ["model"],
  bothModalities: true,
  namelessArguments: true,
  transcribesUnasked: true,
  cancelSilences: true,
  waits: true,
  extra: [{ type: "ping", timestamp: 1 }, { errorType: "SESSION_RESOURCES_EXHAUSTED" }],
  rename: (event) => {
    // Nobody says that it tells what is being heard.
    if (event.type.startsWith("output_audio_buffer")) return null;
    return event.type.startsWith("response.output_audio")
      ? { ...event, type: event.type.replace("output_audio", "audio") }
      : event;
  },
};

/** Inworld's Realtime API: signed session tokens, ICE servers, calls over WebRTC, hanging up. */
export async function inworldStandIn(): Promise<StandIn> {
  const tokens = new Map<string, number>();
  const calls: RealtimeCall[] = [];
  const stun = await startStun();

  const door = await Door.open(
    {
      error: (status, code, message) => ({ code: status, message, details: [{ errorType: code }] }),
      tokenless: { type: "Bearer", sessionId: "none" },
    },
    (path) => path === "/v1/sessionTokens/token:generate",
    async ({ method, path, header, body }): Promise<Reply> => {
      const bearer = /^Bearer (.+)$/.exec(header("authorization"))?.[1] ?? "";
      const known = bearer === API_KEY || (tokens.get(bearer) ?? 0) > Date.now();
      if (method === "POST" && path === "/v1/sessionTokens/token:generate") {
        const fault = signatureFault(header("authorization"));
        if (fault) return door.refusal(401, "UNAUTHENTICATED", fault);
        const { key, resources } = JSON.parse(body) as { key?: string; resources?: string[] };
        if (key !== KEY || !resources?.every((one) => /^workspaces\/[\w-]+$/.test(one)))
          return door.refusal(400, "INVALID_ARGUMENT", "key and resources are needed");
        const expires = Date.now() + 4 * 3600_000;
        const token = `eyJ${Buffer.from(newId("jwt")).toString("base64url")}`;
        tokens.set(token, expires);
        const expirationTime = new Date(expires).toISOString();
        return { status: 200, body: { token, type: "Bearer", expirationTime, sessionId: newId("s") } };
      }
      if (!known) return door.refusal(401, "UNAUTHENTICATED", "invalid token");
      if (method === "GET" && path === "/v1/realtime/ice-servers")
        return { status: 200, body: { ice_servers: [{ urls: [stun.url] }] } };
      if (method === "POST" && path === "/v1/realtime/calls") {
        if (header("content-type") !== "application/sdp")
          return door.refusal(400, "INVALID_ARGUMENT", "send application/sdp");
        // No trickle: candidates must stand in the offer.
        if (!/^a=candidate:/m.test(body)) return door.refusal(400, "INVALID_ARGUMENT", "the offer has no candidates");
        const call = new RealtimeCall(crypto.randomUUID(), null, ACCENT);
        const sdp = await call.answer(body);
        calls.push(call);
        const headers = { "content-type": "application/sdp", location: `/v1/realtime/calls/${call.call_id}` };
        return { status: 201, body: sdp, headers };
      }
      const hungUp = /^\/v1\/realtime\/calls\/([\w-]+)\/hangup$/.exec(path)?.[1];
      const call = calls.find(({ call_id }) => call_id === hungUp);
      if (method !== "POST" || !call || call.over) return door.refusal(404, "NOT_FOUND", "not found");
      call.hangUp();
      return { status: 200 };
    },
  );

  return {
    origin: door.origin,
    key: SECRET,
    unspeakable: UNSPEAKABLE,
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
    get told() {
      return null;
    },
    safety_identifier: null,
    calls,
    visits: door.visits,
    async close() {
      for (const call of calls) call.drop();
      stun.close();
      await door.close();
    },
  };
}

export const INWORLD_API_KEY = API_KEY;
