import { html } from "lit";
import type { Agent, ProviderShown } from "../answers.ts";
import { Load } from "../controllers/load.ts";
import { agentState } from "../parts/agent-state.ts";
import { emptyNote } from "../parts/empty-note.ts";
import { readAll } from "../parts/read-all.ts";
import { loadProviders } from "../parts/vendors.ts";
import { to } from "../router.ts";
import { ProjectView } from "../view.ts";

/** Who answers on a site, and whether visitors can call. */
export class AgentStates extends ProjectView {
  readonly #shown = new Load<{ agents: Agent[]; providers: ProviderShown[] }>(
    this,
    async (signal) => {
      const [agents, providers] = await Promise.all([
        readAll<Agent>(this.api, "/agents", { query: { project_id: this.projectId }, signal }),
        loadProviders(this.api),
      ]);
      return { agents, providers };
    },
    () => [this.api, this.projectId],
  );

  override render() {
    const create = html`<a class="button primary" href=${to.project(this.projectId, "agents", "new")}>New agent</a>`;
    return html`<div class="section-head"><h2>Agents</h2></div>
      ${this.#shown.render(({ agents, providers }) =>
        agents.length === 0
          ? emptyNote("No agent yet", "Visitors talk to an agent. It has instructions, a voice and tools.", create)
          : html`<ul class="lines">
              ${agents.map(
                (agent) => html`<li class=${agent.active ? "" : "dim"}>
                  <a href=${to.project(this.projectId, "agents", agent.id)} dir="auto">${agent.name}</a>
                  ${agentState(agent, providers)}
                </li>`,
              )}
            </ul>`,
      )}`;
  }
}
