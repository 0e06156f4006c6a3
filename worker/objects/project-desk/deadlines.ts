import { PERSON_GONE_SECONDS } from "../../../shared/limits.ts";
import type { Conversation } from "./rpc.ts";

/** Seconds after which a visitor is told that the person's connection is gone. */
const TELL_AFTER_SECONDS = 20;

/** What time alone does to a conversation, in unix milliseconds. */
export type Due = { at: number; what: "nobody_came" | "visitor_gone" | "person_gone" | "give_back" };

/** The next of it; `null` for none. */
export function nextDue(one: Conversation): Due | null {
  const due: Due[] = [];
  if (one.handled_by === "waiting") {
    if (one.wait_until !== null) due.push({ at: one.wait_until, what: "nobody_came" });
  } else {
    if (one.page_gone_at !== null)
      due.push({ at: one.page_gone_at + PERSON_GONE_SECONDS * 1000, what: "visitor_gone" });
    if (one.person_gone_at !== null)
      due.push(
        one.told_gone
          ? { at: one.person_gone_at + Math.max(one.wait_seconds, TELL_AFTER_SECONDS) * 1000, what: "give_back" }
          : { at: one.person_gone_at + TELL_AFTER_SECONDS * 1000, what: "person_gone" },
      );
  }
  return due.sort((a, b) => a.at - b.at)[0] ?? null;
}
