import { at, sessionId } from "./names.ts";
import { ToolOutcome } from "./widget.ts";

/** Examples of what happened, and of people who step in, by the names of their schemas. */

const sessionFields = {
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
  test: false,
  page: "https://shop.example/orders",
  input: "voice",
};
const sessionListed = { ...sessionFields, asked: "Where is my order?", summary: null };
export const Session = {
  handled_by: "agent",
  ...sessionFields,
  events: [
    { type: "connected", page: "https://shop.example/orders", at, received_at: at + 800 },
    { type: "user_transcript", text: "Where is my order?", typed: false, at: at + 4_000, received_at: at + 4_100 },
  ],
  transcript: [{ role: "user", text: "Where is my order?", at: at + 4_000, interrupted: false }],
  next_cursor: null,
  usage: {
    totals: { input_tokens: 310, output_tokens: 150, total_tokens: 460, seconds: 0 },
    items: [{ id: "resp_1", input_tokens: 310, output_tokens: 150, total_tokens: 460, at: at + 9_000 }],
  },
  tool_calls: [{ call_id: "call_1", name: "find_order", at: at + 6_000, outcome: ToolOutcome }],
  contacts: [],
  analysis: null,
};

export const Analysis = {
  status: "done",
  detail: null,
  at: at + 50_000,
  summary: "The visitor asked where order 1024 is, and learnt that it is on its way.",
  fields: { order_number: "1024" },
  criteria: [{ name: "solved", result: "success", reason: "The agent named the state of the order." }],
};

export const AuditEntry = {
  id: 90,
  at,
  actor: "operator",
  org_id: 1,
  action: "key.update",
  target: "key:11",
  target_name: "Web shop",
  project_id: 3,
  actor_name: null,
  change: { daily_credit_cap: 500 },
  before: { daily_credit_cap: null },
};
export const sessionRunning = { ...sessionListed, status: "active", end_reason: null, ended_at: null, charged: null };
export const SessionList = { items: [sessionListed], next_cursor: null };
export const Transcript = { items: Session.transcript, next_cursor: null };
export const AnalyticsCounts = { items: [{ day: "2026-09-17", name: "open", count: 12 }], next_cursor: null };

export const StatisticsDay = {
  day: "2026-09-17",
  sessions: 42,
  connected: 39,
  failed: 3,
  seconds: 6_120,
  credits: 6_120,
  ratings: 12,
  rating_sum: 55,
  persons_asked: 4,
  persons_answered: 3,
  persons_missed: 1,
  person_wait_seconds: 22,
  persons_joined: [
    { name: "Ada", count: 2 },
    { name: "Ben", count: 1 },
  ],
  person_ratings: 2,
  person_rating_sum: 10,
  person_seconds: 940,
};

export const Contact = {
  id: 12,
  session_id: sessionId,
  agent_id: 7,
  name: "Ada",
  email: "ada@example.com",
  phone: null,
  message: "Please call me about the order.",
  consent_text: "We may write to you about your request.",
  at,
  done_at: null,
};

export const ContactPatch = { done: true };

export const LiveSession = {
  session_id: sessionId,
  agent_id: 7,
  agent_name: "Ava",
  handled_by: "person",
  status: "active",
  since: at,
  waiting_since: null,
  reason: "The visitor wants to change an order",
  summary: "Order 4711 should go to another address.",
  page: "https://bakery.example/orders",
  person: { name: "Ada", picture: null },
};
export const LiveMessage = {
  id: "0b0e5bd4-5a0e-4a3e-9d0c-6f1f3f1d2c11",
  role: "person",
  name: "Ada",
  text: "I have changed the address.",
  at: at + 60_000,
};
export const PersonJoin = { name: "Ada", picture: "https://bakery.example/ada.jpg" };
export const PersonMessage = { text: "I have changed the address." };
export const Accepted = { success: true };
