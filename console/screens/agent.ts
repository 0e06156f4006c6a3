import { html, nothing } from "lit";
import { keyed } from "lit/directives/keyed.js";
import type { PlanFeatures } from "../../shared/admin.ts";
import { DEFAULT_MAX_DURATION_SECONDS } from "../../shared/limits.ts";
import { PROVIDERS, type Provider } from "../../shared/providers.ts";
import type { Agent as AgentAnswer } from "../answers.ts";
import type { Api } from "../api.ts";
import { Form } from "../controllers/form.ts";
import { Load } from "../controllers/load.ts";
import { Unsaved } from "../controllers/unsaved.ts";
import { agentKnowledge, readStarters } from "../parts/agent-knowledge.ts";
import { agentSpeech, readSpeech } from "../parts/agent-speech.ts";
import { agentTools } from "../parts/agent-tools.ts";
import { Confirm } from "../parts/confirm.ts";
import { field, read } from "../parts/field.ts";
import { PROVIDER_LABELS } from "../parts/terms-fields.ts";
import { readTools } from "../parts/tools-json.ts";
import { to } from "../router.ts";
import { View } from "../view.ts";

/** Makes an agent, or changes one. */
export class Agent extends View {
  static override properties = {
    api: { attribute: false },
    projectId: { type: Number },
    agentId: {},
    features: { attribute: false },
    provider: { state: true },
  };
  declare api: Api;
  declare projectId: number;
  /** An id, or `new`. */
  declare agentId: string;
  /** What the organization's plan has; `null` where the project has no organization. */
  declare features: PlanFeatures | null;
  /** As chosen in the form, before it is saved. */
  declare provider: Provider | null;
  readonly #form = new Form(this, "agent");
  /** Whether somebody typed since it was read or saved. */
  #touched = false;

