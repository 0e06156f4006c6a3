/** Examples of operators, of the service itself and of backups, by the names of their schemas. */

export const OperatorCreate = { name: "Ada", email: "ada@voice.example", role: "support" };
export const Operator = { id: 2, ...OperatorCreate, created_at: 1_789_000_000_000 };
export const OperatorCreated = { ...Operator, token: "svc_op_9XbX2cSgG1pQyq0cY4V7rJ5wK8mZtN3uLhD6fAeR1oW" };
export const Whoami = { kind: "operator", name: "Ada", role: "support", org_id: null };
export const SignedIn = { ...Whoami, expires_at: 1_789_043_200_000 };

export const Status = {
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
  stores: { late: [{ project_id: 7, since: 1_788_999_990_000 }], full: [{ project_id: 9, percent: 83 }] },
  storage: { database_bytes: 5_242_880, ledger_bytes: 131_072, rows: { projects: 3, session_events: 8_112 } },
  alerts: [],
  deletions: [],
  rotations: {
    key_secret: { rotating: true, old_keys: 2 },
    admin_token: { rotating: true, old_used_at: 1_788_999_000_000 },
    webhooks: 1,
  },
};
export const OperatorPatch = { role: "read_only" };
export const Confirmation = { confirm: "Harbour Bakery" };
export const Deleting = { status: "deleting" };
export const Health = { status: "ok", version: "0.1.0" };
export const Unhealthy = {
  status: "unavailable",
  version: "0.1.0",
  detail: "settings: KEY_SECRET: each secret needs at least 16 characters",
};
export const OpenApi = { openapi: "3.1.1" };

const archive = "6f1c1c5e-3f0c-4f6e-9a53-0f2f5f0c9b11";
export const BackupManifest = {
  format: "voice-widget-backup",
  version: 1,
  archive,
  service: "0.1.0",
  columns: { organizations: ["id", "name"] },
  ledger_version: 3,
  store_version: 3,
  key_secret: "9f86d081884c7d65",
  created_at: 1_788_523_200_000,
};
const entry = { id: 1, amount: 36_000, kind: "grant", session_id: null, note: null, at: 1_788_523_200_000 };

export const BackupPlan = {
  ...BackupManifest,
  tables: ["organizations", "projects"],
  late_tables: ["api_keys"],
  organizations: [1],
};
export const BackupRows = { items: [{ id: 1, name: "Harbour" }], next_cursor: null };
export const LedgerPart = { entries: [entry], tables: { account: [{ id: 0, balance: 36_000 }] }, next_cursor: null };
export const GatePage = {
  items: [{ key_hash: "ab12", key_id: 5, revoked_at: null, state: { revoked_at: null } }],
  next_cursor: null,
};
export const StorePage = {
  items: [{ project: 1, table: "counts", rows: [{ org_id: 1, day: "2026-09-03", name: "open", count: 12 }] }],
  next_cursor: null,
};
export const RestoreBegun = { archive, resumed: false, replaced_demo_site: true };
export const RestorePart = {
  archive,
  part: { kind: "table", name: "organizations", rows: [{ id: 1, name: "Harbour" }] },
};
export const Restored = { kept: 1 };
export const RestoreEnd = { archive };
export const RestoreEnded = { archive, finished_at: 1_788_523_200_000 };
