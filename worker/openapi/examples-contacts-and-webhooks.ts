import { sessionId } from "./examples.ts";

/** Examples of contacts, webhooks and deliveries. */

const at = 1_790_000_000_000;

export const contact = {
  id: 12,
  session_id: sessionId,
  agent_id: 7,
  name: "Ada",
  email: "ada@example.com",
  phone: null,
  message: "Please call me about the order.",
  consent_text: "We may write to you about your request.",
  at,
};

export const webhookCreate = { url: "https://crm.example/hooks/voice", events: ["session.ended", "contact.created"] };
export const webhook = {
  id: 6,
  project_id: 3,
  ...webhookCreate,
  include_transcript: false,
  active: true,
  created_at: at,
  last_failure: { at: at + 9_000, status: 500, detail: "The receiver answered with status 500" },
  previous_secret_until: null,
};
export const webhookCreated = { ...webhook, last_failure: null, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" };

export const webhookRotated = { ...webhookCreated, previous_secret_until: at + 86_400_000 };

const attempt = { at: at + 43_000, status: 204, detail: null, ms: 120 };
export const delivery = {
  id: "msg_0f1e2d3c4b5a69788796a5b4c3d2e1f06",
  webhook_id: 6,
  event: "session.ended",
  session_id: sessionId,
  status: "delivered",
  attempts: 1,
  last_attempt: attempt,
  next_attempt_at: null,
  created_at: at + 42_000,
};
export const deliveryWhole = {
  ...delivery,
  history: [attempt],
  body: {
    type: "session.ended",
    timestamp: "2026-09-21T14:13:20.000Z",
    data: { session_id: sessionId, reason: "completed", seconds: 42, charged: 42 },
  },
};
