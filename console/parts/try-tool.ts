import { html, nothing } from "lit";
import type { ToolTested } from "../../shared/tool-test.ts";
import { Form, LocalFaults } from "../controllers/form.ts";
import { tooLongText } from "../controllers/too-long.ts";
import { ApiView } from "../view.ts";
import { field } from "./field.ts";
import { count } from "./format.ts";
import type { ParameterRow } from "./parameter-rows.ts";
import { bodyOf, type ToolDraft } from "./tool-draft.ts";

/** Calls a webhook tool as a model would, with arguments that its owner writes, before it is saved. */
export class TryTool extends ApiView {
  static override properties = { agentId: { type: Number }, tool: { attribute: false }, tested: { state: true } };
  /** 0 while the agent is new: only a saved one's tools can be called. */
  declare agentId: number;
  declare tool: ToolDraft;
  declare tested: ToolTested | null;
  readonly #form = new Form(this, `try-${crypto.randomUUID().slice(0, 8)}`);

  constructor() {
    super();
    this.tested = null;
    // Trying a tool does not change the agent.
    this.addEventListener("input", (event) => event.stopPropagation());
  }

  override render() {
    const { kind, name, rows } = this.tool;
    if (kind === "client")
      return html`<p class="hint">Your page runs this tool. Add this script to your page:</p>
        <vc-copy label="script" .value=${script(name)}></vc-copy>`;
    if (this.agentId === 0) return html`<p class="hint">Create the agent first, then try its tools here.</p>`;
    return html`<div class="try">
      <div class="columns">${rows === null ? this.#json() : rows.filter((row) => row.name).map((row) => this.#argument(row))}</div>
      ${this.#form.summary()}
      <div class="buttons">
        <button type="button" class="small" ?disabled=${this.#form.busy} aria-busy=${this.#form.busy} @click=${this.#run}>
          ${this.#form.busy ? "Calling…" : "Try it"}
        </button>
      </div>
      <div role="status">${this.tested ? this.#result(this.tested) : nothing}</div>
    </div>`;
  }

  #json() {
    return field(this.#form, {
      kind: "area",
      name: "arguments",
      label: "Arguments",
      value: "{}",
      rows: 4,
      code: true,
      plain: true,
    });
  }

  #argument({ name, type, description, choices, required }: ParameterRow) {
    const common = { name: `arguments.${name}`, label: name, hint: description || undefined, plain: required };
    if (type === "boolean")
      return field(this.#form, {
        ...common,
        kind: "select",
        options: [
          ["", "Leave out"],
          ["true", "Yes"],
          ["false", "No"],
        ],
      });
    if (type === "string" && choices.trim())
      return field(this.#form, {
        ...common,
        kind: "select",
        options: [["", "Leave out"], ...choices.split(",").map((one) => [one.trim(), one.trim()] as const)],
      });
    return field(this.#form, { ...common, kind: "text" });
  }

  #result({ outcome, milliseconds, temporary_secret }: ToolTested) {
    const took = `${count(milliseconds)} ms`;
    return html`
      ${
        outcome.success
          ? html`<p>Answered after ${took}:</p>
              <pre class="json" tabindex="0" aria-label="Answer of ${this.tool.name}">${JSON.stringify(outcome.result, null, 2)}</pre>`
          : html`<p class="bad">${outcome.error.message} <span class="muted">(${took})</span></p>`
      }
      ${
        temporary_secret
          ? html`<p class="hint">The tool has no secret yet, so the signature could not be valid. Save the agent to get one.</p>`
          : nothing
      }
    `;
  }

  readonly #run = async () => {
    const { tool } = this;
    this.tested = null;
    await this.#form.work(this, async () => {
      const body = { tool: bodyOf(tool), arguments: this.#arguments() };
      this.tested = await this.api.post<ToolTested>(`/agents/${this.agentId}/tools/test`, { body });
    });
  };

  #arguments(): Record<string, unknown> {
    const written = (name: string) => this.querySelector<HTMLInputElement>(`[name="${CSS.escape(name)}"]`)?.value ?? "";
    const { rows } = this.tool;
    if (rows === null) {
      try {
        return JSON.parse(written("arguments"));
      } catch (error) {
        throw new LocalFaults("arguments", `This is not JSON: ${(error as Error).message}`);
      }
    }
    const values = rows.map(({ name, type }) => {
      const path = `arguments.${name}`;
      const text = written(path);
      // Here, not by `maxlength`: the field stands in the agent's form too, which is saved without it.
      const fault = tooLongText(text, 2000);
      if (fault) throw new LocalFaults(path, fault);
      return [name, argument(type, text)] as const;
    });
    return Object.fromEntries(values.filter(([name, value]) => name !== "" && value !== undefined));
  }
}

/** A value that is not of its type is sent as it is: the answer says what is wrong with it. */
function argument(type: ParameterRow["type"], text: string): unknown {
  if (text === "") return undefined;
  if (type === "boolean") return text === "true";
  if (type === "string") return text;
  return Number.isNaN(Number(text)) ? text : Number(text);
}

const script = (
  name: string,
) => `document.querySelector("voice-widget").registerTool("${name || "my_tool"}", async (args) => {
  // Whatever you return is told to the agent.
  return { done: true };
});`;
