import { html, type ReactiveElement, type TemplateResult } from "lit";
import { AsyncDirective } from "lit/async-directive.js";
import { directive, type ElementPart } from "lit/directive.js";
import type { Form } from "../controllers/form.ts";

/** `<dialog ${modal(onClose)}>`: opens when it is drawn, over everything else; calls `onClose` when it was closed. */
class Modal extends AsyncDirective {
  #dialog: HTMLDialogElement | null = null;
  #onClose: () => void = () => {};
  readonly #closed = () => this.#onClose();

  render(_onClose: () => void): void {}

  override update(part: ElementPart, [onClose]: [() => void]): void {
    this.#onClose = onClose;
    if (this.#dialog) return;
    const dialog = part.element as HTMLDialogElement;
    this.#dialog = dialog;
    dialog.addEventListener("close", this.#closed);
    queueMicrotask(() => void this.#open(dialog));
  }

  /** The browser gives the focus to the first that stands in it: what draws itself has done so before. */
  async #open(dialog: HTMLDialogElement): Promise<void> {
    const inside = [...dialog.querySelectorAll<ReactiveElement>("*")];
    await Promise.all(inside.map(({ updateComplete }) => updateComplete));
    if (dialog.isConnected && !dialog.open) dialog.showModal();
  }

  override disconnected(): void {
    this.#dialog?.removeEventListener("close", this.#closed);
  }
}
export const modal = directive(Modal);

export const closeDialog = (event: Event): void => (event.target as Element).closest("dialog")?.close();

/** The buttons of a dialog's form: the action first, so that Enter takes it. */
export const dialogButtons = (action: string, busy: boolean, kind: "primary" | "danger" = "primary"): TemplateResult =>
  html`<div class="buttons">
    <button class=${kind} ?disabled=${busy} aria-busy=${busy}>${busy ? "One moment…" : action}</button>
    <button type="button" class="quiet" @click=${closeDialog}>Cancel</button>
  </div>`;

interface FormDialog {
  title: unknown;
  fields: unknown;
  /** What the button says. */
  action: string;
  send(form: HTMLFormElement): Promise<void>;
  closed(): void;
}

/** A dialog that is a form. */
export const formDialog = (form: Form, { title, fields, action, send, closed }: FormDialog): TemplateResult =>
  html`<dialog aria-labelledby="${form.scope}-heading" ${modal(closed)}>
    <form @submit=${form.submit(send)}>
      <h2 id="${form.scope}-heading">${title}</h2>
      ${fields} ${form.summary()} ${dialogButtons(action, form.busy)}
    </form>
  </dialog>`;
