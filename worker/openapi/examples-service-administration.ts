/** Examples of operators, sign-ins, status and operators' webhooks. */

export const operatorCreate = { name: "Ada", email: "ada@voice.example", role: "support" };
export const operator = { id: 2, ...operatorCreate, created_at: 1_789_000_000_000 };
export const operatorCreated = { ...operator, token: "svc_op_9XbX2cSgG1pQyq0cY4V7rJ5wK8mZtN3uLhD6fAeR1oW" };
export const whoami = { kind: "operator", name: "Ada", role: "support", org_id: null };
export const signedIn = { ...whoami, expires_at: 1_789_043_200_000 };
export const operatorWebhookCreate = {
  url: "https://pager.example/voice",
  events: ["alert.raised", "alert.resolved"],
};
export const operatorWebhook = {
  id: 8,
  project_id: null,
  ...operatorWebhookCreate,
  include_transcript: false,
  active: true,
  created_at: 1_789_000_000_000,
  last_failure: null,
  previous_secret_until: null,
};
export const operatorWebhookCreated = { ...operatorWebhook, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" };

export const status = {
  at: 1_789_000_000_000,
  versions: {
    service: "0.1.0",
    schema: "0018_rotations_and_restores.sql",
    deployment: "5f0c9a52-6f0d-4f0e-9d2e-0d7b3c6c1a11",
    deployed_at: "2026-09-10T08:00:00.000Z",
  },
  vendors: [
    { slot: "provider_a", vendor: "openai", configured: true, detail: null },
    { slot: "provider_b", vendor: "gemini", configured: false, detail: "has no GEMINI_API_KEY" },
    { slot: "provider_x", vendor: "elevenlabs", configured: false, detail: "has no ELEVENLABS_API_KEY" },
  ],
  errors: [{ kind: "session_not_set_up", count: 3, last_at: 1_788_990_000_000, detail: "the voice vendor refused" }],
  outbox: { waiting: 4, oldest_at: 1_788_999_999_000, lag_seconds: 1, live_sessions: 12, asked: 2, organizations: 2 },
  deliveries: { pending: 1, failed: 0, webhooks: 2, switched_off: 0 },
  storage: { database_bytes: 5_242_880, ledger_bytes: 131_072, rows: { projects: 3, session_events: 8_112 } },
  alerts: [],
  deletions: [],
  rotations: {
    key_secret: { rotating: true, old_keys: 2 },
    admin_token: { rotating: true, old_used_at: 1_788_999_000_000 },
    webhooks: 1,
  },
};
