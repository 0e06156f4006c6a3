import { html } from "lit";
import type { OpenQuestion } from "../../shared/knowledge.ts";
import type { Api } from "../api.ts";
import { Pages } from "../controllers/pages.ts";
import { emptyNote } from "../parts/empty-note.ts";
import { moment } from "../parts/format.ts";
import { View } from "../view.ts";

/** What agents found nothing for, the most asked first. Fires `answer-question` with the question's text. */
export class Questions extends View {
  static override properties = { api: { attribute: false }, projectId: { type: Number } };
  declare api: Api;
  declare projectId: number;

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
        list: (items) => html`<div class="scroll">
          <table class="rows">
            <thead>
              <tr>
                <th scope="col">Question</th>
                <th scope="col">Asked</th>
                <th scope="col">Last</th>
                <th scope="col"><span class="visually-hidden">Actions</span></th>
              </tr>
            </thead>
            <tbody>
              ${items.map((question) => this.#row(question))}
            </tbody>
          </table>
        </div>`,
      })}`;
  }

  #row({ id, text, count, last_seen_at }: OpenQuestion) {
    const answer = () => this.dispatchEvent(new CustomEvent("answer-question", { detail: text }));
    return html`<tr>
      <td dir="auto"><strong>${text}</strong></td>
      <td data-label="Asked">${count === 1 ? "once" : `${count} times`}</td>
      <td data-label="Last">${moment(last_seen_at)}</td>
      <td class="act">
        <button type="button" class="small" aria-label="Add an answer to: ${text}" @click=${answer}>Add an answer</button>
        <button type="button" class="small bad" aria-label="Delete: ${text}" @click=${() => this.attempt(() => this.#delete(id))}>Delete</button>
      </td>
    </tr>`;
  }

  async #delete(id: number): Promise<void> {
    await this.api.delete(`/questions/${id}`);
    this.notice("Question deleted");
    await this.#questions.reload();
  }
}
