import { html, nothing } from "lit";
import { LENGTHS } from "../../shared/text-lengths.ts";
import { tooLongText } from "../controllers/too-long.ts";
import { View } from "../view.ts";

/**
 * Answers that are often given. This browser keeps them, for one person and project.
 * @fires use - CustomEvent<string>, the answer that was chosen
 * @fires keep - CustomEvent<string[]>, all of them, after one was added or deleted
 */
export class CannedAnswers extends View {
  static override properties = { answers: { attribute: false } };
  declare answers: readonly string[];

  override render() {
    return html`<details class="inbox-answers">
      <summary>Ready answers${this.answers.length > 0 ? ` (${this.answers.length})` : ""}</summary>
      ${
        this.answers.length > 0
          ? html`<ul>
              ${this.answers.map(
                (answer, index) => html`<li>
                  <button type="button" class="link" dir="auto" @click=${() => this.#fire("use", answer)}>${answer}</button>
                  <button
                    type="button"
                    class="small bad"
                    aria-label="Delete the answer “${answer.slice(0, 40)}”"
                    @click=${() => this.#fire("keep", this.answers.toSpliced(index, 1))}
                  >
                    Delete
                  </button>
                </li>`,
              )}
            </ul>`
          : nothing
      }
      <form class="inbox-add" @submit=${this.#add}>
        <div class="field">
          <label for="inbox-new-answer">New answer</label>
          <textarea id="inbox-new-answer" name="answer" rows="2" dir="auto" @input=${this.#forgive}></textarea>
        </div>
        <button class="small">Add answer</button>
      </form>
    </details>`;
  }

  readonly #forgive = ({ target }: Event) => (target as HTMLTextAreaElement).setCustomValidity("");

  readonly #add = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const field = form.elements.namedItem("answer") as HTMLTextAreaElement;
    const answer = field.value.trim();
    field.setCustomValidity(tooLongText(answer, LENGTHS.personMessage));
    if (!field.reportValidity() || answer === "" || this.answers.includes(answer)) return;
    form.reset();
    this.#fire("keep", [...this.answers, answer]);
  };

  #fire(name: "use" | "keep", detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
