import type { Context } from "hono";
import type * as z from "zod";
import type { Fault } from "../../../shared/errors.ts";
import { MAX_SOURCE_BODY_BYTES, sourceCreate, sourcePatch } from "../../../shared/knowledge.ts";
import { sourcePreview } from "../../../shared/site-preview.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { ValidationError, valueFault } from "../../http/errors.ts";
import { readPage } from "../../http/read-page.ts";
import { pathId } from "../../http/read-request.ts";
import { editSource } from "../../knowledge/edit-source.ts";
import { loadPageText } from "../../knowledge/load.ts";
import { previewSite } from "../../knowledge/preview.ts";
import { addSource, goOnReadingPending, refreshSource, removeSource } from "../../knowledge/sources.ts";
import { operationsOf, type ReadBody } from "../../openapi/operation.ts";
import { pageProblem } from "../../outbound/target.ts";
import { listPages } from "../../storage/knowledge-pages.ts";
import { listSources, type SourceRow, sourceOf } from "../../storage/knowledge-sources.ts";
import { readVariables } from "../../variables.ts";
import { idempotent } from "./idempotent.ts";
import { projectOfPath, sourceOfPath } from "./of-path.ts";

const operation = operationsOf("Knowledge");

/** Its text is long, and besides it has two lists of patterns. */
const BODY_LIMIT = { bytes: MAX_SOURCE_BODY_BYTES, error: "document_too_large", values: 1_000 } as const;

/** Whoever looks at sources has those that stand still read on, after the answer. */
const goOnAfterwards = (c: Context<AppEnv>, rows: readonly SourceRow[]): void =>
  c.executionCtx.waitUntil(goOnReadingPending(c.env, rows));

/** Why this address is not allowed: it must be public, also as the link of an upload. */
const addressFaults = (c: Context<AppEnv>, { url }: Record<string, unknown>): Fault[] => {
  if (typeof url !== "string") return [];
  const problem = pageProblem(url.trim(), readVariables(c.env).ENVIRONMENT === "development");
  return problem === null ? [] : [valueFault(["body", "url"], problem)];
};

/** The body, with an address that is allowed. */
async function readAddressed<Body extends z.ZodType>(c: Context<AppEnv>, readBody: ReadBody<Body>) {
  const body = await readBody((sent) => addressFaults(c, sent));
  const faults = addressFaults(c, body as Record<string, unknown>);
  if (faults.length > 0) throw new ValidationError(faults);
  return body;
}

export const list = operation({
  id: "listSources",
  summary: "List a project's sources",
  page: "SourceList",
  async handle(c) {
    const project = await projectOfPath(c);
    const page = await listSources(c.env.DB, project.id, readPage(c));
    goOnAfterwards(c, page.items);
    return c.json({ ...page, items: page.items.map(sourceOf) });
  },
});

export const create = operation({
  id: "createSource",
  summary: "Add a source",
  description:
    "Text, Markdown, HTML and PDF, up to 2 MB each, 200 sources, 2,000 pages and 128 MB of text a project. An upload is indexed before the answer, and refused if it cannot be read. An address is `pending` at first and read in the background: public addresses only, as robots.txt allows, at most 10 seconds a page and 10 minutes a source; then again once a day. A sitemap's pages are those of its own host; indexes are followed one level down. `include` and `exclude` say which of them, by patterns as a robots.txt has them.",
  body: sourceCreate,
  bodyLimit: BODY_LIMIT,
  answers: { 201: { description: "Created.", schema: "Source" } },
  errors: ["too_many_sources", "too_many_pages", "conflict", "in_progress"],
  bounds: ["source.create"],
  repeatable: true,
  async handle(c, readBody) {
    const project = await projectOfPath(c);
    const body = await readAddressed(c, readBody);
    const { origin } = new URL(c.req.url);
    return idempotent(c, body, () => addSource(c.env, c.var.actor, project, body, origin));
  },
});

export const preview = operation({
  id: "previewSource",
  summary: "See what a site's address leads to",
  description:
    "Its sitemaps, else its feeds and links, counted by folder with and without the patterns; nothing is kept. The crawler's rules hold: public addresses of one site, as robots.txt allows. An address that leads nowhere is an answer with a `problem`, not an error.",
  body: sourcePreview,
  answers: { 200: { description: "What was found.", schema: "SitePreview" } },
  bounds: ["source.preview"],
  async handle(c, readBody) {
    const project = await projectOfPath(c);
    const body = await readAddressed(c, readBody);
    return c.json(await previewSite(c.env, c.var.actor, project, body, new URL(c.req.url).origin));
  },
});

export const read = operation({
  id: "getSource",
  summary: "Read a source and the progress of its reading",
  answers: { 200: { description: "As it is now.", schema: "Source" } },
  async handle(c) {
    const source = await sourceOfPath(c);
    goOnAfterwards(c, [source]);
    return c.json(sourceOf(source));
  },
});

export const pages = operation({
  id: "listSourcePages",
  summary: "List a source's pages, with the reason where one was not read",
  page: "SourcePageList",
  async handle(c) {
    const source = await sourceOfPath(c);
    return c.json(await listPages(c.env.DB, source.id, readPage(c)));
  },
});

export const page = operation({
  id: "readSourcePage",
  summary: "Read a page of a source as agents see it",
  description: "Its passages in their order; none where it was not read, with the reason.",
  answers: { 200: { description: "The page.", schema: "SourcePageText" } },
  async handle(c) {
    return c.json(await loadPageText(c.env, c.var.actor, pathId(c)));
  },
});

export const refresh = operation({
  id: "refreshSource",
  summary: "Read a source again",
  description: "Until its pages have been read again, searches find the earlier version. An upload stays as it is.",
  answers: { 202: { description: "It is being read.", schema: "Source" } },
  bounds: ["source.refresh"],
  async handle(c) {
    const source = await sourceOfPath(c);
    return c.json(await refreshSource(c.env, c.var.actor, source), 202);
  },
});

export const update = operation({
  id: "updateSource",
  summary: "Change which pages of a site are read, or what a text says",
  description:
    "New patterns begin a new reading: pages that they leave out leave the index with its end. A new text is in the index with the answer. A page that is read from an address changes at its address.",
  body: sourcePatch,
  bodyLimit: BODY_LIMIT,
  answers: { 200: { description: "As it is now.", schema: "Source" } },
  errors: ["too_many_pages"],
  bounds: ["source.update"],
  async handle(c, readBody) {
    const body = await readBody();
    return c.json(await editSource(c.env, c.var.actor, await sourceOfPath(c), body));
  },
});

export const remove = operation({
  id: "deleteSource",
  summary: "Delete a source",
  description: "After the answer no search finds anything of it.",
  answers: { 204: "Deleted." },
  async handle(c) {
    const source = await sourceOfPath(c);
    await removeSource(c.env, c.var.actor, source);
    return c.body(null, 204);
  },
});
