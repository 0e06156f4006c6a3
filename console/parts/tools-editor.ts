import { html, nothing } from "lit";
import type { ToolShown } from "../answers.ts";
import { type FaultAt, type Fields, type Form, fieldsBelow, LocalFaults } from "../controllers/form.ts";
import { ApiView } from "../view.ts";
import { valueIn } from "./event-value.ts";
import { field } from "./field.ts";
import { bodyOf, draftOf, newTool, readTools, type ToolBody, type ToolDraft, toolsText } from "./tool-draft.ts";
import { toolFields } from "./tool-fields.ts";

/** An agent's tools: each by its form, or all of them as JSON. @fires input - when a button changed the list */
export class ToolsEditor extends ApiView {
  static override properties = {
    form: { attribute: false },
    faults: { attribute: false },
    tools: { attribute: false },
    agentId: { type: Number },
    drafts: { state: true },
    open: { state: true },
    text: { state: true },
    wrong: { state: true },
  };
  declare form: Form;
  /** What the form has against the tools. */
  declare faults: readonly FaultAt[];
  /** As they are stored. */
  declare tools: readonly ToolShown[];
  /** 0 while the agent is new. */
  declare agentId: number;
  declare drafts: ToolDraft[];
  /** Which ones are unfolded. */
  declare open: ReadonlySet<number>;
  /** The list as JSON while it is edited so. */
  declare text: string | null;
  /** Why the JSON cannot be read. */
  declare wrong: string;
  #of: readonly ToolShown[] | null = null;

  constructor() {
    super();
    this.faults = [];
    this.drafts = [];
    this.open = new Set();
    this.text = null;
    this.wrong = "";
  }

  override willUpdate(): void {
    if (this.#of !== this.tools) {
      this.#of = this.tools;
      this.drafts = this.tools.map(draftOf);
      this.text = null;
    }
    // What was refused is shown.
    const refused = this.faults.map(({ path }) => Number(path.split(".")[0])).filter(Number.isInteger);
    if (refused.some((at) => !this.open.has(at))) this.open = new Set([...this.open, ...refused]);
  }

  /** As the API takes them. @throws LocalFaults where they are JSON that cannot be read */
  get value(): ToolBody[] {
    if (this.text === null) return this.drafts.map(bodyOf);
    try {
      return readTools(this.text, this.drafts).map(bodyOf);
    } catch (error) {
      throw new LocalFaults("tools", `This is not JSON: ${(error as Error).message}`);
    }
  }

  override render() {
    return html`
      ${this.text === null ? this.#forms() : this.#json(this.text)}
      <div class="buttons">
        ${
          this.text === null
            ? html`<button type="button" class="small" @click=${() => this.#add("webhook")}>Add a webhook tool</button>
                <button type="button" class="small" @click=${() => this.#add("client")}>Add a page tool</button>`
            : nothing
        }
        <button type="button" class="small quiet" @click=${this.#turn}>
          ${this.text === null ? "Edit as JSON" : "Edit as a form"}
        </button>
      </div>
    `;
  }

  #forms() {
    const fields = fieldsBelow(this.form, "tools", this.faults);
    if (this.drafts.length === 0)
      return html`<p class="hint">
        None yet. With a tool the agent can look things up on your server, or do something on the page.
      </p>`;
    return this.drafts.map(
      (tool, at) => html`<details
        class="tool"
        ?open=${this.open.has(at)}
        @toggle=${(event: Event) => this.#toggled(at, (event.target as HTMLDetailsElement).open)}
      >
        <summary>
          <b>${tool.name || "New tool"}</b>
          <span class="badge">${tool.kind === "webhook" ? "Webhook" : "Page"}</span>
          <span class="muted">${tool.description}</span>
        </summary>
        <div class="form">
          ${toolFields(fields, at, tool, (next) => this.#change(at, next))}
          <section class="trying" aria-label="Try ${tool.name}">
            <vc-try-tool .api=${this.api} .agentId=${this.agentId} .tool=${tool}></vc-try-tool>
          </section>
          <div class="buttons">
            <button type="button" class="small quiet bad" @click=${() => this.#remove(at)}>Remove ${tool.name || "this tool"}</button>
          </div>
        </div>
      </details>`,
    );
  }

  #json(text: string) {
    const fields: Fields = {
      scope: `${this.form.scope}-tools`,
      path: "tools.",
      faultsAt: () => [...this.faults],
      forgive: () => this.form.forgive("tools"),
    };
    return html`${field(fields, {
      kind: "area",
      name: "json",
      label: "Tools",
      value: text,
      rows: 14,
      code: true,
      hint: "Secrets are stored but never shown: a tool keeps its secret unless you enter a new one.",
      onInput: (event) => {
        this.text = valueIn(event);
        this.wrong = "";
      },
    })}
    ${this.wrong ? html`<p class="faults" role="alert">${this.wrong}</p>` : nothing}`;
  }

  readonly #turn = () => {
    if (this.text === null) {
      this.text = toolsText(this.drafts);
      return;
    }
    try {
      this.drafts = readTools(this.text, this.drafts);
      this.text = null;
      this.wrong = "";
    } catch (error) {
      this.wrong = `This is not JSON yet: ${(error as Error).message}`;
    }
  };

  #toggled(at: number, open: boolean): void {
    if (this.open.has(at) === open) return;
    this.open = new Set(open ? [...this.open, at] : [...this.open].filter((one) => one !== at));
  }

  #change(at: number, next: Partial<ToolDraft>): void {
    this.drafts = this.drafts.map((tool, place) => (place === at ? { ...tool, ...next } : tool));
    this.#changed();
  }

  #add(kind: ToolDraft["kind"]): void {
    this.drafts = [...this.drafts, newTool(kind)];
    this.open = new Set([...this.open, this.drafts.length - 1]);
    this.#changed();
    void this.updateComplete.then(() =>
      this.querySelector<HTMLInputElement>("details.tool:last-of-type input")?.focus(),
    );
  }

  #remove(at: number): void {
    this.drafts = this.drafts.filter((_, place) => place !== at);
    this.open = new Set();
    this.#changed();
  }

  #changed(): void {
    this.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
