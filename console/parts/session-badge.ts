import { html } from "lit";
import type { EndReason } from "../../shared/session.ts";
import type { SessionListed } from "../answers.ts";
import { badge } from "./page.ts";
import { NONE } from "./table.ts";

const TONES: Partial<Record<EndReason, "bad" | "warn">> = { failed: "bad", credit_exhausted: "warn" };

/** Why a conversation ended, for people. */
export const END_LABELS: Record<EndReason, string> = {
  completed: "Completed",
  visitor_left: "Visitor left",
  failed: "Failed",
  max_duration: "Longest call reached",
  credit_exhausted: "Credit used up",
  operator: "Ended by the operator",
};

export function sessionBadge({ status, end_reason }: Pick<SessionListed, "status" | "end_reason">) {
  switch (status) {
    case "starting":
      return badge("warn", "Starting");
    case "active":
      return badge("live", "Active");
    case "ended":
      return badge(TONES[end_reason ?? "completed"] ?? "plain", end_reason === null ? "Ended" : END_LABELS[end_reason]);
  }
}

/** Milliseconds that the conversation took, `null` where none came about. */
export const talkTime = (
  { connected_at, ended_at }: Pick<SessionListed, "connected_at" | "ended_at">,
  now: number,
): number | null => (connected_at === null ? null : (ended_at ?? now) - connected_at);

/** A rating as stars, and in words for who hears it. */
export const stars = (rating: number | null) =>
  rating === null
    ? NONE
    : html`<span class="stars" role="img" aria-label="${rating} of 5">${"★".repeat(rating)}<i>${"★".repeat(5 - rating)}</i></span>`;
