import { html, nothing } from "lit";
import { LOCALES } from "../../shared/languages.ts";
import { languageName, languagesOf, textName } from "../../shared/translations.ts";
import type { Agent, Page, Project } from "../answers.ts";
import type { Api } from "../api.ts";
import { Form } from "../controllers/form.ts";
import { Load } from "../controllers/load.ts";
import { Unsaved } from "../controllers/unsaved.ts";
import { bodyOf, countOf, type Draft, draftOf, edited, effective, patchOf } from "../look/draft.ts";
import { FIELDS, GROUPS, type Group } from "../look/fields.ts";
import { lookField } from "../look/look-field.ts";
import { paint, type Theme, warnings } from "../look/paint.ts";
import { SCENES, type Scene } from "../look/preview.ts";
import { View } from "../view.ts";

/** The owner's look and words, with a sketch of the widget that follows every key. @fires changed */
export class Look extends View {
  static override properties = {
    api: { attribute: false },
    project: { attribute: false },
    draft: { state: true },
    group: { state: true },
    language: { state: true },
    theme: { state: true },
    scene: { state: true },
  };
  declare api: Api;
  declare project: Project;
  declare draft: Draft;
  declare group: Group;
  /** Whose words are edited; empty: everybody's. */
  declare language: string;
  declare theme: Theme;
  declare scene: Scene;
  #stored: Draft | null = null;
  #of: Project | null = null;
  readonly #form = new Form(this, "look");

