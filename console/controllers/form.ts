import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";
import type { Fault } from "../../shared/errors.ts";
import { ApiFailure } from "../api.ts";
import { faultText } from "./failure-note.ts";
import { tooLong } from "./too-long.ts";

/** A fault at a field, or below it at `path`. */
export interface FaultAt {
  path: string;
  msg: string;
}

/** What a field needs of its form: ids of its own, and what was refused of it. */
export interface Fields {
  readonly scope: string;
  /** Stands before the names of its fields, as the API calls them. */
  readonly path: string;
  faultsAt(name: string): FaultAt[];
  forgive(name: string): void;
}

/** The fields of an element within a form, below `path`. @param faults what the form has at that path */
export const fieldsBelow = (form: Form, path: string, faults: readonly FaultAt[]): Fields => ({
  scope: `${form.scope}-${path.replaceAll(".", "-")}`,
  path: `${path}.`,
  faultsAt: (name) =>
    faults
      .filter((fault) => within(fault.path, name))
      .map((fault) => ({ ...fault, path: fault.path.slice(name.length).replace(/^\./, "") })),
  forgive: (name) => form.forgive(`${path}.${name}`),
});

/** At once, or when a dialog is closed that shows what came of it: one of its own stands above the form. */
function giveBack(pressed: HTMLElement): void {
  const { activeElement, body } = document;
  const dialog = activeElement?.closest("dialog");
  if (activeElement === body) pressed.focus();
  else if (dialog && !dialog.contains(pressed)) dialog.addEventListener("close", () => pressed.focus(), { once: true });
}

/**
 * One form: whether it is being sent, and the faults that the server found. A fault goes beside the field that its
 * `loc` names; faults that no field on screen claims are listed by `summary()`, which therefore is rendered last.
 */
export class Form implements ReactiveController, Fields {
  /** Begins the ids of this form's fields: labels and descriptions must be unique on the page. */
  readonly scope: string;
  readonly path = "";
  readonly #host: ReactiveControllerHost;
  #failure: ApiFailure | null = null;
  #local: Fault[] = [];
  #claimed = new Set<string>();
  busy = false;

  constructor(host: ReactiveControllerHost, scope: string) {
    this.#host = host;
    this.scope = scope;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#claimed = new Set();
  }

  /** Faults at a field, e.g. `features.memory`, or below it, with the rest of their path. */
  faultsAt(field: string): FaultAt[] {
    this.#claimed.add(field);
    return this.#faults()
      .filter((fault) => within(pathOf(fault), field))
      .map((fault) => ({ path: pathOf(fault).slice(field.length).replace(/^\./, ""), msg: faultText(fault) }));
  }

  /** Sends: disables double submits, keeps the faults of a refusal and leads the keyboard to the first of them. */
  readonly submit = (work: (form: HTMLFormElement) => Promise<void>) => async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    await this.work(form, () => work(form));
  };

  /** The same for fields that are not sent by a form of their own; `place` holds them. */
  async work(place: HTMLElement, work: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.reset();
    const pressed = document.activeElement;
    this.busy = true;
    this.#host.requestUpdate();
    try {
      const [first, ...others] = tooLong(place);
      if (first) throw new LocalFaults(first.path, first.msg, others);
      await work();
    } catch (failure) {
      if (failure instanceof LocalFaults) this.#local = failure.faults;
      else if (failure instanceof ApiFailure) this.#failure = failure;
      else throw failure;
    } finally {
      this.busy = false;
      this.#host.requestUpdate();
      await this.#host.updateComplete;
      await this.#lead(place);
      // What was pressed could not keep the keyboard while it was disabled.
      if (pressed instanceof HTMLElement) giveBack(pressed);
    }
  }

  /** Goes to the first refused field. If that is hidden, the event `refused` lets its host show it. */
  async #lead(form: HTMLElement): Promise<void> {
    const first = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!first) return;
    if (!first.checkVisibility()) {
      first.dispatchEvent(new CustomEvent("refused", { bubbles: true }));
      await this.#host.updateComplete;
    }
    first.focus();
  }

  /** The field is being changed, so its faults no longer apply. */
  readonly forgive = (field: string): void => {
    const faults = this.#faults().filter((fault) => !within(pathOf(fault), field));
    if (faults.length === this.#faults().length) return;
    this.#local = faults;
    this.#failure = null;
    this.#host.requestUpdate();
  };

  reset(): void {
    this.#failure = null;
    this.#local = [];
    this.#host.requestUpdate();
  }

  summary(): TemplateResult | typeof nothing {
    const faults = this.#faults();
    if (!this.#failure && faults.length === 0) return nothing;
    const others = faults.filter((fault) => ![...this.#claimed].some((field) => within(pathOf(fault), field)));
    return html`<div class="note bad" role="alert">
      <p>${this.#failure?.message ?? "Check the highlighted fields."}</p>
      ${
        others.length > 0
          ? html`<ul>
              ${others.map((fault) => html`<li><code>${pathOf(fault) || "request"}</code> ${faultText(fault)}</li>`)}
            </ul>`
          : nothing
      }
    </div>`;
  }

  #faults(): readonly Fault[] {
    return [...this.#local, ...(this.#failure?.faults ?? [])];
  }
}

/** What a form finds by itself before anything is sent; shown like the server's own faults. */
export class LocalFaults extends Error {
  readonly faults: Fault[];

  constructor(field: string, msg: string, others: readonly FaultAt[] = []) {
    super(msg);
    this.name = "LocalFaults";
    this.faults = [{ path: field, msg }, ...others].map(({ path, msg }) => ({
      type: "value_error",
      loc: ["body", ...path.split(".")],
      msg,
    }));
  }
}

const pathOf = (fault: Fault): string =>
  fault.loc.slice(["body", "query", "path", "header"].includes(String(fault.loc[0])) ? 1 : 0).join(".");
const within = (path: string, field: string): boolean => path === field || path.startsWith(`${field}.`);