  readonly #agent = new Load<AgentAnswer | null>(
    this,
    async (signal) => {
      this.provider = null;
      this.#touched = false;
      return this.agentId === "new" ? null : this.api.get(`/agents/${encodeURIComponent(this.agentId)}`, { signal });
    },
    () => [this.api, this.agentId],
  );

  constructor() {
    super();
    new Unsaved(this, () => this.#touched);
    this.features = null;
    this.provider = null;
  }

  override render() {
    return html`
      <p><a href=${to.project(this.projectId, "agents")}>← All agents</a></p>
      ${this.#agent.render((agent) => keyed(agent?.id ?? "new", this.#editor(agent)))}
    `;
  }

  #editor(agent: AgentAnswer | null) {
    const form = this.#form;
    const provider = this.provider ?? agent?.provider ?? "provider_a";
    const external = provider === "provider_x";
    return html`<form
      class="form"
      @input=${() => {
        this.#touched = true;
      }}
      @submit=${form.submit((element) => this.#save(element, agent))}
    >
      <section class="card">
        <header><h2>${agent ? agent.name : "New agent"}</h2></header>
        <div class="columns">
          ${field(form, {
            kind: "text",
            name: "name",
            label: "Name",
            value: agent?.name,
            required: true,
            maxlength: 120,
            hint: "Visitors see it.",
          })}
          ${field(form, {
            kind: "select",
            name: "provider",
            label: "Voice provider",
            required: true,
            value: provider,
            options: PROVIDERS.map((name) => [name, PROVIDER_LABELS[name]] as const),
            onInput: (event) => {
              this.provider = (event.target as HTMLSelectElement).value as Provider;
            },
            hint: this.#missing(external, "external_provider", "Who stands behind it is set in wrangler.toml."),
          })}
        </div>
        ${field(form, {
          kind: "text",
          name: "description",
          label: "Description",
          value: agent?.description,
          maxlength: 2000,
          hint: "One line for the agent picker.",
        })}
        ${field(form, { kind: "check", name: "active", label: "Active: visitors can talk to it", value: agent?.active ?? true })}
      </section>
      <section class="card">
        <header><h2>What it says</h2></header>
        ${field(form, {
          kind: "area",
          name: "instructions",
          label: "Instructions",
          value: agent?.instructions,
          rows: 8,
          maxlength: 32_000,
          placeholder: "You are the assistant of a small bookshop. Keep answers short. Offer to …",
          hint: external ? "The external provider’s own agent has its own instructions." : undefined,
        })}
        ${field(form, {
          kind: "area",
          name: "initial_message",
          label: "Initial message",
          value: agent?.initial_message,
          rows: 2,
          maxlength: 2000,
          placeholder: "Hello! What are you looking for?",
          hint: "The first thing it says. Without one the visitor begins.",
        })}
      </section>
      <section class="card">
        <header><h2>How it speaks</h2></header>
        <div class="columns">
          ${field(form, { kind: "text", name: "voice", label: "Voice", value: agent?.voice, maxlength: 128, hint: "A name that the vendor knows; empty takes its default." })}
          ${field(form, { kind: "text", name: "model", label: "Vendor model", value: agent?.model, maxlength: 128, hint: "Empty takes the vendor’s default." })}
          ${field(form, {
            kind: "number",
            name: "max_duration_seconds",
            label: "Longest call",
            value: agent?.max_duration_seconds,
            min: 10,
            max: 86_400,
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
                  maxlength: 128,
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
          hint: this.#missing(true, "memory"),
        })}
        ${agentKnowledge(form, agent)}
      </section>
      ${agentSpeech(form, agent, external)}
      ${agentTools({
        form,
        tools: agent?.tools ?? [],
        note: this.#missing(true, "tools"),
        notice: (text) => this.notice(text),
        changed: () => {
          this.#touched = true;
        },
      })}
      ${form.summary()}
      <div class="buttons">
        <button class="primary" ?disabled=${form.busy} aria-busy=${form.busy}>
          ${form.busy ? "Saving…" : agent ? "Save agent" : "Create agent"}
        </button>
        ${agent ? html`<button type="button" class="quiet bad" @click=${() => this.#delete(agent)}>Delete agent</button>` : nothing}
      </div>
    </form>`;
  }

  #missing(used: boolean, feature: keyof PlanFeatures, otherwise = "") {
    return used && this.features && !this.features[feature]
      ? "The organization’s plan does not have this yet: calls that use it are refused."
      : otherwise;
  }

  async #save(form: HTMLFormElement, agent: AgentAnswer | null): Promise<void> {
    const values = read(form);
    const body = {
      name: values.text("name"),
      provider: values.text("provider"),
      description: values.textOrNull("description"),
      instructions: values.textOrNull("instructions"),
      initial_message: values.textOrNull("initial_message"),
      voice: values.textOrNull("voice"),
      model: values.textOrNull("model"),
      max_duration_seconds: values.number("max_duration_seconds") ?? null,
      extprovider_convai_agent_id: values.textOrNull("extprovider_convai_agent_id"),
      active: values.checked("active"),
      memory: values.checked("memory"),
      knowledge: values.checked("knowledge"),
      starters: readStarters(values.text("starters")),
      tools: readTools(values.text("tools")),
      ...readSpeech(values),
    };
    if (agent) {
      this.#agent.set(await this.api.patch<AgentAnswer>(`/agents/${agent.id}`, { body }));
      this.#touched = false;
      this.notice("Agent saved");
      return;
    }
    const { id } = await this.api.post<AgentAnswer>("/agents", { body: { project_id: this.projectId, ...body } });
    this.#touched = false;
    this.notice("Agent created");
    location.hash = to.project(this.projectId, "agents", id);
  }

  async #delete(agent: AgentAnswer): Promise<void> {
    const done = await Confirm.ask({
      title: `Delete ${agent.name}?`,
      text: "Visitors cannot talk to it any more, and channels bound to it stop working. Past sessions stay.",
      verb: "Delete agent",
      danger: true,
      run: () => this.api.delete(`/agents/${agent.id}`),
    });
    if (!done) return;
    this.#touched = false;
    this.notice("Agent deleted");
    location.hash = to.project(this.projectId, "agents");
  }
}
