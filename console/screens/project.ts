import { html, nothing } from "lit";
import type { Whoami } from "../../shared/operators.ts";
import { DAY_MS, dayOf } from "../../shared/time.ts";
import type { Organization, Project as ProjectAnswer } from "../answers.ts";
import { Load } from "../controllers/load.ts";
import { SITE_SCREENS } from "../navigation/screens.ts";
import { notRead } from "../parts/not-found.ts";
import { pageHead } from "../parts/page.ts";
import type { ProjectTab } from "../router.ts";
import { ProjectView } from "../view.ts";
import type { Keys } from "./keys.ts";

/** One site: the screen that the address names, below what keeps visitors from calling. @fires site - whose screen it is */
export class Project extends ProjectView {
  static override properties = { me: { attribute: false }, tab: {}, item: {}, query: { attribute: false } };
  declare me: Whoami;
  declare tab: ProjectTab;
  /** An agent's id or `new`, or a session's id: what the tab shows instead of its list, or beside it. */
  declare item: string | null;
  declare query: URLSearchParams;

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

  override updated(): void {
    if (this.#project.value)
      this.dispatchEvent(new CustomEvent("site", { detail: this.#project.value, bubbles: true }));
  }

  override render() {
    return this.#project.render(
      ({ project, organization }) => html`<div class="stack">
        ${this.tab === "home" ? nothing : this.#setup(project, false)} ${this.#tab(project, organization)}
      </div>`,
      notRead("Site"),
    );
  }

  #setup({ id, org_id }: ProjectAnswer, whole: boolean) {
    return html`<vc-site-setup
      .api=${this.api}
      .operator=${this.me.kind === "operator"}
      .projectId=${id}
      .orgId=${org_id}
      .whole=${whole}
    ></vc-site-setup>`;
  }

  #tab(project: ProjectAnswer, organization: Organization | null) {
    const changed = () => void this.#project.reload();
    const head = pageHead({ title: SITE_SCREENS[this.tab] });
    switch (this.tab) {
      case "home":
      case "yesterday":
        return html`<vc-home
          class="tabbed"
          .api=${this.api}
          .project=${project}
          .organization=${organization}
          .day=${this.tab === "yesterday" ? dayOf(Date.now() - DAY_MS) : this.query.get("day")}
          .query=${this.query}
          .setup=${this.#setup(project, true)}
        ></vc-home>`;
      case "inbox":
        return html`<vc-inbox
          class="tabbed"
          .api=${this.api}
          .me=${this.me}
          .projectId=${project.id}
          .item=${this.item}
        ></vc-inbox>`;
      case "agents":
        return this.item === null
          ? html`<vc-agents class="tabbed" .api=${this.api} .projectId=${project.id}></vc-agents>`
          : html`<vc-agent class="tabbed" .api=${this.api} .projectId=${project.id} .agentId=${this.item}
              .features=${organization?.features ?? null}></vc-agent>`;
      case "contacts":
        return html`<vc-contacts class="tabbed" .api=${this.api} .projectId=${project.id} .site=${project.name} .query=${this.query}></vc-contacts>`;
      case "webhooks":
        return html`<vc-webhooks class="tabbed" .api=${this.api} .projectId=${project.id}></vc-webhooks>`;
      case "rules":
        return html`${head}<vc-rules class="tabbed" .api=${this.api} .project=${project} @changed=${changed}></vc-rules>`;
      case "channels":
        return html`${head}<vc-channels
            class="tabbed"
            .api=${this.api}
            .projectId=${project.id}
            .query=${this.query}
            @keys-changed=${() => this.querySelector<Keys>("vc-keys")?.refresh()}
          ></vc-channels>
          <vc-keys
            class="tabbed"
            .api=${this.api}
            .projectId=${project.id}
          ></vc-keys>`;
      case "look":
        return html`${head}<vc-look class="tabbed" .api=${this.api} .project=${project} @changed=${changed}></vc-look>`;
      case "knowledge":
        return html`${head}<vc-knowledge class="tabbed" .api=${this.api} .projectId=${project.id} .query=${this.query}></vc-knowledge>`;
      case "sessions":
        return this.item === null
          ? html`<vc-sessions class="tabbed" .api=${this.api} .projectId=${project.id} .site=${project.name} .query=${this.query}></vc-sessions>`
          : html`<vc-session class="tabbed" .api=${this.api} .me=${this.me} .projectId=${project.id} .sessionId=${this.item} .query=${this.query}></vc-session>`;
      case "analytics":
        return html`<vc-analytics class="tabbed" .api=${this.api} .projectId=${project.id} .query=${this.query}>
        </vc-analytics>`;
      case "settings":
        return html`${head}<vc-project-settings class="tabbed" .api=${this.api} .project=${project} @changed=${changed}>
        </vc-project-settings>`;
    }
  }
}
