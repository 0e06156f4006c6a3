import * as z from "zod";
import { HANDLERS, inboxJoin, type PersonState, personShown, personText } from "./person.ts";
import { type IceServer, SESSION_STATES } from "./session.ts";
import { LENGTHS } from "./text-lengths.ts";

/**
 * Frames of the two live sockets, JSON both ways: the inbox's of `GET /admin/v1/projects/{id}/live`, the page's of
 * `GET /widget/v1/session/{id}/live`. Times are unix milliseconds. Whoever sends a frame that cannot be taken gets `error`.
 */

/** First of the subprotocols, and what the second begins with; the second carries the credential. */
export const LIVE_PROTOCOL = "voice-widget.live";
export const LIVE_TOKEN = "voice-widget.token.";
export const LIVE_SECRET = "voice-widget.secret.";

/** Why the service closes one: its credential was revoked; its session or project is over. */
export const LIVE_CLOSED = { revoked: 4401, over: 4410 } as const;

const messageId = z.string().min(1).max(64);

const typing = z.object({ type: z.literal("typing"), on: z.boolean() });
const seen = z.object({ type: z.literal("seen"), id: messageId });

/** Sound between the two pages: `ask` is answered with `accept` or `decline`; nothing of WebRTC comes before `accept`. */
export const SIGNALS = ["ask", "accept", "decline", "description", "candidate", "mute", "end"] as const;
const signal = z.object({
  type: z.literal("signal"),
  kind: z.enum(SIGNALS),
  description: z.object({ type: z.enum(["offer", "answer", "rollback"]), sdp: z.string().max(LENGTHS.sdp) }).nullish(),
  candidate: z.record(z.string(), z.unknown()).nullish().describe("An RTCIceCandidateInit."),
  on: z.boolean().nullish().describe("Of `mute`: whether the sender is muted."),
});

/** What the page sends. */
export const pageFrame = z.discriminatedUnion("type", [
  z.object({ type: z.literal("message"), text: personText }),
  typing,
  seen,
  signal,
  z.object({ type: z.literal("leave") }),
]);
export type PageFrame = z.input<typeof pageFrame>;

const of = { session_id: z.string().max(64) };

/** What the inbox sends. */
export const inboxFrame = z.discriminatedUnion("type", [
  z.object({ type: z.literal("follow"), ...of }),
  z.object({ type: z.literal("unfollow"), ...of }),
  z.object({ type: z.literal("available"), on: z.boolean() }),
  inboxJoin.extend({ type: z.literal("join"), ...of }),
  z.object({ type: z.literal("message"), ...of, text: personText }),
  z.object({ type: z.literal("whisper"), ...of, text: personText }),
  typing.extend(of),
  seen.extend(of),
  signal.extend(of),
  z.object({ type: z.literal("release"), ...of }),
]);
export type InboxFrame = z.input<typeof inboxFrame>;

/** A conversation as the inbox lists it. */
export const liveSession = z.object({
  session_id: z.string(),
  agent_id: z.number(),
  agent_name: z.string(),
  handled_by: z.enum(HANDLERS),
  status: z.enum(SESSION_STATES),
  since: z.number().describe("When it began."),
  waiting_since: z.number().nullable().describe("When a person was asked for, while one is."),
  reason: z.string().nullable(),
  summary: z.string().nullable(),
  page: z.string().nullable().describe("The page's address without query and hash."),
  person: personShown.nullable(),
});
export type LiveSession = z.infer<typeof liveSession>;

/** One line. `name` is the person's. */
export const liveMessage = z.object({
  id: messageId,
  role: z.enum(["user", "agent", "person"]),
  name: z.string().optional(),
  text: z.string(),
  at: z.number(),
});
export type LiveMessage = z.infer<typeof liveMessage>;

export type Typing = z.infer<typeof typing>;
export type Seen = z.infer<typeof seen>;
export type Signal = z.infer<typeof signal>;
/** As it reaches the other side: `ask` and `accept` bring the relays to connect through, where the service has any. */
export type SignalReceived = Signal & { ice_servers?: IceServer[] };
/** What a plain call would answer with that status; nothing of the frame was kept. */
export interface LiveError {
  type: "error";
  /** The `type` of the frame that was refused, `""` where it had none. */
  of: string;
  status: number;
  detail: string;
}

/** What the page gets. */
export type FrameToPage =
  | { type: "person"; status: PersonState; name?: string; picture?: string }
  | ({ type: "message" } & LiveMessage)
  | Typing
  | Seen
  | SignalReceived
  | LiveError;

/** What the inbox gets. */
export type FrameToInbox =
  | { type: "sessions"; items: LiveSession[] }
  | ({ type: "session" } & LiveSession)
  | ({ type: "message"; session_id: string } & LiveMessage)
  | (Typing & { session_id: string })
  | (Seen & { session_id: string })
  | (SignalReceived & { session_id: string })
  | (LiveError & { session_id?: string });
