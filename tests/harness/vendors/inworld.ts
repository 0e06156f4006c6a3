import { type ApiReply, HttpApi, standInOf } from "./http-api.ts";
import { type Accent, RealtimeCall, setupOf } from "./realtime-call.ts";
import { checkSession, type Loose, Refusal } from "./realtime-client.ts";
import { sidebandOf } from "./sideband.ts";
import type { StandIn } from "./stand-in.ts";
import { startStun } from "./stun.ts";

const KEY = "standinKey0123456789";
const SECRET = "standin-secret-0123456789abcdef";
const API_KEY = Buffer.from(`${KEY}:${SECRET}`).toString("base64");
/** The other family of names for half of the events, arguments without a name, and events that nobody asked for. */
const ACCENT: Accent = {
  session: ["temperature", "providerData"],
  output: ["model"],
  bothModalities: true,
  namelessArguments: true,
  transcribesUnasked: true,
  cancelSilences: true,
  extra: [{ type: "ping", timestamp: 1 }, { errorType: "SESSION_RESOURCES_EXHAUSTED" }],
  rename: (event) => {
    // It does not document an event for what is being played.
    if (event.type.startsWith("output_audio_buffer")) return null;
    return event.type.startsWith("response.output_audio")
      ? { ...event, type: event.type.replace("output_audio", "audio") }
      : event;
  },
};

/** Inworld's Realtime API as a server uses it: ICE servers, calls placed with the key, hanging up. */
export async function inworldStandIn(): Promise<StandIn> {
  const last: { session: Loose | null } = { session: null };
  const calls: RealtimeCall[] = [];
  const stun = await startStun();

  const api = await HttpApi.open(
    {
      error: (status, code, message) => ({ code: status, message, details: [{ errorType: code }] }),
      tokenless: { ice_servers: [] },
    },
    (path) => path === "/v1/realtime/calls",
    async ({ method, path, header, body }): Promise<ApiReply> => {
      const bearer = /^Bearer (.+)$/.exec(header("authorization"))?.[1] ?? "";
      if (bearer !== API_KEY) return api.refusal(401, "UNAUTHENTICATED", "invalid key");
      if (method === "GET" && path === "/v1/realtime/ice-servers")
        return { status: 200, body: { ice_servers: [{ urls: [stun.url] }] } };
      if (method === "POST" && path === "/v1/realtime/calls") {
        const { sdp, session } = JSON.parse(body) as { sdp?: string; session?: Loose };
        // No trickle: candidates must stand in the offer.
        if (!/^a=candidate:/m.test(sdp ?? ""))
          return api.refusal(400, "INVALID_ARGUMENT", "the offer has no candidates");
        try {
          checkSession(session, ACCENT);
        } catch (error) {
          if (error instanceof Refusal) return api.refusal(400, "INVALID_ARGUMENT", error.message);
          throw error;
        }
        last.session = session;
        const call = new RealtimeCall(crypto.randomUUID(), session, ACCENT);
        const answer = await call.answer(sdp ?? "");
        calls.push(call);
        const location = `/v1/realtime/calls/${call.call_id}`;
        return { status: 201, headers: { location }, body: { id: call.call_id, sdp: answer, ice_servers: [] } };
      }
      const hungUp = /^\/v1\/realtime\/calls\/([\w-]+)\/hangup$/.exec(path)?.[1];
      const call = calls.find(({ call_id }) => call_id === hungUp);
      if (method !== "POST" || !call || call.over) return api.refusal(404, "NOT_FOUND", "not found");
      call.hangUp();
      return { status: 200 };
    },
  );

  api.acceptSockets({}, sidebandOf(calls, API_KEY));

  return standInOf(api, {
    key: SECRET,
    get setup() {
      return last.session && setupOf(last.session, true);
    },
    calls,
    async close() {
      for (const call of calls) call.drop();
      stun.close();
      await api.close();
    },
  });
}

export const INWORLD_API_KEY = API_KEY;
