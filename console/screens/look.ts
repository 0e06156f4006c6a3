import { html, nothing } from "lit";
import { GROUP_LABELS, GROUPS, type Group, settingsOf } from "../../shared/settings.ts";
import { textName } from "../../shared/translations.ts";
import type { Agent, Page, Project } from "../answers.ts";
import { Form } from "../controllers/form.ts";
import { Load } from "../controllers/load.ts";
import { Unsaved } from "../controllers/unsaved.ts";
import { bodyOf, countOf, type Draft, draftOf, edited, effective, patchOf } from "../look/draft.ts";
import { EditHistory } from "../look/edit-history.ts";
import { lookField } from "../look/look-field.ts";
import { paint, type Theme, warnings } from "../look/paint.ts";
import { PasteDialog } from "../look/paste-dialog.ts";
import { choiceOf } from "../look/preview-bar.ts";
import { type PreviewState, SCENES, type Scene } from "../look/preview-message.ts";
import { wordsFor } from "../look/words-for.ts";
import { ApiView } from "../view.ts";

const THEMES = [
  ["light", "Light"],
  ["dark", "Dark"],
] as const;
const DEVICES = [
  ["desktop", "Desktop"],
  ["phone", "Phone"],
] as const;
/** Whom visitors of the preview talk to while there is no agent yet. */
const NOBODY: PreviewState["agent"] = { name: "Ava", initial_message: "Hello! How can I help?", starters: [] };

/** The owner's look and words, with the real widget beside it, which follows every change. @fires changed */
export class Look extends ApiView {
  static override properties = {
    project: { attribute: false },
    draft: { state: true },
    group: { state: true },
    language: { state: true },
    theme: { state: true },
    scene: { state: true },
    device: { state: true },
  };
  declare project: Project;
  declare draft: Draft;
  declare group: Group;
  /** Whose words are edited; empty: everybody's. */
  declare language: string;
  declare theme: Theme;
  declare scene: Scene;
  declare device: "desktop" | "phone";
  readonly #history = new EditHistory();
  #stored: Draft | null = null;
  #of: Project | null = null;
  readonly #form = new Form(this, "look");

