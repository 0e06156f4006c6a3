import { html } from "lit";
import type { Agent, ProviderShown } from "../answers.ts";
import type { Api } from "../api.ts";
import { Load } from "../controllers/load.ts";
import { Pages } from "../controllers/pages.ts";
import { agentState } from "../parts/agent-state.ts";
import { emptyNote } from "../parts/empty-note.ts";
import { pageHead } from "../parts/page.ts";
import { loadProviders, providerName } from "../parts/vendors.ts";
import { to } from "../router.ts";
import { View } from "../view.ts";

/** The agents of a project. */
export class Agents extends View {
  static override properties = { api: { attribute: false }, projectId: { type: Number } };
  declare api: Api;
  declare projectId: number;

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

  override render() {
    const create = html`<a class="button primary" href=${to.project(this.projectId, "agents", "new")}>New agent</a>`;
    return html`
      ${pageHead({ title: "Agents", actions: create })}
      ${this.#agents.render({
        empty: () =>
          emptyNote("No agent yet", "Visitors talk to an agent. It has instructions, a voice and tools.", create),
        list: (items) => html`<div class="scroll">
          <table class="rows">
            <thead>
              <tr>
                <th scope="col">Agent</th>
                <th scope="col">Vendor</th>
                <th scope="col">State</th>
                <th scope="col">Has</th>
                <th scope="col" class="number">ID</th>
              </tr>
            </thead>
            <tbody>
              ${items.map(
                (agent) => html`<tr class=${agent.active ? "" : "dim"}>
                  <td>
                    <span>
                      <a href=${to.project(this.projectId, "agents", agent.id)}>${agent.name}</a>
                      <span class="sub">${agent.description}</span>
                    </span>
                  </td>
                  <td data-label="Vendor">${providerName(this.#providers.value, agent.provider)}</td>
                  <td data-label="State">${agentState(agent, this.#providers.value)}</td>
                  <td data-label="Has">${abilities(agent)}</td>
                  <td class="number" data-label="ID">${agent.id}</td>
                </tr>`,
              )}
            </tbody>
          </table>
        </div>`,
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
  return list.join(", ") || "–";
}
