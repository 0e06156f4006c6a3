import { html, nothing } from "lit";
import type { ApiKey, ApiKeyCreated } from "../answers.ts";
import { Form } from "../controllers/form.ts";
import { Load } from "../controllers/load.ts";
import { emptyNote } from "../parts/empty-note.ts";
import { count } from "../parts/format.ts";
import { endKey, keyRows } from "../parts/key-rows.ts";
import { modal } from "../parts/modal.ts";
import { type KeyPurpose, newKeyForm, readNewKey } from "../parts/new-key-form.ts";
import { type OnceShown, onceDialog } from "../parts/once.ts";
import { readAll } from "../parts/read-all.ts";
import { snippetOf, snippetShown } from "../parts/snippet-shown.ts";
import { ProjectView } from "../view.ts";

const LOST =
  "The key is shown only once: the server stores just a hash of it. If you lose it, create another and revoke this one.";

/** Keys that belong to no channel, and those that no longer work. */
export class Keys extends ProjectView {
  static override properties = { purpose: { state: true }, once: { state: true } };
  /** Purpose of the key that is being made; `null` if none is. */
  declare purpose: KeyPurpose | null;
  declare once: OnceShown | null;
  readonly #form = new Form(this, "new-key");

  readonly #keys = new Load<ApiKey[]>(
    this,
    (signal) => readAll<ApiKey>(this.api, `/projects/${this.projectId}/keys`, { signal }),
    () => [this.api, this.projectId],
  );

  constructor() {
    super();
    this.purpose = null;
    this.once = null;
  }

  /** Reads the list again: a channel made or changed a key. */
  refresh(): Promise<void> {
    return this.#keys.reload();
  }

  override render() {
    return html`
      <div class="section-head">
        <h2>Keys without a channel</h2>
        <button
          type="button"
          @click=${() => {
            this.#form.reset();
            this.purpose = "page";
          }}
        >
          New key
        </button>
        <p>For pages where visitors choose among agents, and for your own programs. Those called “Test call” are the console’s own.</p>
      </div>
      ${this.#keys.render((keys) => this.#lists(keys))}
      ${this.purpose ? this.#dialog(this.purpose) : nothing}
      ${onceDialog(this.once, () => {
        this.once = null;
      })}
    `;
  }

  #lists(keys: readonly ApiKey[]) {
    const live = keys.filter(({ channel_id, revoked_at }) => channel_id === null && revoked_at === null);
    const dead = keys.filter(({ revoked_at }) => revoked_at !== null);
    const parts = { verb: "Revoke", end: (key: ApiKey) => void this.#revoke(key), limits: permissionsAndLimits };
    return html`${
      live.length > 0
        ? keyRows("Keys without a channel", live, parts)
        : emptyNote("No other key yet", "A website gets its key from its channel. Most sites need no other key.")
    }
    ${
      dead.length > 0
        ? html`<details>
            <summary>Revoked keys (${count(dead.length)})</summary>
            ${keyRows("Revoked keys", dead, parts)}
          </details>`
        : nothing
    }`;
  }

  #dialog(purpose: KeyPurpose) {
    const choose = (next: KeyPurpose) => {
      this.purpose = next;
    };
    return html`<dialog
      aria-labelledby="new-key-title"
      ${modal(() => {
        this.purpose = null;
      })}
    >
      ${newKeyForm(this.#form, purpose, choose, (form) => this.#create(form))}
    </dialog>`;
  }

  async #create(form: HTMLFormElement): Promise<void> {
    const created = await this.api.post<ApiKeyCreated>(`/projects/${this.projectId}/keys`, { body: readNewKey(form) });
    this.purpose = null;
    this.once = created.permissions.includes("widget:session")
      ? await snippetShown(
          `${created.name} is ready`,
          { key: created.key, snippet: snippetOf(created.key) },
          { lost: LOST },
        )
      : {
          title: `${created.name} is ready`,
          text: html`Send it as <code>X-API-Key</code> with each request.`,
          label: "key",
          value: created.key,
          file: "voice-widget-key.txt",
          lost: LOST,
        };
    await this.#keys.reload();
  }

  async #revoke(key: ApiKey): Promise<void> {
    if (!(await endKey(this.api, key, "Revoke"))) return;
    this.notice("Key revoked");
    await this.#keys.reload();
  }
}

const permissionsAndLimits = ({ permissions, minute_limit, day_limit }: ApiKey) =>
  html`<span
    >${permissions.map((permission) => permission.replace("widget:", "")).join(", ")}
    <span class="sub">${count(minute_limit)}/min, ${count(day_limit)}/day</span></span
  >`;
