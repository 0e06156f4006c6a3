import { html } from "lit";
import type { ToolShown } from "../answers.ts";
import type { Form } from "../controllers/form.ts";
import { field } from "./field.ts";
import { EXAMPLES, toolsText } from "./tools-json.ts";

interface AgentTools {
  form: Form;
  tools: readonly ToolShown[];
  /** What stands beside the explanation, as that the plan lacks tools. */
  note: unknown;
  notice(text: string): void;
  /** Called when a button changed the list. */
  changed(): void;
}

/** The card of an agent's form with its tools, as JSON. */
export function agentTools({ form, tools, note, notice, changed }: AgentTools) {
  const add = (event: Event, kind: keyof typeof EXAMPLES) => {
    const area = (event.target as Element).closest("form")?.elements.namedItem("tools") as HTMLTextAreaElement;
    const list = listIn(area.value);
    // Text that is not a list yet stays as it is, with the fault beside it on saving.
    if (!list) return notice("Mend the list first: it is not JSON");
    area.value = JSON.stringify([...list, EXAMPLES[kind]], null, 2);
    area.focus();
    changed();
  };
  return html`<section class="card">
    <header>
      <h2>Tools</h2>
      <p>
        A list in JSON. <code>client</code> tools run on the page, <code>webhook</code> tools are POSTed to their
        <code>url</code>, signed with their <code>secret</code>. ${note}
      </p>
    </header>
    ${field(form, {
      kind: "area",
      name: "tools",
      label: "Tools",
      value: toolsText(tools),
      rows: 10,
      code: true,
      hint: tools.some((tool) => tool.has_secret)
        ? "Secrets are kept but never shown: a tool keeps its own unless you write a new one."
        : undefined,
    })}
    <div class="buttons">
      <button type="button" class="small" @click=${(event: Event) => add(event, "client")}>Add a client tool</button>
      <button type="button" class="small" @click=${(event: Event) => add(event, "webhook")}>Add a webhook tool</button>
    </div>
  </section>`;
}

function listIn(text: string): unknown[] | null {
  try {
    const value: unknown = JSON.parse(text || "[]");
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
