import { html, nothing } from "lit";
import { LENGTHS } from "../../shared/text-lengths.ts";
import type { OrganizationListed, Page, Project } from "../answers.ts";
import { Form } from "../controllers/form.ts";
import { Load } from "../controllers/load.ts";
import { Confirm } from "../parts/confirm.ts";
import { field, read } from "../parts/field.ts";
import { to } from "../router.ts";
import { ApiView } from "../view.ts";

const MEANS = [
  "Its keys stop working first: the widget disappears from its pages, and running calls end.",
  "Its agents, channels, knowledge, look, webhooks, contacts and conversations are deleted.",
  "The organization’s charges and credit stay as they are.",
];

/** A project's name and payer, its identity secret, and the right to be forgotten. @fires changed */
export class ProjectSettings extends ApiView {
  static override properties = { project: { attribute: false }, secret: { state: true } };
  declare project: Project;
  /** The identity secret while it is shown. */
  declare secret: string | null;
  readonly #form = new Form(this, "project");
  readonly #reveal = new Form(this, "reveal");
  readonly #forget = new Form(this, "forget");

  readonly #organizations = new Load<OrganizationListed[]>(
    this,
    async (signal) =>
      (await this.api.get<Page<OrganizationListed>>("/organizations", { query: { limit: 100 }, signal })).items,
    () => [this.api],
  );

  constructor() {
    super();
    this.secret = null;
  }

  override render() {
    const { id, name, org_id } = this.project;
    return html`${this.#general()} ${this.#identity()} ${this.#forgetting()}
      <vc-delete-whole
        .api=${this.api}
        .kind=${"site"}
        .path=${`/projects/${id}`}
        .name=${name}
        .means=${MEANS}
        .next=${org_id === null ? to.overview() : to.organization(org_id)}
      ></vc-delete-whole>`;
  }

  #general() {
    const { name, org_id } = this.project;
    return html`<form class="card form" @submit=${this.#form.submit((form) => this.#save(form))}>
      <header><h2>Site</h2></header>
      ${this.#organizations.render((organizations) => {
        const options: [string, string][] = organizations.map((org) => [String(org.id), org.name]);
        // The project's own may lie beyond the first hundred.
        if (org_id !== null && !organizations.some(({ id }) => id === org_id))
          options.push([String(org_id), `Organization ${org_id}`]);
        return html`<div class="columns">
          ${field(this.#form, { kind: "text", name: "name", label: "Name", value: name, required: true, maxlength: LENGTHS.name })}
          ${field(this.#form, {
            kind: "select",
            name: "org_id",
            label: "Organization",
            required: true,
            value: org_id === null ? "" : String(org_id),
            options: org_id === null ? [["", "None: calls cannot be paid for"], ...options] : options,
            hint: "Pays for its calls.",
          })}
        </div>`;
      })}
      ${this.#form.summary()}
      <div class="buttons">
        <button class="primary" ?disabled=${this.#form.busy} aria-busy=${this.#form.busy}>
          ${this.#form.busy ? "Saving…" : "Save site"}
        </button>
      </div>
    </form>`;
  }

  #identity() {
    const secret = this.secret;
    return html`<section class="card">
      <header>
        <h2>Identity secret</h2>
        <p>
          Your server signs a signed-in visitor’s <code>user_id</code> with it (HMAC-SHA256, hex) and hands the page
          <code>user_hash</code>. Keep it off the page.
        </p>
      </header>
      ${secret === null ? nothing : html`<vc-copy label="secret" .value=${secret}></vc-copy>`}
      <form class="form" @submit=${this.#reveal.submit(async () => this.#show())}>
        ${this.#reveal.summary()}
        <div class="buttons">
          <button ?disabled=${this.#reveal.busy} aria-busy=${this.#reveal.busy}>
            ${secret === null ? "Reveal secret" : "Hide secret"}
          </button>
          <button type="button" class="quiet bad" @click=${() => this.#rotate()}>Rotate secret</button>
        </div>
      </form>
    </section>`;
  }

  #forgetting() {
    return html`<form class="card form" @submit=${this.#forget.submit((form) => this.#forgetSubject(form))}>
      <header>
        <h2>Forget a visitor</h2>
        <p>Deletes what agents remember of one visitor and what was said in that visitor’s calls, everywhere on this
          site. The charges stay, without the visitor’s name.</p>
      </header>
      ${field(this.#forget, {
        kind: "text",
        name: "subject",
        label: "Visitor",
        required: true,
        maxlength: 200,
        placeholder: "user:42 or visitor:…",
        hint: "As a conversation shows it.",
      })}
      ${this.#forget.summary()}
      <div class="buttons">
        <button class="bad" ?disabled=${this.#forget.busy} aria-busy=${this.#forget.busy}>Forget visitor</button>
      </div>
    </form>`;
  }

  async #save(form: HTMLFormElement): Promise<void> {
    const values = read(form);
    const body = { name: values.text("name"), org_id: values.number("org_id") ?? null };
    const save = async () => void (await this.api.patch<Project>(`/projects/${this.project.id}`, { body }));
    if (this.project.org_id === null || body.org_id === this.project.org_id) await save();
    else {
      const moved = await Confirm.ask({
        title: "Move the site to another organization?",
        text: html`The new organization pays from now on. It reads nothing of what visitors said before: calls, contacts,
          counts and what agents remember stay with the old one, open questions are deleted, and waiting deliveries go to the
          address that they have. The identity secret is replaced, so give your server the new one. Webhooks and tools keep
          their secrets: make new ones if the old organization knows them.`,
        verb: "Move site",
        danger: true,
        run: save,
      });
      if (!moved) return;
      this.secret = null;
    }
    this.notice("Site saved");
    this.dispatchEvent(new CustomEvent("changed"));
  }

  async #show(): Promise<void> {
    if (this.secret !== null) {
      this.secret = null;
      return;
    }
    const { secret } = await this.api.get<{ secret: string }>(`/projects/${this.project.id}/identity-secret`);
    this.secret = secret;
  }

  async #rotate(): Promise<void> {
    const done = await Confirm.ask({
      title: "Rotate the identity secret?",
      text: "Hashes made with the old secret are refused at once, so give your server the new one right away.",
      verb: "Rotate secret",
      danger: true,
      run: async () => {
        const path = `/projects/${this.project.id}/identity-secret/rotate`;
        this.secret = (await this.api.post<{ secret: string }>(path)).secret;
      },
    });
    if (done) this.notice("Secret rotated");
  }

  async #forgetSubject(form: HTMLFormElement): Promise<void> {
    const subject = read(form).text("subject");
    const done = await Confirm.ask({
      title: "Forget this visitor?",
      text: html`Everything stored about <code>${subject}</code> is deleted. This cannot be undone.`,
      verb: "Forget visitor",
      danger: true,
      run: () => this.api.delete(`/projects/${this.project.id}/subjects/${encodeURIComponent(subject)}`),
    });
    if (!done) return;
    form.reset();
    this.notice("Visitor forgotten");
  }
}
