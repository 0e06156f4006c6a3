import { html, nothing } from "lit";
import type { SourceKind } from "../../shared/knowledge.ts";
import { LENGTHS } from "../../shared/text-lengths.ts";
import type { Form } from "../controllers/form.ts";
import { field } from "./field.ts";
import { FILE_ENDINGS } from "./read-file.ts";

/** The kinds of sources, in words. */
export const SOURCE_KINDS: readonly (readonly [SourceKind, string])[] = [
  ["sitemap", "A whole site, by its address or sitemap"],
  ["url", "One page, by its address"],
  ["file", "A file"],
  ["text", "Text"],
];

/** What a source of each kind is made from. */
export function sourceFields(form: Form, kind: SourceKind) {
  if (kind === "text")
    return html`${field(form, {
      kind: "area",
      name: "text",
      label: "Text",
      required: true,
      rows: 8,
      hint: "Plain text; lines that begin with # are headings.",
    })}
    ${field(form, { kind: "text", name: "url", label: "Address of a page with the same content", maxlength: LENGTHS.url })}`;
  if (kind === "file") {
    const faults = [...form.faultsAt("content_base64"), ...form.faultsAt("content_type")];
    return html`<div class="field">
      <label for="new-source-file">File</label>
      <input id="new-source-file" name="file" type="file" required accept=${FILE_ENDINGS} />
      <p class="hint">Text, Markdown, HTML, PDF, CSV, Word, Excel, PowerPoint or EPUB, up to 2 MB.</p>
      ${faults.length ? html`<ul class="faults">${faults.map(({ msg }) => html`<li>${msg}</li>`)}</ul>` : nothing}
    </div>`;
  }
  return field(form, {
    kind: "text",
    name: "url",
    label: "Address",
    required: true,
    maxlength: LENGTHS.url,
    placeholder: kind === "sitemap" ? "https://example.com/" : "https://example.com/delivery",
  });
}
