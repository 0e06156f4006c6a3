import { html } from "lit";
import type { PageText, Source, SourcePage, SourcePatch } from "../../shared/knowledge.ts";
import type { SitePreview } from "../../shared/site-preview.ts";
import { LENGTHS } from "../../shared/text-lengths.ts";
import { Form } from "../controllers/form.ts";
import { Load } from "../controllers/load.ts";
import { field, read } from "../parts/field.ts";
import { formDialog } from "../parts/modal.ts";
import { patternsIn } from "../parts/site-preview.ts";
import { patternFields } from "../parts/source-fields.ts";
import { sourceName } from "../parts/source-progress.ts";
import { ProjectView } from "../view.ts";

/** A page's passages as one text, under their headings. */
const textOf = ({ passages }: PageText): string =>
  passages
    .map(({ heading, text }, at) =>
      heading === null || heading === passages[at - 1]?.heading ? text : `# ${heading}\n\n${text}`,
    )
    .join("\n\n");

/** A dialog that changes which pages of a site are read, or what an upload says. Fires `source-edited` and `closed`. */
export class EditSource extends ProjectView {
  static override properties = { source: { attribute: false }, seen: { state: true } };
  declare source: Source;
  /** What the website leads to. */
  declare seen: SitePreview | null;
  readonly #form = new Form(this, "edit-source");
  readonly #text = new Load<string>(
    this,
    async (signal) => {
      if (this.source.kind === "sitemap") return "";
      const { items } = await this.api.get<{ items: SourcePage[] }>(`/sources/${this.source.id}/pages`, { signal });
      return items[0] ? textOf(await this.api.get<PageText>(`/pages/${items[0].id}`, { signal })) : "";
    },
    () => [this.api, this.source.id],
  );

  constructor() {
    super();
    this.seen = null;
  }

  override render() {
    const { kind, include = [], exclude = [] } = this.source;
    return formDialog(this.#form, {
      title: `Edit ${sourceName(this.source)}`,
      fields:
        kind === "sitemap"
          ? patternFields(
              this.#form,
              { seen: this.seen, look: (event) => void this.#look(event) },
              { include, exclude },
            )
          : this.#text.render((text) => this.#textFields(text)),
      action: kind === "sitemap" ? "Save and read again" : "Save",
      send: (form) => this.#save(form),
      closed: () => this.dispatchEvent(new CustomEvent("closed")),
    });
  }

  #textFields(text: string) {
    const form = this.#form;
    return html`${field(form, {
      kind: "area",
      name: "text",
      label: "Text",
      required: true,
      rows: 12,
      value: text,
      hint: "As agents read it; lines that begin with # are headings.",
    })}
    ${field(form, {
      kind: "text",
      name: "title",
      label: "Title",
      maxlength: LENGTHS.title,
      value: this.source.title ?? "",
      hint: "Visitors see it as the text of the link.",
    })}`;
  }

  async #look(event: Event): Promise<void> {
    const { form } = event.target as HTMLButtonElement;
    if (!form) return;
    this.seen = null;
    await this.#form.work(form, async () => {
      const body = { url: this.source.url, ...patternsIn(read(form)) };
      this.seen = await this.api.post<SitePreview>(`/projects/${this.projectId}/sources/preview`, { body });
    });
  }

  async #save(form: HTMLFormElement): Promise<void> {
    const values = read(form);
    const title = values.textOrNull("title");
    const body: SourcePatch =
      this.source.kind === "sitemap"
        ? patternsIn(values)
        : { text: values.text("text"), ...(title !== null && { title }) };
    await this.api.patch<Source>(`/sources/${this.source.id}`, { body });
    this.notice(this.source.kind === "sitemap" ? "The site is being read again" : "Text saved");
    this.dispatchEvent(new CustomEvent("source-edited"));
    form.closest("dialog")?.close();
  }
}
