import { html, nothing } from "lit";
import { LENGTHS } from "../../shared/text-lengths.ts";
import { Form } from "../controllers/form.ts";
import { ApiView } from "../view.ts";
import { field, read } from "./field.ts";
import { dialogButtons, modal } from "./modal.ts";

/** Deletes a site or an organization: says what that means, and asks for its name. */
export class DeleteWhole extends ApiView {
  static override properties = {
    kind: {},
    path: {},
    name: {},
    means: { attribute: false },
    next: {},
    open: { state: true },
  };
  /** "site" or "organization". */
  declare kind: string;
  /** Path in the API, e.g. `/projects/3`. */
  declare path: string;
  declare name: string;
  /** What is deleted, and what stays: a sentence each. */
  declare means: readonly string[];
  /** The screen to go to afterwards. */
  declare next: string;
  declare open: boolean;
  readonly #form = new Form(this, "delete-whole");

  constructor() {
    super();
    this.open = false;
  }

  override render() {
    return html`<section class="card danger-zone">
      <header>
        <h2>Delete this ${this.kind}</h2>
        <p>Deletes it and everything in it. This cannot be undone.</p>
      </header>
      <div class="buttons">
        <button
          type="button"
          class="bad"
          @click=${() => {
            this.#form.reset();
            this.open = true;
          }}
        >
          Delete ${this.kind}…
        </button>
      </div>
      ${this.open ? this.#dialog() : nothing}
    </section>`;
  }

  #dialog() {
    return html`<dialog
      role="alertdialog"
      aria-labelledby="delete-whole-title"
      aria-describedby="delete-whole-means"
      ${modal(() => {
        this.open = false;
      })}
    >
      <form @submit=${this.#form.submit((form) => this.#delete(form))}>
        <h2 id="delete-whole-title">Delete ${this.name}?</h2>
        <ul id="delete-whole-means" class="means">
          ${this.means.map((sentence) => html`<li>${sentence}</li>`)}
        </ul>
        ${field(this.#form, {
          kind: "text",
          name: "confirm",
          label: "Type its name to confirm",
          required: true,
          maxlength: LENGTHS.confirmation,
          hint: html`<code>${this.name}</code>`,
        })}
        ${this.#form.summary()} ${dialogButtons(`Delete ${this.kind}`, this.#form.busy, "danger")}
      </form>
    </dialog>`;
  }

  async #delete(form: HTMLFormElement): Promise<void> {
    const body = { confirm: read(form).text("confirm") };
    const going = await this.api.delete<{ status: "deleting" } | undefined>(this.path, { body });
    form.closest("dialog")?.close();
    this.notice(going ? "Hidden now; deletion continues in the background" : "Deleted");
    location.hash = this.next;
  }
}
