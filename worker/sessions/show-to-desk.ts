import type { SessionEvent } from "../../shared/events.ts";
import type { LiveMessage } from "../../shared/live.ts";
import type { Bindings } from "../env.ts";
import { logError } from "../log-error.ts";
import { callDesk } from "../objects/project-desk/client.ts";

const ROLES = { user_transcript: "user", agent_transcript: "agent" } as const;

/** What was said in a report, as the inboxes that follow the session are shown it. A line keeps its name, so that it can be corrected. */
function linesOf(events: SessionEvent[], received_at: number): LiveMessage[] {
  return events.flatMap((event) => {
    if (event.type !== "user_transcript" && event.type !== "agent_transcript") return [];
    const { type, text, item = crypto.randomUUID(), at = received_at } = event;
    return [{ id: item, role: ROLES[type], text, at }];
  });
}

/** Somebody may be looking. A failure costs the inbox a line, never the page its answer. */
export async function showToDesk(
  bindings: Bindings,
  project_id: number,
  session_id: string,
  events: SessionEvent[],
  received_at: number,
): Promise<void> {
  const lines = linesOf(events, received_at);
  if (lines.length === 0) return;
  await callDesk(bindings, project_id, (desk) => desk.said(session_id, lines)).catch((error) =>
    logError("desk_not_told", error, { session_id }),
  );
}
