import { html, nothing } from "lit";
import { DEFAULT_MAX_DURATION_SECONDS } from "../../shared/limits.ts";
import { RANGES } from "../../shared/ranges.ts";
import { LENGTHS } from "../../shared/text-lengths.ts";
import type { Agent, ProviderShown } from "../answers.ts";
import type { Form } from "../controllers/form.ts";
import { agentKnowledge } from "./agent-knowledge.ts";
import { field } from "./field.ts";

interface AgentVoice {
  form: Form;
  agent: Agent | null;
  /** The vendor behind the chosen provider, once that is known. */
  vendor: ProviderShown | undefined;
  external: boolean;
  /** Shown beside the checkbox of the memory, e.g. that the plan lacks it. */
  memoryNote: string;
}

/** What an agent speaks with, how long, and what it knows. */
export const agentVoice = ({ form, agent, vendor, external, memoryNote }: AgentVoice) =>
  html`<section class="card">
        <header><h2>Voice and knowledge</h2></header>
        <div class="columns">
          <vc-choice
            name="voice"
            label="Voice"
            .value=${agent?.voice ?? ""}
            .options=${vendor?.voices ?? []}
            .preset=${vendor?.default_voice ?? ""}
            .fault=${form.faultsAt("voice")[0]?.msg ?? ""}
          ></vc-choice>
          <vc-choice
            name="model"
            label="Model"
            .value=${agent?.model ?? ""}
            .options=${vendor?.models ?? []}
            .preset=${vendor?.default_model ?? ""}
            .fault=${form.faultsAt("model")[0]?.msg ?? ""}
          ></vc-choice>
          ${field(form, {
            kind: "number",
            name: "max_duration_seconds",
            label: "Longest call",
            value: agent?.max_duration_seconds,
            ...RANGES.durationSeconds,
            unit: "seconds",
            placeholder: String(DEFAULT_MAX_DURATION_SECONDS),
          })}
          ${
            external || agent?.extprovider_convai_agent_id
              ? field(form, {
                  kind: "text",
                  name: "extprovider_convai_agent_id",
                  label: "External agent ID",
                  value: agent?.extprovider_convai_agent_id,
                  maxlength: LENGTHS.vendorName,
                  hint: "The agent’s ID at the external provider.",
                })
              : nothing
          }
        </div>
        ${field(form, {
          kind: "check",
          name: "memory",
          label: "Memory: knows returning visitors for 90 days",
          value: agent?.memory ?? false,
          hint: memoryNote,
        })}
        ${agentKnowledge(form, agent)}
      </section>`;
