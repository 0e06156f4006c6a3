import { html, nothing } from "lit";
import type { AnsweringPage, QuestionTopic, QuestionTopics } from "../../shared/question-topics.ts";
import { Load } from "../controllers/load.ts";
import { emptyNote } from "../parts/empty-note.ts";
import { moment } from "../parts/format.ts";
import { actions, type Columns, numbers, table } from "../parts/table.ts";
import { ProjectView } from "../view.ts";

const times = (count: number): string => (count === 1 ? "once" : `${count} times`);

/** What agents found nothing for, near questions as one, the most asked first. Fires `answer-question` with the question's text. */
export class Questions extends ProjectView {
  readonly #questions = new Load<QuestionTopics>(
    this,
    (signal) => this.api.get(`/projects/${this.projectId}/questions/topics`, { signal }),
    () => [this.api, this.projectId],
  );

  refresh(): Promise<void> {
    return this.#questions.reload();
  }

  override render() {
    return html`<div class="section-head">
        <h2>Unanswered questions</h2>
        <p>Visitors asked this, and no source has the answer. Similar questions are counted as one. Each is deleted 90 days after it was last asked.</p>
      </div>
      ${this.#questions.render(
        ({ topics, answered }) => html`${
          topics.length === 0
            ? emptyNote("No unanswered question", "Questions for which an agent found no answer appear here.")
            : table(topics, this.#columns)
        }
      ${answered.length === 0 ? nothing : this.#answered(answered)}`,
      )}`;
  }

  readonly #columns: Columns<QuestionTopic> = {
    Question: ({ text, questions }) => html`<strong dir="auto">${text}</strong>
      ${
        questions.length === 1
          ? nothing
          : html`<details>
            <summary>${questions.length} ways to ask it</summary>
            <ul>${questions.map((one) => html`<li><span dir="auto">${one.text}</span>, ${times(one.count)}</li>`)}</ul>
          </details>`
      }`,
    Asked: numbers(({ count }) => times(count)),
    "This week": numbers(({ weeks }) => weeks.at(-1) ?? 0),
    "Week before": numbers(({ weeks }) => weeks.at(-2) ?? 0),
    Last: ({ last_seen_at }) => moment(last_seen_at),
    ...actions(({ text, questions }) => {
      const answer = () => this.dispatchEvent(new CustomEvent("answer-question", { detail: text }));
      return html`<button type="button" class="small" aria-label="Add an answer to: ${text}" @click=${answer}>Add an answer</button>
        <button type="button" class="small bad" aria-label="Delete: ${text}" @click=${this.attempt(() => this.#delete(questions))}>Delete</button>`;
    }),
  };

  #answered(pages: readonly AnsweringPage[]) {
    return html`<h3>Pages that answered</h3>
      <p class="hint">Where agents found their answers in the last eight weeks, the most used first.</p>
      <ul>
        ${pages.map(
          ({ title, url, count }) =>
            html`<li><span dir="auto">${url && /^https?:/.test(url) ? html`<a href=${url} target="_blank" rel="noopener noreferrer">${title}</a>` : title}</span>, ${times(count)}</li>`,
        )}
      </ul>`;
  }

  async #delete(questions: QuestionTopic["questions"]): Promise<void> {
    for (const { id } of questions) await this.api.delete(`/questions/${id}`);
    this.notice(questions.length === 1 ? "Question deleted" : "Questions deleted");
    await this.#questions.reload();
  }
}
