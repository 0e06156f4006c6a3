import { html } from "lit";
import type { Agent } from "../answers.ts";
import type { Api } from "../api.ts";
import type { Form } from "../controllers/form.ts";

const NO_TOOLS: Agent["tools"] = [];

/** The card of an agent's tools. @param note shown beside the explanation, e.g. that the plan lacks tools */
export const agentTools = (form: Form, agent: Agent | null, api: Api, note: string) =>
  html`<section class="card">
        <header>
          <h2>Tools</h2>
          <p>What the agent can do besides talking. ${note}</p>
        </header>
        <vc-tools
          .api=${api}
          .form=${form}
          .faults=${form.faultsAt("tools")}
          .tools=${agent?.tools ?? NO_TOOLS}
          .agentId=${agent?.id ?? 0}
        ></vc-tools>
      </section>`;

/** The card of the analysis of its conversations. */
export const agentAnalysis = (form: Form, agent: Agent | null) =>
  html`<section class="card">
        <header>
          <h2>Analysis</h2>
          <p>
            After each conversation a model writes a summary, where the operator has configured one
            (<code>ANALYSIS_BASE_URL</code>). It can also extract facts and judge criteria.
          </p>
        </header>
        <vc-analysis .form=${form} .faults=${form.faultsAt("analysis")} .plan=${agent?.analysis ?? null}></vc-analysis>
      </section>`;
