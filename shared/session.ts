import * as z from "zod";
import { boundedText, id, integer, jsonObject } from "./fields.ts";
import { pageLanguage } from "./language-tag.ts";
import {
  MAX_CONTEXT_BYTES,
  MAX_CONTEXT_KEY,
  MAX_CONTEXT_PAIRS,
  MAX_PAGE,
  MAX_PAGE_ID,
  MAX_TURNSTILE_TOKEN,
  MAX_USER_ID,
  MAX_VISITOR_ID,
} from "./limits.ts";
import { SLOTS } from "./providers.ts";
import { PROTOCOLS } from "./vendors.ts";

/** Key/value pairs about the visitor: at most 50, keys to 64 characters, 8 KiB as UTF-8 JSON. */
const visitorContext = jsonObject.superRefine((pairs, check) => {
  const keys = Object.keys(pairs);
  if (keys.length > MAX_CONTEXT_PAIRS)
    check.addIssue({ code: "custom", message: `At most ${MAX_CONTEXT_PAIRS} pairs are allowed; send fewer` });
  if (keys.some((key) => key.length > MAX_CONTEXT_KEY && [...key].length > MAX_CONTEXT_KEY))
    check.addIssue({ code: "custom", message: `A key may have at most ${MAX_CONTEXT_KEY} characters; shorten it` });
  if (new TextEncoder().encode(JSON.stringify(pairs)).length > MAX_CONTEXT_BYTES)
    check.addIssue({
      code: "custom",
      message: `The context may have at most ${MAX_CONTEXT_BYTES} bytes as JSON; send less`,
    });
});

/** Where a page's SDP offer goes to, with a token of ours: the path that OpenAI's clients derive from `/v1`. */
export const CALLS_PATH = "/v1/realtime/calls";

/** Whether a text can be an SDP offer at all; the vendor judges the rest. */
export const isSdpOffer = (text: string): boolean => /^v=0\r?\n/.test(text) && /^m=/m.test(text);

/** An SDP offer (RFC 8866), as `RTCPeerConnection.createOffer()` writes it. */
const sdpOffer = z.string().refine(isSdpOffer, "Write an SDP offer, as RTCPeerConnection.createOffer() gives it");

/** Proof that a visitor passed the challenge that the config names. */
const turnstileToken = z
  .string()
  .max(MAX_TURNSTILE_TOKEN)
  .nullish()
  .describe("What Turnstile gave the page, where the config names a `turnstile` site; good for one start.");

/** Body of `POST /widget/v1/session`. `null` in an optional field means that it is absent; a `model` is a string. */
export const sessionStart = z.object({
  // Any integer: one that no agent has is a 404, or a 403 of a bound key.
  agent_id: integer().describe("The agent to talk to; ids come with the config."),
  model: z
    .string()
    .optional()
    .describe("`provider_a` or `provider_b` overrides the agent's own; any other value is ignored."),
  voice: z.string().max(128).nullish().describe("Overrides the agent's voice."),
  context: visitorContext
    .nullish()
    .describe(
      "Facts about the visitor for the agent, at most 50 pairs, keys to 64 characters, 8 KiB as JSON; empty values are skipped.",
    ),
  user_id: boundedText(MAX_USER_ID).nullish().describe("Your own id of a signed-in visitor; needs `user_hash`."),
  user_hash: z
    .string()
    .max(256)
    .nullish()
    .describe("Hex HMAC-SHA256 of `user_id` under the project's identity secret."),
  ticket: z
    .string()
    .max(64)
    .nullish()
    .describe("Your place in the queue for a voice line, from `POST /widget/v1/session/queue`, when it is your turn."),
  visitor_id: boundedText(MAX_VISITOR_ID).nullish().describe("Anonymous id of this browser."),
  turnstile_token: turnstileToken,
  locale: pageLanguage.nullish().describe("What the page shows its texts in, a language tag of BCP 47."),
  more_time: z
    .boolean()
    .nullish()
    .describe(
      "The visitor needs more time to speak: a turn ends after two seconds of silence, or the owner's longer ones, where the vendor's agent has such a setting.",
    ),
  page: boundedText(MAX_PAGE)
    .nullish()
    .describe("The address of the page, for those who answer its visitors; kept without query and hash."),
  speed: z
    .enum(["slower", "normal", "faster"])
    .nullish()
    .describe("How fast the agent speaks, where the agent's `speeds` in the config is true; else it is passed over."),
  offer: sdpOffer
    .nullish()
    .describe(
      "The page's SDP offer, where the agent's `connection` in the config says `offer`; else it is passed over.",
    ),
});
export type SessionStart = z.infer<typeof sessionStart>;

