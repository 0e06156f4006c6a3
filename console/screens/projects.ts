import { html, nothing } from "lit";
import { LENGTHS } from "../../shared/text-lengths.ts";
import type { Project } from "../answers.ts";
import type { Api } from "../api.ts";
import { Form } from "../controllers/form.ts";
import { Pages } from "../controllers/pages.ts";
import { emptyNote } from "../parts/empty-note.ts";
import { field, read } from "../parts/field.ts";
import { moment } from "../parts/format.ts";
import { dialogButtons, modal } from "../parts/modal.ts";
import { projectsOf } from "../parts/projects-of.ts";
import { to } from "../router.ts";
import { View } from "../view.ts";

/** Projects of one organization. */
export class Projects extends View {
  static override properties = { api: { attribute: false }, orgId: { type: Number }, creating: { state: true } };
  declare api: Api;
  declare orgId: number;
  declare creating: boolean;
  readonly #form = new Form(this, "new-project");

  readonly #projects = new Pages<Project>(
    this,
    async (_cursor, signal) => ({ items: await projectsOf(this.api, this.orgId, signal), next_cursor: null }),
    () => [this.api, this.orgId],
  );

  constructor() {
    super();
    this.creating = false;
  }

  override render() {
    const create = html`<a class="button primary" href=${to.newSite(this.orgId)}>New site</a>`;
    return html`
      <div class="section-head">
        <h2>Projects</h2>
        <div class="actions">
          <button type="button" @click=${() => this.#open()}>Empty project</button>
          ${create}
        </div>
      </div>
      ${this.#projects.render({
        empty: () =>
          emptyNote("No project yet", "A project is one site: its agents, its look, its keys and its calls.", create),
        list: (items) => html`<div class="scroll">
          <table class="rows">
            <thead>
              <tr>
                <th scope="col">Project</th>
                <th scope="col">Created</th>
                <th scope="col" class="number">ID</th>
              </tr>
            </thead>
            <tbody>
              ${items.map(
                (project) => html`<tr>
                  <td><a href=${to.project(project.id)}>${project.name}</a></td>
                  <td data-label="Created">${moment(project.created_at)}</td>
                  <td class="number" data-label="ID">${project.id}</td>
                </tr>`,
              )}
            </tbody>
          </table>
        </div>`,
      })}
      ${
        this.creating
          ? html`<dialog
              aria-labelledby="new-project-title"
              ${modal(() => {
                this.creating = false;
              })}
            >
              <form @submit=${this.#form.submit((form) => this.#create(form))}>
                <h2 id="new-project-title">Empty project</h2>
                <p class="hint">Without an agent or a channel. A new site has both.</p>
                ${field(this.#form, {
                  kind: "text",
                  name: "name",
                  label: "Name",
                  required: true,
                  maxlength: LENGTHS.name,
                  placeholder: "shop.example",
                })}
                ${this.#form.summary()} ${dialogButtons("Create project", this.#form.busy)}
              </form>
            </dialog>`
          : nothing
      }
    `;
  }

  #open(): void {
    this.#form.reset();
    this.creating = true;
  }

  async #create(form: HTMLFormElement): Promise<void> {
    const body = { org_id: this.orgId, name: read(form).text("name") };
    const { id } = await this.api.post<Project>("/projects", { body });
    form.closest("dialog")?.close();
    this.notice("Project created");
    location.hash = to.project(id);
  }
}
