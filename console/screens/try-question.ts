import { html, nothing } from "lit";
import type { PassageFound, SearchAnswer } from "../../shared/knowledge.ts";
import { LENGTHS } from "../../shared/text-lengths.ts";
import { Form } from "../controllers/form.ts";
import { field, read } from "../parts/field.ts";
import { decimal } from "../parts/format.ts";
import { ProjectView } from "../view.ts";

/** Shows an owner what a question would find, and why. It is not counted as a visitor's question. */
export class TryQuestion extends ProjectView {
  static override properties = { found: { state: true } };
  declare found: SearchAnswer | null;
  readonly #form = new Form(this, "try-question");

  constructor() {
    super();
    this.found = null;
  }

  override render() {
    const form = this.#form;
    return html`<div class="section-head"><h2>Try a question</h2></div>
      <form class="form" @submit=${form.submit((element) => this.#ask(element))}>
        ${field(form, { kind: "text", name: "q", label: "Question", required: true, maxlength: LENGTHS.question, placeholder: "What does delivery cost?" })}
        ${form.summary()}
        <div class="buttons"><button class="primary" ?disabled=${form.busy} aria-busy=${form.busy}>Search</button></div>
      </form>
      <div role="status">${this.found ? this.#result(this.found) : nothing}</div>`;
  }

  #result({ found, items, words }: SearchAnswer) {
    const looked = html`<p class="hint">Searched for: ${words.join(", ")}</p>`;
    if (items.length === 0)
      return html`${looked}<p>No passage contains any of these words. An agent would say that it does not know.</p>`;
    const unanswered = html`<p>These passages seem not to answer it. From an agent it would count as a question without an answer.</p>`;
    return html`${looked}${found ? nothing : unanswered}<ol class="stack">${items.map((passage) => this.#passage(passage))}</ol>`;
  }

  #passage({ title, url, heading, text, matched, by, score }: PassageFound) {
    return html`<li>
      <strong>${url && /^https?:/i.test(url) ? html`<a href=${url} target="_blank" rel="noopener noreferrer">${title}</a>` : title}</strong>
      ${heading ? html`<span class="hint">${heading}</span>` : nothing}
      <p style="white-space: pre-line">${text}</p>
      <p class="hint">
        ${matched.length > 0 ? `Contains: ${matched.join(", ")}. ` : ""}Found by ${by.join(" and ")}, score ${decimal(score, 2)}.
      </p>
    </li>`;
  }

  async #ask(form: HTMLFormElement): Promise<void> {
    const q = read(form).text("q");
    this.found = await this.api.get<SearchAnswer>(`/projects/${this.projectId}/knowledge/search`, { query: { q } });
  }
}