/** What a client needs to connect: the wire protocol, its transport and address, and what that protocol wants said. */
export const connection = z.object({
  protocol: z
    .enum(PROTOCOLS)
    .describe(
      "What is spoken on the connection, one name for each wire protocol: `openai-realtime` is the GA events of OpenAI's Realtime API, also for the built-in agents and compatible servers; `xai-realtime` and `inworld-realtime` are those vendors' dialects of it; `gemini-live` is Gemini's Live API; `elevenlabs-convai` is ElevenLabs' Agents.",
    ),
  transport: z
    .enum(["websocket", "webrtc"])
    .describe(
      "`websocket`: open one to `url`. `webrtc`: POST an SDP offer to `url`; the protocol's events go over a data channel.",
    ),
  url: z
    .string()
    .describe(
      "Whole, with the model where the vendor wants it there. Over WebRTC the token goes with the POST as `Authorization: Bearer …`. Over a WebSocket it goes as the subprotocols `realtime` and `openai-insecure-api-key.<token>` for `openai-realtime`, as the subprotocol `xai-client-secret.<token>` for `xai-realtime`, as the query's `access_token` for `gemini-live`; the address of `elevenlabs-convai` is signed already.",
    ),
  setup: jsonObject
    .optional()
    .describe(
      "What the client sends first, where a vendor's token cannot hold the agent's set-up: the `session` of a `session.update` for `xai-realtime`, the `setup` message's content for `gemini-live`.",
    ),
  interruptions: z
    .enum(["patient", "off"])
    .optional()
    .describe(
      "Where speech of the visitor does not interrupt at once: `patient`, the client lets only 0.6 seconds of it through while the agent is heard; `off`, what is said meanwhile is sent afterwards. Left out: it does.",
    ),
  answer: z
    .string()
    .optional()
    .describe("The SDP answer, where the request had an `offer` and the connection takes one."),
  call_id: z.string().nullable().optional().describe("The vendor's own name of that call."),
});
export type Connection = z.infer<typeof connection>;

/** Which code a client needs to connect. */
export const connectionType = connection.pick({ protocol: true, transport: true }).extend({
  offer: z
    .literal(true)
    .optional()
    .describe("The start takes the page's SDP offer at once: one request leads to the call."),
  ice_servers: z
    .literal(true)
    .optional()
    .describe("The offer should hold candidates of the ICE servers in the start's answer: two requests then."),
});
export type ConnectionType = z.infer<typeof connectionType>;

const iceServer = z.object({
  urls: z.union([z.string(), z.array(z.string())]),
  username: z.string().optional(),
  credential: z.string().optional(),
});
export type IceServer = z.infer<typeof iceServer>;

/** A tool that the page runs, as the start response tells the widget. */
const clientTool = z.object({
  name: z.string(),
  description: z.string(),
  parameters: jsonObject,
  /** `client` runs on the page, `webhook` through `POST /widget/v1/tools/execute`. */
  kind: z.enum(["client", "webhook"]),
});
export type ClientTool = z.infer<typeof clientTool>;

/** The same as a page is told it: where the service places the call, no more than the page needs to run it. */
const pageTool = clientTool.partial({ description: true, parameters: true });
export type PageTool = z.infer<typeof pageTool>;

/** Answer of `POST /widget/v1/session`. `expires_at` is in unix seconds. */
export const sessionStarted = z.object({
  success: z.literal(true),
  session_id: z.string().describe("Goes with events and tool calls."),
  session_secret: z.string().describe("Proves to `reconnect` that the session is yours; keep it from others."),
  server_time: z.int().describe("Unix milliseconds of the server's clock, by which events are dated."),
  agent_id: id,
  agent_name: z.string(),
  model: z.enum(SLOTS).describe("The slot whose vendor answers."),
  voice_llm_model: z.string().nullable().describe("The vendor's model that the token is for."),
  client_secret: z.object({
    ephemeral_token: z.string(),
    expires_at: z.int().nullable().describe("Unix seconds."),
  }),
  ice_servers: z.array(iceServer).nullable().describe("For WebRTC, where the vendor needs them."),
  initial_message: z.string().nullable().describe("The agent's greeting."),
  connection,
  tools: z
    .array(pageTool)
    .describe(
      "What the page and the service run. Descriptions and parameters only where the page itself connects the agent.",
    ),
  remaining_seconds: z.int().describe("What the reserved credit and the agent's longest duration allow from now."),
});
export type SessionStarted = z.infer<typeof sessionStarted>;

/** Answer of `GET /widget/v1/extprovider-convai/signed-url`. */
export const signedUrl = z.object({
  signed_url: z.string(),
  session_id: z.string().describe("Goes with events and tool calls."),
  session_secret: z.string().describe("Proves to `reconnect` that the session is yours; keep it from others."),
  server_time: z.int().describe("Unix milliseconds of the server's clock, by which events are dated."),
  agent_id: id,
  agent_name: z.string(),
  connection,
  tools: z.array(clientTool).describe("What the page and the service run for the agent, where it calls them."),
  remaining_seconds: z.int().describe("What the reserved credit and the agent's longest duration allow from now."),
});
export type SignedUrl = z.infer<typeof signedUrl>;

/** Body of `POST /widget/v1/session/{session_id}/reconnect`. */
export const sessionReconnect = sessionStart
  .pick({ context: true, voice: true, offer: true, locale: true, more_time: true, speed: true })
  .extend({
    session_secret: z.string().nullish().describe("From the answer that opened the session; without it: 401."),
    page_id: boundedText(MAX_PAGE_ID)
      .nullish()
      .describe(
        "A name that the page has made up for itself. With it, a page takes up what the page before left with `page_left`: 60 times a session, counted apart from other reconnects.",
      ),
  })
  .describe("What the start said and the agent shall still know; nothing of it is kept by the service.");
export type SessionReconnect = z.infer<typeof sessionReconnect>;

/** Its answer: as the session was started. */
export const sessionReconnected = z.union([sessionStarted, signedUrl]);
export type SessionReconnected = z.infer<typeof sessionReconnected>;

export const SESSION_STATES = ["starting", "active", "ended"] as const;
export type SessionState = (typeof SESSION_STATES)[number];

export const END_REASONS = [
  "completed",
  "visitor_left",
  "failed",
  "max_duration",
  "credit_exhausted",
  "operator",
] as const;
export type EndReason = (typeof END_REASONS)[number];
