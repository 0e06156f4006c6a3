import { widgetConfig } from "../../../shared/config.ts";
import { LAUNCHER_LABELS } from "../../../shared/languages.ts";
import { lookOf } from "../../../shared/theme/look.ts";
import { at, sessionId } from "./names.ts";

/** Examples of the Widget API, by the names of their schemas. */

export const publicAgent = {
  id: 7,
  name: "Ava",
  description: "Answers questions about orders",
  initial_message: "Hi, this is Ava. How can I help?",
  provider: "provider_a",
  extprovider_convai_agent_id: null,
  connection: { protocol: "openai-realtime", transport: "websocket" },
  collect_contact: null,
  language: "auto",
};

export const ConfigAnswer = {
  project_id: 3,
  project_name: "Harbour Bakery",
  widget_config: widgetConfig.parse({ designTokens: { accent: "#0f766e" }, branding: { title: "Ask the bakery" } }),
  agents: [publicAgent],
  agent_id: 7,
  launcher_labels: LAUNCHER_LABELS,
  look: lookOf(widgetConfig.parse({}).designTokens),
  turnstile: null,
  hours: { open: false, opens_at: at, closed: "contact", time_zone: "Europe/Berlin" },
};

export const ContactSent = {
  name: "Ada",
  email: "ada@example.com",
  message: "Please call me about the order.",
  consent: true,
};
export const QueuePlace = {
  success: true,
  ticket: "wait_4hT9cQ2mZ8xK1vB7nR5wY3pL",
  place: 2,
  waiting: 3,
  ready: false,
  held_until: null,
  can_extend: false,
  poll_seconds: 5,
};

export const ProjectContext = { project_id: 3, project_name: "Harbour Bakery", org_id: 1, org_name: "Harbour Foods" };

export const SessionStart = {
  agent_id: 7,
  context: { page: "/orders/1024", plan: "gold" },
  visitor_id: "v_2f6c1e",
  locale: "de",
};

/** `sss_` and 64 hex digits. */
const sessionSecret = "sss_9f2c…";

export const SessionReconnect = { session_secret: sessionSecret, context: SessionStart.context };

const connection = {
  protocol: "openai-realtime",
  transport: "websocket",
  url: "wss://voice.example/demo/v1/realtime?model=demo-echo",
};

export const SessionStarted = {
  success: true,
  session_id: sessionId,
  session_secret: sessionSecret,
  server_time: at,
  agent_id: 7,
  agent_name: "Ava",
  model: "provider_a",
  voice_llm_model: "demo-echo",
  client_secret: { ephemeral_token: "ek_…", expires_at: 1_790_000_060 },
  ice_servers: null,
  initial_message: publicAgent.initial_message,
  connection,
  tools: [],
  remaining_seconds: 300,
};

export const SessionEvents = {
  events: [{ type: "connected" }, { type: "user_transcript", text: "Where is my order?" }],
};
export const EventsAccepted = {
  success: true,
  accepted: 2,
  session: { status: "active", remaining_seconds: 296, end_reason: null, handled_by: "agent" },
};

export const SessionExtended = {
  success: true,
  seconds: 300,
  session: { status: "active", remaining_seconds: 342, end_reason: null },
};

export const SessionHandover = { session_secret: sessionSecret };
export const HandoverTicket = { success: true, ticket: "pJ2w…==", domain: "bakery.example" };
export const HandoverTake = { ticket: HandoverTicket.ticket };
export const HandoverTaken = {
  success: true,
  left: true,
  domain: HandoverTicket.domain,
  conversation: {
    session_id: sessionId,
    session_secret: sessionSecret,
    transcript: [{ role: "user", text: "Where is my order?", at, interrupted: false }],
  },
};

export const SignedUrl = {
  signed_url: "wss://api.elevenlabs.io/v1/convai/conversation?agent_id=…&conversation_signature=…",
  session_id: sessionId,
  session_secret: sessionSecret,
  server_time: at,
  agent_id: 7,
  agent_name: "Ava",
  connection: {
    protocol: "elevenlabs-convai",
    transport: "websocket",
    url: "wss://api.elevenlabs.io/v1/convai/conversation?agent_id=…&conversation_signature=…",
  },
  tools: [],
  remaining_seconds: 300,
};

export const ToolCall = {
  session_id: sessionId,
  name: "find_order",
  call_id: "call_1",
  arguments: { number: "1024" },
};
export const ToolOutcome = { success: true, call_id: "call_1", result: { state: "on its way" } };

export const AnalyticsEvents = { events: [{ name: "open", page: "/orders/1024", visitor_id: "v_2f6c1e" }] };
export const SessionReconnected = { ...SessionStarted, initial_message: null };
export const SessionExtend = {};
export const QueueAsk = { agent_id: 7 };
export const ContactAccepted = { success: true, contact_id: 12 };
export const AnalyticsAccepted = { success: true, accepted: 1 };
export const Readiness = {
  ready: false,
  problems: [{ code: "no_credit", detail: "The organization does not have enough credit" }],
};