  readonly #agent = new Load<string>(
    this,
    async (signal) => {
      const query = { project_id: this.project.id, limit: 1 };
      return (await this.api.get<Page<Agent>>("/agents", { query, signal })).items[0]?.name ?? "Ava";
    },
    () => [this.api, this.project.id],
  );

  constructor() {
    super();
    new Unsaved(this, () => this.#changes() > 0);
    this.group = "designTokens";
    this.language = "";
    this.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    this.scene = "call";
  }

  override willUpdate(): void {
    if (this.#of === this.project) return;
    // What was typed while a save was on its way outlives the answer.
    const keep = this.#of?.id === this.project.id && this.#changes() > 0;
    this.#of = this.project;
    this.#stored = draftOf(this.project.widget_config);
    if (!keep) this.draft = this.#stored;
  }

  override render() {
    const config = effective(this.draft, this.language);
    const painted = paint(config.designTokens, this.theme) as Record<string, string>;
    return html`<div class="look">
      <form class="form" novalidate @submit=${this.#form.submit(() => this.#save())}>
        <div class="choices" role="group" aria-label="Settings">
          ${GROUPS.map(
            ([group, label]) => html`<button
              type="button"
              aria-pressed=${group === this.group}
              @click=${() => {
                this.group = group;
              }}
            >
              ${label} ${this.#marks(group)}
            </button>`,
          )}
        </div>
        ${GROUPS.map(
          ([group, label]) => html`<fieldset
            class="card"
            ?hidden=${group !== this.group}
            @refused=${() => {
              this.group = group;
            }}
          >
            <legend class="visually-hidden">${label}</legend>
            ${group === "copy" ? this.#languages() : nothing}
            ${Object.entries(FIELDS[group]).map(([own, spec]) => {
              const name = group === "copy" ? textName(this.language, own) : own;
              const plain = this.draft[group][own];
              return lookField(this.#form, {
                group,
                name,
                spec: spec.kind === "text" && name !== own && plain ? { ...spec, placeholder: String(plain) } : spec,
                draft: this.draft,
                automatic: painted[name] ?? "#000000",
                onEdit: (value) => {
                  this.#form.forgive(`widget_config.${group}.${name}`);
                  this.draft = edited(this.draft, group, name, value);
                },
              });
            })}
          </fieldset>`,
        )}
        ${this.#form.summary()} ${this.#bar()}
      </form>
      <aside aria-label="Preview">
        <div class="preview-bar">
          ${this.#choice("Scene", SCENES, this.scene, (scene) => {
            this.scene = scene;
          })}
          ${this.#choice(
            "Theme",
            [
              ["light", "Light"],
              ["dark", "Dark"],
            ] as const,
            this.theme,
            (theme) => {
              this.theme = theme;
            },
          )}
        </div>
        <div class="preview">
          <vc-preview .config=${config} .theme=${this.theme} .scene=${this.scene} .agent=${this.#agent.value ?? "Ava"}>
          </vc-preview>
        </div>
        ${warnings(config.designTokens).map(
          (what) =>
            html`<p class="hint">${what} is hard to read; the widget shifts it until it reads well, as shown here.</p>`,
        )}
      </aside>
    </div>`;
  }

  /** Words are everybody's, or those of visitors who read one language. */
  #languages() {
    const own = languagesOf(Object.entries(this.draft.copy).flatMap(([name, text]) => (text === null ? [] : name)));
    const tags = [...new Set([...LOCALES, ...own, this.language])].filter(Boolean);
    const option = (tag: string) =>
      html`<option value=${tag} ?selected=${tag === this.language}>${languageName(tag)} (${tag})</option>`;
    const others = tags.filter((tag) => !own.includes(tag)).map(option);
    return html`<div class="look-field select">
      <label for="look-language">Words for</label>
      <div class="control">
        <select
          id="look-language"
          aria-describedby="look-language-hint"
          @change=${(event: Event) => {
            this.language = (event.target as HTMLSelectElement).value;
          }}
        >
          <option value="" ?selected=${this.language === ""}>Everybody</option>
          ${own.length ? html`<optgroup label="With words of their own">${own.map(option)}</optgroup>` : nothing}
          <optgroup label=${own.length ? "Other languages" : "Languages"}>${others}</optgroup>
        </select>
      </div>
      <p class="hint" id="look-language-hint">
        Visitors who read a language see its words; where it has none, everybody’s.
      </p>
    </div>`;
  }

  #choice<T extends string>(
    label: string,
    options: readonly (readonly [T, string])[],
    now: T,
    choose: (value: T) => void,
  ) {
    return html`<div class="choices" role="group" aria-label=${label}>
      ${options.map(
        ([value, text]) =>
          html`<button type="button" class="small" aria-pressed=${value === now} @click=${() => choose(value)}>${text}</button>`,
      )}
    </div>`;
  }

  /** How many settings of a group were refused, or else have left their default. */
  #marks(group: Group) {
    const faults = this.#form.faultsAt(`widget_config.${group}`).length;
    if (faults > 0) return html`<span class="badge bad">${faults}</span>`;
    const own = Object.values(this.draft[group]).filter((value) => value !== null).length;
    return own > 0 ? html`<span class="badge" aria-label="${own} set">${own}</span>` : nothing;
  }

  #bar() {
    const changes = this.#changes();
    return html`<div class="save-bar">
      <p role="status">${changes === 0 ? "Nothing to save" : `${changes} unsaved change${changes === 1 ? "" : "s"}`}</p>
      <div class="buttons">
        <button class="primary" ?disabled=${changes === 0 || this.#form.busy} aria-busy=${this.#form.busy}>
          ${this.#form.busy ? "Saving…" : "Save look"}
        </button>
        <button type="button" class="quiet" ?disabled=${changes === 0} @click=${() => this.#discard()}>Discard</button>
      </div>
    </div>`;
  }

  #changes(): number {
    return this.#stored ? countOf(patchOf(this.#stored, this.draft)) : 0;
  }

  #discard(): void {
    this.#form.reset();
    if (this.#stored) this.draft = this.#stored;
  }

  async #save(): Promise<void> {
    if (!this.#stored) return;
    const sent = this.draft;
    await this.api.patch(`/projects/${this.project.id}`, {
      body: { widget_config: bodyOf(patchOf(this.#stored, sent)) },
    });
    this.#stored = sent;
    this.notice("Look saved. Pages show it at their next visit.");
    this.dispatchEvent(new CustomEvent("changed"));
  }
}
