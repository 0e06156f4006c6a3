import { DAY_MS } from "../../../shared/time.ts";
import { at, sessionId } from "./names.ts";

/** Examples of webhooks and deliveries, by the names of their schemas. */

export const WebhookCreate = { url: "https://crm.example/hooks/voice", events: ["session.ended", "contact.created"] };
export const Webhook = {
  id: 6,
  project_id: 3,
  ...WebhookCreate,
  include_transcript: false,
  active: true,
  created_at: at,
  last_failure: {
    at: at + 9_000,
    status: 500,
    detail: "The receiver answered with status 500",
    recovered_at: at + 39_000,
  },
  previous_secret_until: null,
};
export const WebhookCreated = { ...Webhook, last_failure: null, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" };

export const rotated = { ...WebhookCreated, previous_secret_until: at + DAY_MS };

const attempt = { at: at + 43_000, status: 204, detail: null, ms: 120 };
export const Delivery = {
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
export const DeliveryWhole = {
  ...Delivery,
  history: [attempt],
  body: {
    type: "session.ended",
    timestamp: "2026-09-21T14:13:20.000Z",
    data: { session_id: sessionId, reason: "completed", seconds: 42, charged: 42 },
  },
};
export const WebhookPatch = { active: true };

export const OperatorWebhookCreate = {
  url: "https://pager.example/voice",
  events: ["alert.raised", "alert.resolved"],
};
export const operatorsWebhook = {
  id: 8,
  project_id: null,
  ...OperatorWebhookCreate,
  include_transcript: false,
  active: true,
  created_at: 1_789_000_000_000,
  last_failure: null,
  previous_secret_until: null,
};
export const operatorsCreated = { ...operatorsWebhook, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" };

export const DeviceCreate = {
  endpoint: "https://push.example/send/dGhlIGJyb3dzZXI",
  keys: {
    p256dh: "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
    auth: "tBHItJI5svbpez7KI4CCXg",
  },
};
export const Device = { id: 5, project_id: 3, by: "operator:2", push_service: "push.example", created_at: at };
export const PushKey = {
  public_key: "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs",
};
