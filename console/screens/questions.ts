import { html } from "lit";
import type { OpenQuestion } from "../../shared/knowledge.ts";
import { Pages } from "../controllers/pages.ts";
import { emptyNote } from "../parts/empty-note.ts";
import { moment } from "../parts/format.ts";
import { actions, type Columns, table } from "../parts/table.ts";
import { ProjectView } from "../view.ts";

/** What agents found nothing for, the most asked first. Fires `answer-question` with the question's text. */
export class Questions extends ProjectView {
  readonly #questions = new Pages<OpenQuestion>(
    this,
    (cursor, signal) => this.api.get(`/projects/${this.projectId}/questions`, { query: { cursor, limit: 50 }, signal }),
    () => [this.api, this.projectId],
  );

  refresh(): Promise<void> {
    return this.#questions.reload();
  }

  override render() {
    return html`<div class="section-head">
        <h2>Unanswered questions</h2>
        <p>What visitors asked and no source answers. Each is deleted 90 days after it was last asked.</p>
      </div>
      ${this.#questions.render({
        empty: () => emptyNote("No unanswered question", "Questions for which an agent found no answer appear here."),
        list: (items) => table(items, this.#columns),
      })}`;
  }

  readonly #columns: Columns<OpenQuestion> = {
    Question: ({ text }) => html`<strong dir="auto">${text}</strong>`,
    Asked: ({ count }) => (count === 1 ? "once" : `${count} times`),
    Last: ({ last_seen_at }) => moment(last_seen_at),
    ...actions(({ id, text }) => {
      const answer = () => this.dispatchEvent(new CustomEvent("answer-question", { detail: text }));
      return html`<button type="button" class="small" aria-label="Add an answer to: ${text}" @click=${answer}>Add an answer</button>
        <button type="button" class="small bad" aria-label="Delete: ${text}" @click=${() => this.attempt(() => this.#delete(id))}>Delete</button>`;
    }),
  };

  async #delete(id: number): Promise<void> {
    await this.api.delete(`/questions/${id}`);
    this.notice("Question deleted");
    await this.#questions.reload();
  }
}
