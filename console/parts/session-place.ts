import { html, nothing } from "lit";
import type { SessionListed } from "../answers.ts";
import type { Neighbours } from "../controllers/neighbours.ts";
import { type Filters, toSessions } from "./session-filters.ts";
import { aboutSession } from "./session-lines.ts";

/**
 * The ways from a conversation back to its list and to those beside it there.
 * @param beside `null` while that is not known
 * @param hasKeys whether `j` and `k` lead to those too
 */
export function sessionPlace(project_id: number, filters: Filters, beside: Neighbours | null, hasKeys: boolean) {
  const link = (session: SessionListed | null | undefined, key: string, label: unknown) =>
    !session
      ? nothing
      : html`<a href=${toSessions(project_id, filters, session.id)} aria-keyshortcuts=${hasKeys ? key : nothing} title="${aboutSession(session)}${hasKeys ? ` (key ${key})` : ""}">${label}</a>`;
  const back = Object.keys(filters).length > 0 ? "Conversations found" : "All conversations";
  return html`<div class="place">
    <a href=${toSessions(project_id, filters)}><span class="arrow">←</span> ${back}</a>
    <nav aria-label="Beside this conversation">
      ${link(beside?.previous, "k", html`<span aria-hidden="true">‹</span> Previous`)}
      ${link(beside?.next, "j", html`Next <span aria-hidden="true">›</span>`)}
    </nav>
  </div>`;
}
