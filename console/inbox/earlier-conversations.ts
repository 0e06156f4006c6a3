import { html, nothing } from "lit";
import type { Page, SessionListed } from "../answers.ts";
import { Load } from "../controllers/load.ts";
import { sessionLines } from "../parts/session-lines.ts";
import { ProjectView } from "../view.ts";

/** Earlier conversations that are listed. */
const LISTED = 5;

/** What the visitor of a conversation talked about before. Draws nothing of a visitor who is not recognised, or is new. */
export class EarlierConversations extends ProjectView {
  static override properties = { subject: {}, session: {} };
  /** As sessions name the visitor. */
  declare subject: string;
  /** The id of the conversation that they are earlier than. */
  declare session: string;

  readonly #earlier = new Load<SessionListed[]>(
    this,
    async (signal) => {
      const query = { subject: this.subject, limit: LISTED + 1 };
      const path = `/projects/${this.projectId}/sessions`;
      const { items } = await this.api.get<Page<SessionListed>>(path, { query, signal });
      return items.filter(({ id }) => id !== this.session).slice(0, LISTED);
    },
    () => [this.api, this.projectId, this.subject, this.session],
  );

  override render() {
    return this.#earlier.render((sessions) =>
      sessions.length === 0
        ? nothing
        : html`<h3>Earlier conversations</h3>
            ${sessionLines(this.projectId, sessions, "")}`,
    );
  }
}
