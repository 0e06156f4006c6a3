import type { SessionListed } from "../answers.ts";
import { words } from "./format.ts";
import { badge } from "./page.ts";

export function sessionBadge({ status, end_reason }: Pick<SessionListed, "status" | "end_reason">) {
  switch (status) {
    case "starting":
      return badge("warn", "starting");
    case "active":
      return badge("live", "active");
    case "ended":
      return badge(end_reason === "failed" ? "bad" : "plain", words(end_reason ?? "ended"));
  }
}

/** Milliseconds that the conversation took, `null` where none came about. */
export const talkTime = ({ connected_at, ended_at }: SessionListed, now: number): number | null =>
  connected_at === null ? null : (ended_at ?? now) - connected_at;
