import type { Rates } from "../../../shared/admin.ts";
import type { LedgerKind } from "../../../shared/admin-answers.ts";
import type { WebhookPayload } from "../../../shared/webhook-payloads.ts";

/** The operator's terms for an organization; a higher `version` replaces a lower one. */
export interface Terms {
  org_id: number;
  version: number;
  subscription: "active" | "none";
  voice_lines: number;
  credits_per_minute: Rates;
}

export interface LedgerEntry {
  /** Per organization, 1 upwards. */
  id: number;
  amount: number;
  kind: LedgerKind;
  session_id: string | null;
  note: string | null;
  /** For a charge: how long a person had the session, which is not charged; `null` if nobody had it. */
  person_seconds: number | null;
  at: number;
}

/** A notice of an account for its owner. The same `key` again is the same notice. */
export type CapNotice = Notice<"cap.reached">;

export type LedgerNotice = Notice<"credit.low"> | CapNotice;

interface Notice<Type extends "credit.low" | "cap.reached"> {
  key: string;
  type: Type;
  /** `null`: every project of the organization. */
  project_id: number | null;
  at: number;
  data: Omit<WebhookPayload<Type>, "project_id" | "org_id">;
}

export interface Summary {
  credit: { balance: number; reserved: number; available: number };
  lines: { total: number; in_use: number };
}
