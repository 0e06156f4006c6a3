// Long: a table of examples, one for each answer.
import { widgetConfig } from "../../shared/config.ts";
import { LAUNCHER_LABELS } from "../../shared/languages.ts";
import { lookOf } from "../../shared/theme/look.ts";

/** Example values of the document; the linter checks each against its schema. */

const at = 1_790_000_000_000;
export const sessionId = "ses_4hT9cQ2mZ8xK1vB7nR5wY3pL1";
export const key = "svc_pk_9aZ3kQ7xT1mB5vN8cR2wY6pL4hD0sFgJe2XuK1";
export const public_id = "ch_7tQ2mZ8xK1vB4nR5wY3pL6dF";
export const snippet = `<script async src="https://voice.example/embed/${public_id}.js"></script>`;

const publicAgent = {
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

export const config = {
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

export const contactSent = {
  name: "Ada",
  email: "ada@example.com",
  message: "Please call me about the order.",
  consent: true,
};
export const queuePlace = {
  success: true,
  ticket: "wait_4hT9cQ2mZ8xK1vB7nR5wY3pL",
  place: 2,
  waiting: 3,
  ready: false,
  held_until: null,
  can_extend: false,
  poll_seconds: 5,
};

export const context = { project_id: 3, project_name: "Harbour Bakery", org_id: 1, org_name: "Harbour Foods" };

export const sessionStart = {
  agent_id: 7,
  context: { page: "/orders/1024", plan: "gold" },
  visitor_id: "v_2f6c1e",
  locale: "de",
};

/** `sss_` and 64 hex digits. */
const sessionSecret = "sss_9f2c…";

export const sessionReconnect = { session_secret: sessionSecret, context: sessionStart.context };

const connection = {
  protocol: "openai-realtime",
  transport: "websocket",
  url: "wss://voice.example/demo/v1/realtime?model=demo-echo",
};

export const sessionStarted = {
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

export const sessionEvents = {
  events: [{ type: "connected" }, { type: "user_transcript", text: "Where is my order?" }],
};
export const eventsAccepted = {
  success: true,
  accepted: 2,
  session: { status: "active", remaining_seconds: 296, end_reason: null, handled_by: "agent" },
};

export const sessionExtended = {
  success: true,
  seconds: 300,
  session: { status: "active", remaining_seconds: 342, end_reason: null },
};

export const signedUrl = {
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

export const toolCall = {
  session_id: sessionId,
  name: "find_order",
  call_id: "call_1",
  arguments: { number: "1024" },
};
export const toolOutcome = { success: true, call_id: "call_1", result: { state: "on its way" } };

export const analyticsEvents = { events: [{ name: "open", page: "/orders/1024", visitor_id: "v_2f6c1e" }] };

const features = { external_provider: false, memory: true, tools: true };
const credits_per_minute = { provider_a: 60, provider_b: 60, provider_x: 60 };
export const organizationCreate = {
  name: "Harbour Foods",
  subscription: "active",
  voice_lines: 5,
  features,
  credits_per_minute,
};
export const credit = { balance: 36_000, reserved: 300, available: 35_700 };
export const organizationListed = { id: 1, ...organizationCreate, created_at: at };
export const organization = { ...organizationListed, credit, lines: { total: 5, in_use: 1 } };
export const ledgerEntry = { id: 2, amount: -42, kind: "charge", session_id: sessionId, note: null, at };
export const orgToken = { id: 4, org_id: 1, name: "CI", made_by: null, created_at: at, revoked_at: null };
export const orgTokenCreated = { ...orgToken, token: "svc_sk_…" };

const caps = { daily_credit_cap: null, daily_session_cap: 200 };

export const project = {
  id: 3,
  org_id: 1,
  name: "Harbour Bakery",
  widget_config: { designTokens: { accent: "#0f766e" } },
  hours: {
    time_zone: "Europe/Berlin",
    week: {
      mon: [
        ["09:00", "12:00"],
        ["13:00", "17:00"],
      ],
      sat: [["10:00", "14:00"]],
    },
    exceptions: [{ date: "2026-12-24", spans: [] }],
    closed: "contact",
  },
  retention_days: 90,
  ...caps,
  created_at: at,
};

export const agentCreate = {
  project_id: 3,
  name: "Ava",
  description: publicAgent.description,
  initial_message: publicAgent.initial_message,
  provider: "provider_a",
  instructions: "You help with orders. Be brief.",
  tools: [
    {
      name: "find_order",
      description: "Finds an order by its number",
      parameters: { type: "object", properties: { number: { type: "string" } }, required: ["number"] },
      kind: "webhook",
      url: "https://shop.example/hooks/find-order",
      secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    },
  ],
};
const { secret: _secret, ...toolShown } = agentCreate.tools[0] ?? { secret: "" };
export const agent = {
  ...agentCreate,
  id: 7,
  voice: null,
  model: null,
  extprovider_convai_agent_id: null,
  active: true,
  memory: false,
  max_duration_seconds: null,
  tools: [{ ...toolShown, has_secret: true }],
  knowledge: true,
  starters: ["What does delivery cost?", "When do you open?"],
  collect_contact: { fields: ["name", "email"], consent_text: "We may write to you about your request." },
  analysis: {
    fields: [{ name: "order_number", type: "string", description: "The order that the visitor asks about" }],
    criteria: [{ name: "solved", description: "The visitor got an answer" }],
  },
  person: { enabled: true, wait_seconds: 60, when: "when the visitor is upset" },
  language: "auto",
  initial_messages: { de: "Hallo, hier ist Ava. Was kann ich für Sie tun?" },
  turn_taking: { mode: "semantic", eagerness: "medium" },
  noise_reduction: "near_field",
  interruptions: "normal",
  keyterms: ["Harbour Bakery", "sourdough"],
  end_call: true,
  extendable: true,
  slots: null,
  created_at: at,
};

export const apiKey = {
  id: 11,
  project_id: 3,
  name: "Status page",
  display: "svc_pk_9aZ3kQ",
  channel_id: null,
  agent_id: null,
  permissions: ["widget:read"],
  allowed_domains: ["https://shop.example", "*.harbour.example"],
  minute_limit: 60,
  day_limit: 10_000,
  ...caps,
  created_at: at,
  revoked_at: null,
  last_used_at: null,
  last_used_origin: null,
  expires_at: null,
  derived: false,
};
export const apiKeyCreated = { ...apiKey, key };
export const channel = {
  id: 5,
  project_id: 3,
  name: "Web shop",
  agent_id: 7,
  key_id: 12,
  active: true,
  visitor_sessions: 3,
  public_id,
  allowed_domains: ["*.shop.example"],
  snippet,
  ...caps,
  created_at: at,
};
export const channelCreated = { ...channel, key };
export const channelRegenerated = { id: 5, public_id, key, key_id: 13, snippet };

export const sessionListed = {
  id: sessionId,
  project_id: 3,
  agent_id: 7,
  agent_name: "Ava",
  key_id: 12,
  provider: "provider_a",
  vendor: "demo",
  voice_llm_model: "demo-echo",
  subject: "visitor:v_2f6c1e",
  status: "ended",
  end_reason: "completed",
  started_at: at,
  connected_at: at + 800,
  ended_at: at + 42_000,
  charged: 42,
  rating: 5,
  contact_id: null,
  failure: null,
};
export const session = {
  handled_by: "agent",
  ...sessionListed,
  events: [
    { type: "connected", at, received_at: at + 800 },
    { type: "user_transcript", text: "Where is my order?", at: at + 4_000, received_at: at + 4_100 },
  ],
  transcript: [{ role: "user", text: "Where is my order?", at: at + 4_000, interrupted: false }],
  next_cursor: null,
  usage: {
    totals: { input_tokens: 310, output_tokens: 150, total_tokens: 460, seconds: 0 },
    items: [{ id: "resp_1", input_tokens: 310, output_tokens: 150, total_tokens: 460, at: at + 9_000 }],
  },
  tool_calls: [{ call_id: "call_1", name: "find_order", at: at + 6_000, outcome: toolOutcome }],
  contacts: [],
  analysis: null,
};

export const analysis = {
  status: "done",
  detail: null,
  at: at + 50_000,
  summary: "The visitor asked where order 1024 is, and learnt that it is on its way.",
  fields: { order_number: "1024" },
  criteria: [{ name: "solved", result: "success", reason: "The agent named the state of the order." }],
};

export const auditEntry = {
  id: 90,
  at,
  actor: "operator",
  org_id: 1,
  action: "key.revoke",
  target: "key:11",
  target_name: "Web shop",
  project_id: 3,
  actor_name: null,
  change: null,
};
export const demoSite = { organization_id: 1, project_id: 3, agent_ids: [7], api_key: key, snippet };
