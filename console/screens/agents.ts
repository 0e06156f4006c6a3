import { html } from "lit";
import type { Agent, ProviderShown } from "../answers.ts";
import { Load } from "../controllers/load.ts";
import { Pages } from "../controllers/pages.ts";
import { agentState } from "../parts/agent-state.ts";
import { emptyNote } from "../parts/empty-note.ts";
import { pageHead } from "../parts/page.ts";
import { type Columns, NONE, numbers, table } from "../parts/table.ts";
import { loadProviders, providerName } from "../parts/vendors.ts";
import { to } from "../router.ts";
import { ProjectView } from "../view.ts";

/** The agents of a project. */
export class Agents extends ProjectView {
  readonly #agents = new Pages<Agent>(
    this,
    (cursor, signal) => this.api.get("/agents", { query: { project_id: this.projectId, cursor, limit: 50 }, signal }),
    () => [this.api, this.projectId],
  );

  readonly #providers = new Load<ProviderShown[]>(
    this,
    () => loadProviders(this.api),
    () => [this.api],
  );

  readonly #columns: Columns<Agent> = {
    Agent: ({ id, name, description }) => html`<span>
      <a href=${to.project(this.projectId, "agents", id)}>${name}</a>
      <span class="sub">${description}</span>
    </span>`,
    Vendor: ({ provider }) => providerName(this.#providers.value, provider),
    State: (agent) => agentState(agent, this.#providers.value),
    Has: abilities,
    ID: numbers(({ id }) => id),
  };

  override render() {
    const create = html`<a class="button primary" href=${to.project(this.projectId, "agents", "new")}>New agent</a>`;
    return html`
      ${pageHead({ title: "Agents", actions: create })}
      ${this.#agents.render({
        empty: () =>
          emptyNote("No agent yet", "Visitors talk to an agent. It has instructions, a voice and tools.", create),
        list: (items) => table(items, this.#columns, { isDim: ({ active }) => !active }),
      })}
    `;
  }
}

function abilities(agent: Agent): string {
  const tools = agent.tools.length;
  const list = [
    tools > 0 ? `${tools} tool${tools === 1 ? "" : "s"}` : "",
    agent.memory ? "memory" : "",
    agent.knowledge ? "knowledge" : "",
    agent.collect_contact ? "contact form" : "",
  ].filter(Boolean);
  return list.join(", ") || NONE;
}
