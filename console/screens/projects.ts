import { html, nothing } from "lit";
import { LENGTHS } from "../../shared/text-lengths.ts";
import type { Project } from "../answers.ts";
import { Form } from "../controllers/form.ts";
import { Pages } from "../controllers/pages.ts";
import { emptyNote } from "../parts/empty-note.ts";
import { field, read } from "../parts/field.ts";
import { moment } from "../parts/format.ts";
import { formDialog } from "../parts/modal.ts";
import { projectsOf } from "../parts/projects-of.ts";
import { numbers, table } from "../parts/table.ts";
import { to } from "../router.ts";
import { ApiView } from "../view.ts";

/** Projects of one organization. */
export class Projects extends ApiView {
  static override properties = { orgId: { type: Number }, creating: { state: true } };
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
        <h2>Sites</h2>
        <div class="actions">
          <button type="button" @click=${() => this.#open()}>Empty site</button>
          ${create}
        </div>
      </div>
      ${this.#projects.render({
        empty: () => emptyNote("No site yet", "A site has its agents, its look, its keys and its calls.", create),
        list: (items) =>
          table(items, {
            Site: ({ id, name }) => html`<a href=${to.project(id)}>${name}</a>`,
            Created: ({ created_at }) => moment(created_at),
            ID: numbers(({ id }) => id),
          }),
      })}
      ${this.creating ? this.#dialog() : nothing}
    `;
  }

  #dialog() {
    return formDialog(this.#form, {
      title: "Empty site",
      fields: html`<p class="hint">Without an agent or a channel. A new site has both.</p>
        ${field(this.#form, {
          kind: "text",
          name: "name",
          label: "Name",
          required: true,
          maxlength: LENGTHS.name,
          placeholder: "shop.example",
        })}`,
      action: "Create site",
      send: (form) => this.#create(form),
      closed: () => {
        this.creating = false;
      },
    });
  }

  #open(): void {
    this.#form.reset();
    this.creating = true;
  }

  async #create(form: HTMLFormElement): Promise<void> {
    const body = { org_id: this.orgId, name: read(form).text("name") };
    const { id } = await this.api.post<Project>("/projects", { body });
    form.closest("dialog")?.close();
    this.notice("Site created");
    location.hash = to.project(id);
  }
}