  readonly #agent = new Load<PreviewState["agent"]>(
    this,
    async (signal) => {
      const query = { project_id: this.project.id, limit: 1 };
      const [first] = (await this.api.get<Page<Agent>>("/agents", { query, signal })).items;
      const { name, initial_message, starters } = first ?? NOBODY;
      return { name, initial_message, starters };
    },
    () => [this.api, this.project.id],
  );

  constructor() {
    super();
    new Unsaved(this, () => this.#changes() > 0);
    this.group = "designTokens";
    this.language = "";
    this.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    this.scene = "talk";
    this.device = "desktop";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // A button that has just been disabled gets no key events.
    window.addEventListener("keydown", this.#key);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("keydown", this.#key);
  }

  override willUpdate(): void {
    if (this.#of === this.project) return;
    // What was typed during a save stays.
    const keep = this.#of?.id === this.project.id && this.#changes() > 0;
    this.#of = this.project;
    this.#stored = draftOf(this.project.widget_config);
    if (keep) return;
    this.draft = this.#stored;
    this.#history.forget();
  }

  override render() {
    const config = effective(this.draft, this.language);
    const painted = paint(config.designTokens, this.theme) as Record<string, string>;
    return html`<div class="look">
      <form class="form" novalidate @submit=${this.#form.submit(() => this.#save())}>
        ${this.#tools()}
        <div class="choices" role="group" aria-label="Settings">
          ${GROUPS.map(
            (group) => html`<button
              type="button"
              aria-pressed=${group === this.group}
              @click=${() => {
                this.group = group;
              }}
            >
              ${GROUP_LABELS[group]} ${this.#marks(group)}
            </button>`,
          )}
        </div>
        ${GROUPS.map(
          (group) => html`<fieldset
            class="card"
            ?hidden=${group !== this.group}
            @refused=${() => {
              this.group = group;
            }}
          >
            <legend class="visually-hidden">${GROUP_LABELS[group]}</legend>
            ${group === "copy" ? wordsFor(this.draft, this.language, (language) => this.#choose({ language })) : nothing}
            ${Object.entries(settingsOf(group)).map(([own, setting]) => {
              const name = group === "copy" ? textName(this.language, own) : own;
              const plain = this.draft[group][own];
              return lookField(this.#form, {
                group,
                name,
                setting,
                placeholder: name !== own && plain ? String(plain) : undefined,
                draft: this.draft,
                automatic: painted[name] ?? "#000000",
                onEdit: (value) => {
                  this.#form.forgive(`widget_config.${group}.${name}`);
                  this.#history.note(this.draft, `${group}.${name}`);
                  this.draft = edited(this.draft, group, name, value);
                },
              });
            })}
          </fieldset>`,
        )}
        ${this.#bar()}
      </form>
      <aside aria-label="Preview">
        <div class="preview-bar">
          ${choiceOf("Scene", SCENES, this.scene, (scene) => this.#choose({ scene }))}
          ${choiceOf("Theme", THEMES, this.theme, (theme) => this.#choose({ theme }))}
          ${choiceOf("Device", DEVICES, this.device, (device) => this.#choose({ device }))}
        </div>
        <vc-preview
          class="preview"
          .state=${{ config, agent: this.#agent.value ?? NOBODY, theme: this.theme, scene: this.scene, language: this.language }}
          ?phone=${this.device === "phone"}
        ></vc-preview>
        <p class="hint">This is the real widget, with scripted answers: no call is started, counted or charged.</p>
        ${warnings(config.designTokens).map(
          (what) =>
            html`<p class="hint">${what} is hard to read; the widget adjusts the colour until it is readable, as shown here.</p>`,
        )}
      </aside>
    </div>`;
  }

  /** Undo, redo, and pasting settings. What has nothing to do keeps the keyboard, so it is not disabled for the browser. */
  #tools() {
    return html`<div class="buttons look-tools">
      <button type="button" class="small" aria-disabled=${!this.#history.canUndo} @click=${this.#undo}>Undo</button>
      <button type="button" class="small" aria-disabled=${!this.#history.canRedo} @click=${this.#redo}>Redo</button>
      <button type="button" class="small" @click=${this.#paste}>Paste settings</button>
    </div>`;
  }

  readonly #undo = () => {
    this.draft = this.#history.undo(this.draft);
  };
  readonly #redo = () => {
    this.draft = this.#history.redo(this.draft);
  };

  /** A text field has an undo of its own. */
  readonly #key = (event: KeyboardEvent) => {
    const { target } = event;
    const typing = target instanceof HTMLInputElement && !["checkbox", "color"].includes(target.type);
    const elsewhere = target instanceof Element && target.closest("dialog") !== null;
    if (typing || elsewhere || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
    event.preventDefault();
    if (event.shiftKey) this.#redo();
    else this.#undo();
  };

  readonly #paste = async () => {
    const pasted = await PasteDialog.ask(this.draft);
    if (!pasted) return;
    this.#history.note(this.draft, "");
    this.draft = pasted.draft;
    const left = pasted.left.length > 0 ? `; left out: ${pasted.left.join(", ")}` : "";
    this.notice(`${pasted.taken} setting${pasted.taken === 1 ? "" : "s"} applied${left}`);
  };

  readonly #choose = (chosen: Partial<Pick<Look, "scene" | "theme" | "device" | "language">>) =>
    Object.assign(this, chosen);

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
      ${this.#form.summary()}
      <p role="status">${changes === 0 ? "Nothing to save" : `${changes} unsaved change${changes === 1 ? "" : "s"}`}</p>
      <div class="buttons">
        <button class="primary" ?disabled=${this.#form.busy} aria-busy=${this.#form.busy}>
          ${this.#form.busy ? "Saving…" : "Save look"}
        </button>
        <button type="button" class="quiet" aria-disabled=${changes === 0} @click=${() => this.#discard()}>Discard</button>
      </div>
    </div>`;
  }

  #changes(): number {
    return this.#stored ? countOf(patchOf(this.#stored, this.draft)) : 0;
  }

  #discard(): void {
    this.#form.reset();
    if (!this.#stored || this.#changes() === 0) return;
    this.#history.note(this.draft, "");
    this.draft = this.#stored;
  }

  async #save(): Promise<void> {
    if (!this.#stored || this.#changes() === 0) return;
    const sent = this.draft;
    await this.api.patch(`/projects/${this.project.id}`, {
      body: { widget_config: bodyOf(patchOf(this.#stored, sent)) },
    });
    this.#stored = sent;
    this.notice("Look saved. Visitors see it when a page loads again.");
    this.dispatchEvent(new CustomEvent("changed"));
  }
}
