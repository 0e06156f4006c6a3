import * as z from "zod";
import { boundedText, id, integer, requiredText, whateverInside } from "./fields.ts";
import { byLanguage } from "./language-tag.ts";
import { MAX_STARTERS } from "./limits.ts";

import { LENGTHS } from "./text-lengths.ts";
import { EMBEDDING_VENDORS } from "./vendors.ts";

/** What an agent knows: sources, their pages, and questions that found no answer. */

const SOURCE_KINDS = ["text", "file", "url", "sitemap"] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];
const SOURCE_STATES = ["pending", "ready", "failed"] as const;
export type SourceState = (typeof SOURCE_STATES)[number];
const PAGE_STATES = ["ready", "failed", "skipped"] as const;
export type PageState = (typeof PAGE_STATES)[number];

/** The block of the instructions that holds all of what is known. */
export const KNOWLEDGE_TAG = "site_knowledge";

/** Bytes of a document, as it was uploaded or fetched. */
export const MAX_DOCUMENT_BYTES = 2 * 1024 * 1024;
/** Bytes of a request that uploads one: base64 and JSON escapes make it longer. */
export const MAX_SOURCE_BODY_BYTES = 8 * 1024 * 1024;
export const MAX_SOURCES = 200;
export const MAX_PAGES = 2_000;
/** UTF-8 bytes of the text of all pages of a project. */
export const MAX_PROJECT_BYTES = 128 * 1024 * 1024;
/** Bytes of text that go into the instructions whole, UTF-8. */
export const SMALL_KNOWLEDGE_BYTES = 8 * 1024;
export const MAX_PASSAGES = 5;

/** Patterns of a source, of each kind. */
const MAX_PATTERNS = 20;

/** Begins with what the path begins with, as in a robots.txt: `/` of the path itself, or `*`. */
const patterns = z
  .array(
    boundedText(LENGTHS.pattern).pipe(
      z.string().trim().regex(/^[/*]/, { error: "Begin it as a path does, e.g. /blog/ or *.pdf$" }),
    ),
  )
  .max(MAX_PATTERNS);

/** Which addresses of a site are read. */
export const choosing = {
  include: patterns
    .default([])
    .describe("If it names any, only these paths are read. A path begins so; `*` is anything, `$` the end."),
  exclude: patterns.default([]).describe("These paths are not read."),
};
export interface SourcePatterns {
  include: string[];
  exclude: string[];
}

const title = requiredText(LENGTHS.title);
export const address = z.string().trim().min(1).max(LENGTHS.url);

/** Body of `POST /projects/{id}/sources`. `url` of a text or file is the page that visitors are sent to. */
export const sourceCreate = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("text"),
    title: title.nullish(),
    text: z.string().min(1).describe("Text or Markdown, up to 2 MB as UTF-8."),
    url: address.nullish().describe("The page that says the same, if there is one: visitors get its link."),
  }),
  z.strictObject({
    kind: z.literal("file"),
    title: title.nullish(),
    content_base64: z.string().min(1).describe("The file's bytes, up to 2 MB."),
    content_type: z
      .string()
      .min(1)
      .max(200)
      .describe(
        "`text/plain`, `text/markdown`, `text/html`, `text/csv`, `application/pdf`, `application/epub+zip`, or that of a .docx, .xlsx or .pptx; `charset` counts.",
      ),
    url: address.nullish().describe("The page that says the same, if there is one: visitors get its link."),
  }),
  z.strictObject({
    kind: z.literal("url"),
    title: title.nullish(),
    url: address.describe("One page or document of any type that can be read, at a public address."),
  }),
  z.strictObject({
    kind: z.literal("sitemap"),
    title: title.nullish(),
    url: address.describe(
      "A sitemap, an index of sitemaps, or the site's own address: then its sitemaps are read, else its links.",
    ),
    ...choosing,
  }),
]);
export type SourceCreate = z.infer<typeof sourceCreate>;

/** Body of `PATCH /sources/{id}`. */
export const sourcePatch = z.strictObject({
  include: patterns.optional().describe("Of a site: only these paths are read; none for all."),
  exclude: patterns.optional().describe("Of a site: these paths are not read."),
  text: z.string().min(1).optional().describe("Of a text or file: what agents read from now on, as a source's `text`."),
  title: title.optional().describe("Of a text or file, together with its `text`."),
});
export type SourcePatch = z.infer<typeof sourcePatch>;

