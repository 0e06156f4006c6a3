import { MAX_TOOL_BYTES, MAX_TOOL_CALLS } from "../../../shared/limits.ts";
import { isOpenToTexts } from "./kept-texts.ts";
import type { SessionScope } from "./lease.ts";
import type { LeaseBook } from "./lease-book.ts";
import type { ToolCallResult } from "./rpc.ts";

/** Counts a call of a tool: a session has only so many. */
export function countToolCall(book: LeaseBook, session_id: string, scope: SessionScope): ToolCallResult {
  const lease = book.findInScope(session_id, scope);
  if (!lease) return { ok: false, error: "session_not_found" };
  if (lease.ended_at !== null) return { ok: false, error: "session_ended", end_reason: lease.end_reason };
  const { tool_calls = 0 } = lease;
  if (tool_calls >= MAX_TOOL_CALLS) return { ok: false, error: "tool_calls_used" };
  lease.tool_calls = tool_calls + 1;
  lease.contradicted = true;
  book.markChanged(lease);
  return { ok: true, lease };
}

/** Counts what a tool answered. @returns whether session and hour have room to keep it */
export function keepAnswer(book: LeaseBook, session_id: string, bytes: number, now: number): boolean {
  const lease = book.lease(session_id);
  if (!lease || !isOpenToTexts(lease, now)) return false;
  const kept = (lease.kept_answers ?? 0) + bytes;
  if (kept > MAX_TOOL_BYTES || !book.hourHasRoom(book.answers, lease, bytes, now)) return false;
  lease.kept_answers = kept;
  book.answers.add(lease, bytes, now);
  book.markChanged(lease);
  return true;
}
