import { html } from "lit";
import { Form } from "../controllers/form.ts";
import { View } from "../view.ts";
import { dialogButtons, modal } from "./modal.ts";

export interface Question {
  title: string;
  text: unknown;
  /** The verb on the button, e.g. "Revoke key". */
  verb: string;
  danger?: boolean;
  run: () => Promise<void>;
}

/** Asks before something that cannot be undone, does it, and shows why when it failed. */
export class Confirm extends View {
  static override properties = { question: { attribute: false } };
  declare question: Question;
  #answer: (done: boolean) => void = () => {};
  #done = false;
  readonly #form = new Form(this, "confirm");

  static ask(question: Question): Promise<boolean> {
    const element = document.createElement("vc-confirm") as Confirm;
    element.question = question;
    document.body.append(element);
    return new Promise((resolve) => {
      element.#answer = resolve;
    });
  }

  override render() {
    const { title, text, verb, danger } = this.question;
    return html`<dialog ${modal(() => this.#close())} aria-labelledby="confirm-title" role="alertdialog">
      <form
        @submit=${this.#form.submit(async (form) => {
          await this.question.run();
          this.#done = true;
          form.closest("dialog")?.close();
        })}
      >
        <h2 id="confirm-title">${title}</h2>
        <p>${text}</p>
        ${this.#form.summary()}
        ${dialogButtons(verb, this.#form.busy, danger ? "danger" : "primary")}
      </form>
    </dialog>`;
  }

  #close(): void {
    this.#answer(this.#done);
    this.remove();
  }
}

/** @returns whether what is typed on the screen may be lost */
export const withoutSaving = (verb: string): Promise<boolean> =>
  Confirm.ask({
    title: `${verb} without saving?`,
    text: "Your changes on this screen are not saved yet.",
    verb,
    danger: true,
    run: async () => {},
  });
