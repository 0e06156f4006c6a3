import { html, nothing } from "lit";
import { keyed } from "lit/directives/keyed.js";
import type { Whoami } from "../../shared/operators.ts";
import { type ProjectTab, SITE_SCREENS } from "../addresses/site.ts";
import type { Organization, Project as ProjectAnswer } from "../answers.ts";
import { Load } from "../controllers/load.ts";
import { notRead } from "../parts/not-found.ts";
import { pageHead } from "../parts/page.ts";
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
      ({ project, organization }) => html`<div class="stack" @keys-changed=${this.#refreshKeys}>
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
    const { api, me, item, query, tab } = this;
    const { label, headed, draw } = SITE_SCREENS[tab];
    const setup = this.#setup(project, true);
    const changed = () => void this.#project.reload();
    return [
      // A heading of its own for each screen: it takes the focus.
      headed ? keyed(tab, pageHead({ title: label })) : nothing,
      draw({ api, me, project, organization, item, query, setup, changed }),
    ];
  }

  readonly #refreshKeys = () => this.querySelector<Keys>("vc-keys")?.refresh();
}
