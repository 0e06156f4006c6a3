import { html } from "lit";
import type { Whoami } from "../../shared/operators.ts";
import type { Organization, Project as ProjectAnswer } from "../answers.ts";
import type { Api } from "../api.ts";
import { Load } from "../controllers/load.ts";
import { pageHead, showCurrentTab, tabs } from "../parts/page.ts";
import { type ProjectTab, to } from "../router.ts";
import { View } from "../view.ts";
import type { Keys } from "./keys.ts";

const TAB_LABELS: Record<ProjectTab, string> = {
  inbox: "Inbox",
  agents: "Agents",
  channels: "Channels and keys",
  look: "Look and words",
  yesterday: "Yesterday",
  knowledge: "Knowledge",
  sessions: "Sessions",
  contacts: "Contacts",
  webhooks: "Webhooks",
  analytics: "Analytics",
  rules: "Hours and limits",
  settings: "Settings",
};

/** One project: the frame around its tabs. */
export class Project extends View {
  static override properties = {
    api: { attribute: false },
    me: { attribute: false },
    projectId: { type: Number },
    tab: {},
    item: {},
    query: { attribute: false },
    waiting: { state: true },
  };
  declare api: Api;
  declare me: Whoami;
  declare projectId: number;
  declare tab: ProjectTab;
  /** An agent's id or `new`, or a session's id: what the tab shows instead of its list, or beside it. */
  declare item: string | null;
  declare query: URLSearchParams;
  /** How many visitors wait for a person, while the inbox is open. */
  declare waiting: number;

  readonly #project = new Load<{ project: ProjectAnswer; organization: Organization | null }>(
    this,
    async (signal) => {
      const project = await this.api.get<ProjectAnswer>(`/projects/${this.projectId}`, { signal });
      const organization =
        project.org_id === null
          ? null
          : await this.api.get<Organization>(`/organizations/${project.org_id}`, { signal });
      return { project, organization };
    },
    () => [this.api, this.projectId],
  );

  constructor() {
    super();
    this.waiting = 0;
  }

  override updated(): void {
    showCurrentTab(this);
    const name = this.#project.value?.project.name ?? "Project";
    const badge = this.waiting > 0 ? `(${this.waiting}) ` : "";
    document.title = `${badge}${TAB_LABELS[this.tab]} · ${name} · Voice Widget console`;
  }

  override render() {
    return this.#project.render(({ project, organization }) => {
      const crumbs: [string, string][] = [["Organizations", to.overview()]];
      if (organization) crumbs.push([organization.name, to.organization(organization.id)]);
      const labels = Object.entries(TAB_LABELS) as [ProjectTab, string][];
      return html`<div class="stack">
        ${pageHead({ crumbs, title: project.name })}
        <vc-site-setup .api=${this.api} .operator=${this.me.kind === "operator"} .projectId=${project.id} .orgId=${project.org_id}>
        </vc-site-setup>
        ${tabs(
          "Project",
          this.tab,
          labels.map(([tab, label]) => [tab, label, to.project(project.id, tab)] as const),
        )}
        ${this.#tab(project, organization)}
      </div>`;
    });
  }

  #tab(project: ProjectAnswer, organization: Organization | null) {
    const changed = () => void this.#project.reload();
    switch (this.tab) {
      case "inbox":
        return html`<vc-inbox
          class="tabbed"
          .api=${this.api}
          .me=${this.me}
          .projectId=${project.id}
          .item=${this.item}
          @waiting=${({ detail }: CustomEvent<number>) => {
            this.waiting = detail;
          }}
        ></vc-inbox>`;
      case "agents":
        return this.item === null
          ? html`<vc-agents class="tabbed" .api=${this.api} .projectId=${project.id}></vc-agents>`
          : html`<vc-agent class="tabbed" .api=${this.api} .projectId=${project.id} .agentId=${this.item}
              .features=${organization?.features ?? null}></vc-agent>`;
      case "yesterday":
        return html`<vc-yesterday class="tabbed" .api=${this.api} .projectId=${project.id}></vc-yesterday>`;
      case "contacts":
        return html`<vc-contacts class="tabbed" .api=${this.api} .projectId=${project.id}></vc-contacts>`;
      case "webhooks":
        return html`<vc-webhooks class="tabbed" .api=${this.api} .projectId=${project.id}></vc-webhooks>`;
      case "rules":
        return html`<vc-rules class="tabbed" .api=${this.api} .project=${project} @changed=${changed}></vc-rules>`;
      case "channels":
        return html`<vc-channels
            class="tabbed"
            .api=${this.api}
            .projectId=${project.id}
            @keys-changed=${() => this.querySelector<Keys>("vc-keys")?.refresh()}
          ></vc-channels>
          <vc-keys
            class="tabbed"
            .api=${this.api}
            .projectId=${project.id}
          ></vc-keys>`;
      case "look":
        return html`<vc-look class="tabbed" .api=${this.api} .project=${project} @changed=${changed}></vc-look>`;
      case "knowledge":
        return html`<vc-knowledge class="tabbed" .api=${this.api} .projectId=${project.id}></vc-knowledge>`;
      case "sessions":
        return this.item === null
          ? html`<vc-sessions class="tabbed" .api=${this.api} .projectId=${project.id} .query=${this.query}></vc-sessions>`
          : html`<vc-session class="tabbed" .api=${this.api} .projectId=${project.id} .sessionId=${this.item}></vc-session>`;
      case "analytics":
        return html`<vc-analytics class="tabbed" .api=${this.api} .projectId=${project.id} .query=${this.query}>
        </vc-analytics>`;
      case "settings":
        return html`<vc-project-settings class="tabbed" .api=${this.api} .project=${project} @changed=${changed}>
        </vc-project-settings>`;
    }
  }
}
