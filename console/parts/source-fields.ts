import { html, nothing } from "lit";
import type { SourceKind, SourcePatterns } from "../../shared/knowledge.ts";
import type { SitePreview } from "../../shared/site-preview.ts";
import { LENGTHS } from "../../shared/text-lengths.ts";
import type { Form } from "../controllers/form.ts";
import { field } from "./field.ts";
import { FILE_ENDINGS } from "./read-file.ts";
import { sitePreview } from "./site-preview.ts";

/** The kinds of sources, in words. */
export const SOURCE_KINDS: readonly (readonly [SourceKind, string])[] = [
  ["sitemap", "A whole site, by its address or sitemap"],
  ["url", "One page, by its address"],
  ["file", "A file"],
  ["text", "Text"],
];

const NO_PATTERNS: SourcePatterns = { include: [], exclude: [] };

/** A site that can be looked at before it is read. */
export interface SiteLook {
  /** What was found the last time. */
  seen: SitePreview | null;
  look(event: Event): void;
}

/** What a source of each kind is made from. */
export function sourceFields(form: Form, kind: SourceKind, site: SiteLook) {
  if (kind === "sitemap") return siteFields(form, site);
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
    placeholder: "https://example.com/delivery",
  });
}

function siteFields(form: Form, site: SiteLook) {
  return html`${field(form, {
    kind: "text",
    name: "url",
    label: "Your website",
    required: true,
    maxlength: LENGTHS.url,
    placeholder: "https://example.com/",
    hint: "Its address, or that of a sitemap or feed.",
  })}
  ${patternFields(form, site)}`;
}

/** Which pages of a site are read, beside what it leads to. */
export function patternFields(
  form: Form,
  { seen, look }: SiteLook,
  { include, exclude }: SourcePatterns = NO_PATTERNS,
) {
  return html`<div class="buttons"><button type="button" ?disabled=${form.busy} aria-busy=${form.busy} @click=${look}>See what is there</button></div>
  ${seen ? sitePreview(seen) : nothing}
  ${field(form, {
    kind: "area",
    name: "exclude",
    label: "Leave out",
    code: true,
    value: exclude.join("\n"),
    placeholder: "/blog/",
    hint: "One pattern a line: how a path begins; * is anything, $ the end, as in *.pdf$.",
  })}
  ${field(form, {
    kind: "area",
    name: "include",
    label: "Read only",
    code: true,
    value: include.join("\n"),
    placeholder: "/help/",
    hint: "Empty for all of the site.",
  })}`;
}
