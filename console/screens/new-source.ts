import { html, nothing } from "lit";
import type { Source, SourceKind } from "../../shared/knowledge.ts";
import type { SitePreview } from "../../shared/site-preview.ts";
import { LENGTHS } from "../../shared/text-lengths.ts";
import { Form } from "../controllers/form.ts";
import { valueIn } from "../parts/event-value.ts";
import { field, read } from "../parts/field.ts";
import { formDialog } from "../parts/modal.ts";
import { readFile } from "../parts/read-file.ts";
import { patternsIn } from "../parts/site-preview.ts";
import { SOURCE_KINDS, sourceFields } from "../parts/source-fields.ts";
import { ProjectView } from "../view.ts";

/** A dialog that adds a source; a text that answers `question`, where there is one. Fires `source-added` and `closed`. */
export class NewSource extends ProjectView {
  static override properties = {
    question: { attribute: false },
    kind: { state: true },
    seen: { state: true },
  };
  /** The question that the new text answers. */
  declare question: string | null;
  declare kind: SourceKind;
  /** What the website in the form leads to. */
  declare seen: SitePreview | null;
  readonly #form = new Form(this, "new-source");

  constructor() {
    super();
    this.question = null;
    this.kind = "sitemap";
    this.seen = null;
  }

  override render() {
    const form = this.#form;
    const kind = this.question === null ? this.kind : "text";
    return formDialog(form, {
      title: this.question === null ? "Add a source" : "Add an answer",
      fields: html`${
        this.question === null
          ? field(form, {
              kind: "select",
              name: "kind",
              label: "Kind of source",
              required: true,
              value: kind,
              options: SOURCE_KINDS,
              onInput: (event) => {
                this.kind = valueIn(event) as SourceKind;
                this.seen = null;
              },
            })
          : nothing
      }
      ${sourceFields(form, kind, { seen: this.seen, look: (event) => void this.#look(event) })}
      ${field(form, {
        kind: "text",
        name: "title",
        label: "Title",
        maxlength: LENGTHS.title,
        value: this.question?.slice(0, LENGTHS.title),
        hint: "Visitors see it as the text of the link.",
      })}`,
      action: "Add",
      send: (element) => this.#add(element, kind),
      closed: () => this.dispatchEvent(new CustomEvent("closed")),
    });
  }

  async #look(event: Event): Promise<void> {
    const { form } = event.target as HTMLButtonElement;
    if (!form?.reportValidity()) return;
    this.seen = null;
    await this.#form.work(form, async () => {
      const values = read(form);
      const body = { url: values.address("url"), ...patternsIn(values) };
      this.seen = await this.api.post<SitePreview>(`/projects/${this.projectId}/sources/preview`, { body });
    });
  }

  async #add(form: HTMLFormElement, kind: SourceKind): Promise<void> {
    const values = read(form);
    const title = values.textOrNull("title");
    const chosen = new FormData(form).get("file");
    const body =
      kind === "file" && chosen instanceof File
        ? { kind, title: title ?? chosen.name, ...(await readFile(chosen)) }
        : kind === "text"
          ? { kind, title, text: values.text("text"), url: values.address("url") || null }
          : { kind, title, url: values.address("url"), ...(kind === "sitemap" && patternsIn(values)) };
    await this.api.post<Source>(`/projects/${this.projectId}/sources`, { body });
    this.notice("Source added");
    this.dispatchEvent(new CustomEvent("source-added"));
    form.closest("dialog")?.close();
  }
}
