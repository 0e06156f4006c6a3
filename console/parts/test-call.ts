import { html, nothing } from "lit";
import type { Agent, Page, ProviderShown } from "../answers.ts";
import { ProjectView } from "../view.ts";
import { repeatsNote } from "./agent-state.ts";
import { closeDialog, modal } from "./modal.ts";
import { loadProviders } from "./vendors.ts";

interface Call {
  agent: Agent;
  key: string;
  vendor: ProviderShown | undefined;
}

/** A button that opens the real widget for a call with one agent, before its site is live. */
export class TestCall extends ProjectView {
  static override properties = { agentId: { type: Number }, call: { state: true } };
  /** Left out: the project's first active agent. */
  declare agentId: number | null;
  declare call: Call | null;

  constructor() {
    super();
    this.agentId = null;
    this.call = null;
  }

  override render() {
    return html`<button type="button" @click=${this.attempt(() => this.#call())}>Test call</button>
      ${this.call ? this.#dialog(this.call) : nothing}`;
  }

  #dialog({ agent, key, vendor }: Call) {
    return html`<dialog
      class="test-call"
      aria-labelledby="test-call-title"
      ${modal(() => {
        this.call = null;
        this.querySelector("button")?.focus();
      })}
    >
      <div class="form">
        <h2 id="test-call-title">Test call with ${agent.name}</h2>
        ${repeatsNote(vendor)}
        <p class="hint">This is the widget as visitors see it. The call uses a voice line and credit, like theirs.</p>
        <iframe
          title="Test call with ${agent.name}"
          src="/console/test-call#${new URLSearchParams({ key })}"
          allow="microphone; autoplay"
        ></iframe>
        <div class="buttons"><button type="button" @click=${closeDialog}>Close</button></div>
      </div>
    </dialog>`;
  }

  /** Also where its own button is about to be drawn. */
  async open(): Promise<void> {
    await this.updateComplete;
    this.querySelector("button")?.click();
  }

  async #call(): Promise<void> {
    const agent = await this.#agent();
    if (!agent) return this.notice("No active agent: create one first", true);
    const [{ key }, providers] = await Promise.all([
      this.api.post<{ key: string }>(`/agents/${agent.id}/test-key`),
      loadProviders(this.api),
    ]);
    this.call = { agent, key, vendor: providers.find(({ provider }) => provider === agent.provider) };
  }

  async #agent(): Promise<Agent | undefined> {
    if (this.agentId !== null) return this.api.get<Agent>(`/agents/${this.agentId}`);
    const { items } = await this.api.get<Page<Agent>>("/agents", { query: { project_id: this.projectId, limit: 100 } });
    return items.find(({ active }) => active);
  }
}
