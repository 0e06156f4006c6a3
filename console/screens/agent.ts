import { html, nothing } from "lit";
import { keyed } from "lit/directives/keyed.js";
import type { PlanFeatures } from "../../shared/admin.ts";
import type { Provider } from "../../shared/providers.ts";
import { LENGTHS } from "../../shared/text-lengths.ts";
import type { Agent as AgentAnswer, ProviderShown } from "../answers.ts";
import { Form } from "../controllers/form.ts";
import { Load } from "../controllers/load.ts";
import { Unsaved } from "../controllers/unsaved.ts";
import { agentAnalysis, agentTools } from "../parts/agent-abilities.ts";
import { agentContact, readContact } from "../parts/agent-contact.ts";
import { readStarters } from "../parts/agent-knowledge.ts";
import { agentPerson, readPerson } from "../parts/agent-person.ts";
import { agentSpeech, readSpeech } from "../parts/agent-speech.ts";
import { repeatsNote } from "../parts/agent-state.ts";
import { agentVoice } from "../parts/agent-voice.ts";
import type { AnalysisEditor } from "../parts/analysis-editor.ts";
import { Confirm } from "../parts/confirm.ts";
import { valueIn } from "../parts/event-value.ts";
import { field, read } from "../parts/field.ts";
import { notRead } from "../parts/not-found.ts";
import { pageHead } from "../parts/page.ts";
import { showSecrets } from "../parts/tool-secrets.ts";
import type { ToolsEditor } from "../parts/tools-editor.ts";
import { loadProviders, providerOptions } from "../parts/vendors.ts";
import { to } from "../router.ts";
import { ProjectView } from "../view.ts";

/** Makes an agent, or changes one. */
export class Agent extends ProjectView {
  static override properties = { agentId: {}, features: { attribute: false }, provider: { state: true } };
  /** An id, or `new`. */
  declare agentId: string;
  /** The features of the organization's plan; `null` where the project has no organization. */
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

  readonly #providers = new Load<ProviderShown[]>(
    this,
    () => loadProviders(this.api),
    () => [this.api],
  );

  constructor() {
    super();
    new Unsaved(this, () => this.#touched);
    this.features = null;
    this.provider = null;
  }

  override render() {
    return html`
      <p><a href=${to.project(this.projectId, "agents")}><span class="arrow">←</span> All agents</a></p>
      ${this.#agent.render((agent) => keyed(agent?.id ?? "new", this.#editor(agent)), notRead("Agent"))}
    `;
  }

  #editor(agent: AgentAnswer | null) {
    const form = this.#form;
    const provider = this.provider ?? agent?.provider ?? "provider_a";
    const external = provider === "provider_x";
    const vendor = this.#providers.value?.find((one) => one.provider === provider);
    return html`<form
      class="form"
      novalidate
      @input=${() => {
        this.#touched = true;
      }}
      @submit=${form.submit((element) => this.#save(element, agent))}
    >
      ${pageHead({
        title: agent ? agent.name : "New agent",
        actions: agent
          ? html`<vc-test-call .api=${this.api} .projectId=${this.projectId} .agentId=${agent.id}></vc-test-call>`
          : nothing,
      })}
      <section class="card">
        <div class="columns">
          ${field(form, {
            kind: "text",
            name: "name",
            label: "Name",
            value: agent?.name,
            required: true,
            maxlength: LENGTHS.name,
            hint: "Visitors see it.",
          })}
          ${field(form, {
            kind: "select",
            name: "provider",
            label: "Vendor",
            required: true,
            value: provider,
            options: providerOptions(this.#providers.value),
            onInput: (event) => {
              this.provider = valueIn(event) as Provider;
            },
            hint: this.#missing(
              external,
              "external_provider",
              "The vendor that listens and speaks. Set up in wrangler.toml.",
            ),
          })}
        </div>
        ${repeatsNote(vendor)}
        ${vendor?.shows_setup ? html`<p class="note warn">Pages that call ${vendor.name} can read this agent’s instructions and tools: keep secrets out of them.</p>` : nothing}
        ${vendor?.detail ? html`<p class="note bad">${vendor.name} cannot be called yet: ${vendor.detail}.</p>` : nothing}
        ${field(form, {
          kind: "text",
          name: "description",
          label: "Description",
          value: agent?.description,
          maxlength: LENGTHS.agentDescription,
          hint: "One line, shown in the agent picker.",
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
          maxlength: LENGTHS.instructions,
          placeholder: "You are the assistant of a small bookshop. Keep answers short. Offer to …",
          hint: external ? "The external provider’s own agent has its own instructions." : undefined,
        })}
        ${field(form, {
          kind: "area",
          name: "initial_message",
          label: "Initial message",
          value: agent?.initial_message,
          rows: 2,
          maxlength: LENGTHS.greeting,
          placeholder: "Hello! What are you looking for?",
          hint: "The first thing the agent says. If empty, the visitor speaks first.",
        })}
      </section>
      ${agentVoice({ form, agent, vendor, external, memoryNote: this.#missing(true, "memory") })}
      ${agentSpeech(form, agent, external)}
      ${agentTools(form, agent, this.api, this.#missing(true, "tools"))} ${agentContact(form, agent)} ${agentPerson(form, agent)} ${agentAnalysis(form, agent)}
      <div class="buttons sticky">
        ${form.summary()}
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
      tools: this.querySelector<ToolsEditor>("vc-tools")?.value ?? [],
      collect_contact: readContact(values),
      person: readPerson(values, agent),
      analysis: this.querySelector<AnalysisEditor>("vc-analysis")?.value ?? null,
      ...readSpeech(values),
    };
    if (agent) {
      const saved = await this.api.patch<AgentAnswer>(`/agents/${agent.id}`, { body });
      this.#agent.set(saved);
      this.#touched = false;
      this.notice("Agent saved");
      await showSecrets(saved.tools);
      return;
    }
    const made = await this.api.post<AgentAnswer>("/agents", { body: { project_id: this.projectId, ...body } });
    const { id } = made;
    this.#touched = false;
    this.notice("Agent created");
    await showSecrets(made.tools);
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
