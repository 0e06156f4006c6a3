import { html } from "lit";
import { Form, LocalFaults } from "../controllers/form.ts";
import { field, read } from "../parts/field.ts";
import { dialogButtons, modal } from "../parts/modal.ts";
import { View } from "../view.ts";
import type { Draft } from "./draft.ts";
import { type Pasted, paste } from "./pasted.ts";

/** Takes settings as text and merges them into a draft. */
export class PasteDialog extends View {
  static override properties = { draft: { attribute: false } };
  declare draft: Draft;
  #answer: (pasted: Pasted | null) => void = () => {};
  #pasted: Pasted | null = null;
  readonly #form = new Form(this, "paste");

  /** @returns `null` where nothing was taken */
  static ask(draft: Draft): Promise<Pasted | null> {
    const element = document.createElement("vc-paste") as PasteDialog;
    element.draft = draft;
    document.body.append(element);
    return new Promise((resolve) => {
      element.#answer = resolve;
    });
  }

  override render() {
    return html`<dialog ${modal(() => this.#close())} aria-labelledby="paste-title">
      <form novalidate @submit=${this.#form.submit(async (form) => this.#take(form))}>
        <h2 id="paste-title">Paste settings</h2>
        <p>From the <a href="/playground/" target="_blank">playground</a> or from another site. They are merged into the settings shown here, and saved when you save the look.</p>
        ${field(this.#form, {
          kind: "area",
          name: "settings",
          label: "Settings",
          required: true,
          rows: 9,
          code: true,
          placeholder: '{ "widget_config": { "designTokens": { "accent": "#0f766e" } } }',
        })}
        ${dialogButtons("Apply these settings", this.#form.busy)}
      </form>
    </dialog>`;
  }

  #take(form: HTMLFormElement): void {
    try {
      this.#pasted = paste(read(form).text("settings"), this.draft);
    } catch (error) {
      throw new LocalFaults("settings", (error as Error).message);
    }
    form.closest("dialog")?.close();
  }

  #close(): void {
    this.#answer(this.#pasted);
    this.remove();
  }
}
