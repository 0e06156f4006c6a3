import { at, key, public_id, sessionId, snippet } from "./names.ts";
import { publicAgent } from "./widget.ts";

/** Examples of organizations, projects, agents and keys, by the names of their schemas. */

const features = { external_provider: false, memory: true, tools: true };
const credits_per_minute = { provider_a: 60, provider_b: 60, provider_x: 60 };
export const OrganizationCreate = {
  name: "Harbour Foods",
  subscription: "active",
  voice_lines: 5,
  features,
  credits_per_minute,
};
const credit = { balance: 36_000, reserved: 300, available: 35_700 };
const organizationListed = { id: 1, ...OrganizationCreate, created_at: at };
export const Organization = { ...organizationListed, credit, lines: { total: 5, in_use: 1 } };
export const LedgerEntry = {
  id: 2,
  amount: -42,
  kind: "charge",
  session_id: sessionId,
  note: null,
  person_seconds: null,
  at,
  project_id: 3,
  project_name: "Harbour Bakery",
};
export const OrgToken = { id: 4, org_id: 1, name: "CI", made_by: null, created_at: at, revoked_at: null };
export const OrgTokenCreated = { ...OrgToken, token: "svc_sk_…" };

const caps = { daily_credit_cap: null, daily_session_cap: 200 };

export const Project = {
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

export const AgentCreate = {
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
const { secret: _secret, ...toolShown } = AgentCreate.tools[0] ?? { secret: "" };
export const Agent = {
  ...AgentCreate,
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

export const ApiKey = {
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
export const ApiKeyCreated = { ...ApiKey, key };
export const Channel = {
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
export const ChannelCreated = { ...Channel, key };
export const ChannelRegenerated = { id: 5, public_id, key, key_id: 13, snippet };

export const ToolTest = {
  tool: {
    name: "find_order",
    description: "Finds an order by its number",
    kind: "webhook",
    url: "https://shop.example/hooks/order",
    parameters: { type: "object", properties: { number: { type: "string" } }, required: ["number"] },
  },
  arguments: { number: "1024" },
};
export const ToolTested = {
  outcome: { success: true, call_id: "try_5f0c2a", result: { state: "on its way" } },
  milliseconds: 84,
  temporary_secret: false,
};

export const Provider = {
  provider: "provider_a",
  vendor: "openai",
  name: "OpenAI",
  configured: true,
  detail: null,
  shows_setup: false,
  default_voice: "marin",
  voices: ["marin", "cedar"],
  default_model: "gpt-realtime-2.1",
  models: ["gpt-realtime-2.1", "gpt-realtime-2.1-mini"],
};

export const OrganizationList = { items: [organizationListed], next_cursor: null };
export const OrganizationPatch = { voice_lines: 10 };
export const CreditGrant = { amount: 36_000, note: "Ten hours" };
export const CreditAnswer = { credit };
export const TokenCreate = { name: "CI" };
export const ProjectCreate = { org_id: 1, name: "Harbour Bakery" };
export const ProjectPatch = { widget_config: { designTokens: { accent: "#0f766e" } } };
export const IdentitySecret = { secret: "mZ4…" };
export const AgentPatch = { active: false };
export const KeyCreate = { name: "Status page", allowed_domains: ["https://shop.example"] };
export const KeyPatch = { daily_session_cap: 200 };
export const ChannelCreate = { name: "Web shop", agent_id: 7, allowed_domains: ["*.shop.example"] };
export const ChannelPatch = { agent_id: 8 };
export const ChannelRegenerate = {};
export const SiteCreate = {
  name: "Harbour Bakery",
  credit: 36_000,
  allowed_domains: ["*.bakery.example"],
  agent: { name: "Nora", instructions: "Answer questions about bread.", initial_message: "Good morning!" },
};
export const SiteDayList = {
  items: [
    {
      project_id: 3,
      name: "Harbour Bakery",
      org_id: 1,
      org_name: "Harbour Foods",
      calls: 12,
      test_calls: 1,
      connected: 11,
      failed: 1,
      seconds: 1_870,
      ratings: 4,
      rating_sum: 18,
      running: 1,
      week_credits: 9_400,
      unreachable_agents: [],
    },
  ],
  next_cursor: null,
};
export const SiteCreated = { org_id: 1, project_id: 3, agent_id: 7, channel_id: 2, key_id: 5, key, public_id, snippet };
export const TestKey = { agent_id: 7, key };
export const SiteSetup = {
  payment: "ready",
  active_agents: 1,
  unreachable_agents: [],
  key: {
    channel_id: 2,
    allowed_domains: ["*.bakery.example"],
    last_used_at: at,
    last_used_origin: "https://www.bakery.example",
  },
  first_call_at: null,
};
export const DemoSite = { organization_id: 1, project_id: 3, agent_ids: [7], api_key: key, snippet };