const at = integer().nonnegative();

export const source = z.object({
  id,
  project_id: id,
  kind: z.enum(SOURCE_KINDS),
  title: z.string().nullable(),
  url: z.string().nullable(),
  status: z.enum(SOURCE_STATES),
  detail: z.string().nullable().describe("What went wrong and what to do, or how many pages were left out and why."),
  bytes: integer().describe("Of the text that was read, UTF-8."),
  chunks: integer().describe("Passages that a search can find."),
  pages: z
    .object({ ready: integer(), failed: integer(), skipped: integer(), waiting: integer() })
    .optional()
    .describe("Of a sitemap: how far the reading is."),
  include: z.array(z.string()).optional().describe("Of a sitemap: only these paths are read."),
  exclude: z.array(z.string()).optional().describe("Of a sitemap: these paths are not read."),
  fetched_at: at.nullable().describe("When it was last read to its end."),
  created_at: at,
});
export type Source = z.infer<typeof source>;

export const sourcePage = z.object({
  id,
  url: z.string().nullable(),
  title: z.string().nullable(),
  status: z.enum(PAGE_STATES),
  detail: z.string().nullable(),
  bytes: integer(),
  chunks: integer(),
  fetched_at: at.nullable(),
});
export type SourcePage = z.infer<typeof sourcePage>;

/** A page as agents see it: its passages, in its order. */
export const pageText = sourcePage.extend({
  source_id: id,
  passages: z.array(
    z.object({
      heading: z.string().nullable().describe("The headings above it on the page."),
      text: z.string(),
    }),
  ),
});
export type PageText = z.infer<typeof pageText>;

/** One passage of `GET /projects/{id}/knowledge/search`, best first. */
const passageFound = z.object({
  title: z.string(),
  url: z.string().nullable(),
  text: z.string(),
  source_id: id,
  score: z.number().describe("Comparable within one answer only."),
  heading: z.string().nullable().describe("The headings above it on its page."),
  matched: z.array(z.string()).describe("The words of the question that it holds."),
  by: z.array(z.enum(["words", "meaning"])).describe("Which index found it."),
});
export type PassageFound = z.infer<typeof passageFound>;

const found = z.boolean().describe("Whether the passages answer. If not, they are only the nearest there are.");

export const searchAnswer = z.object({
  found,
  items: z.array(passageFound),
  words: z.array(z.string()).describe("The words of the question that carry meaning."),
  rows_read: integer().describe("Rows that the database and the project's index read for it."),
});
export type SearchAnswer = z.infer<typeof searchAnswer>;

const embeddingModel = z.object({ vendor: z.enum(EMBEDDING_VENDORS), name: z.string() });

/** How far a project's passages can be found by what they mean. */
export const meaningState = z.object({
  model: embeddingModel.nullable().describe("The model that is set up; `null` for none: words alone find passages."),
  serving: embeddingModel
    .nullable()
    .describe("The model whose vectors answer; another one while those of `model` are made."),
  ready: integer().describe("Passages with a vector that answers."),
  waiting: integer().describe("Passages whose vector is still to be made."),
  problem: z.string().nullable().describe("Why the last try failed; it is tried again."),
  cents_per_megabyte: z
    .number()
    .nullable()
    .describe(
      "About what a million bytes of text cost to embed once, US cents; `null` where the model's price is not known.",
    ),
});
export type MeaningState = z.infer<typeof meaningState>;

/** What an agent asked and no passage answers. */
export const openQuestion = z.object({ id, text: z.string(), count: integer().positive(), last_seen_at: at });
export type OpenQuestion = z.infer<typeof openQuestion>;

/** Result of the tool `search_knowledge`. */
export interface SearchToolResult {
  /** Whether the passages answer; if not, they are only the nearest there are. */
  found: boolean;
  passages: { title: string; url: string | null; text: string }[];
}

const starterTexts = z.array(boundedText(200).pipe(z.string().trim().min(1))).max(MAX_STARTERS);

/** An agent's suggested questions: up to six, or by language `{tag: […]}`. */
export const starters = z.union([
  byLanguage(starterTexts).refine((byTag) => Object.keys(byTag).length <= 50, {
    error: "Give at most 50 languages",
    ...whateverInside,
  }),
  starterTexts,
]);
export type Starters = z.infer<typeof starters>;
