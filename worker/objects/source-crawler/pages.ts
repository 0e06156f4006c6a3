import { MAX_DOCUMENT_BYTES } from "../../../shared/knowledge.ts";
import { chunksOf } from "../../documents/chunks.ts";
import { type Document, UnreadableDocument } from "../../documents/document.ts";
import { isCanonical, linksOfHeader } from "../../documents/link-relations.ts";
import { readDocument } from "../../documents/read.ts";
import { isNoindex } from "../../documents/robots-directives.ts";
import { isSoft404 } from "../../documents/soft-404.ts";
import { type FetchedPage, PageUnread } from "../../outbound/fetch-page.ts";
import { NOT_CHOSEN } from "./choice.ts";
import { followLinks } from "./follow-links.ts";
import { begin, fetchFor, NO_ROOM, NO_ROOM_FOR_TEXT, type Reading, settle, words } from "./reading.ts";
import { PRODUCT } from "./robots.ts";
import type { Entry } from "./table.ts";
import { nameOfPage } from "./translations.ts";

const ACCEPT =
  "text/html, text/markdown, text/plain, application/pdf, text/csv, application/xhtml+xml;q=0.9, */*;q=0.1";

/** Another page says the same, or is to be read first. */
class Duplicate extends Error {
  readonly wait: boolean;
  constructor(detail: string, wait = false) {
    super(detail);
    this.wait = wait;
  }
}

export async function readPage(
  reading: Reading,
  entry: Entry,
  headers: (address: string) => Record<string, string>,
): Promise<void> {
  const { job, table, store } = reading;
  try {
    begin(reading, entry);
    const page = await fetchFor(reading, entry.address, { accept: ACCEPT, max_bytes: MAX_DOCUMENT_BYTES, headers });
    if (!reading.current()) return;
    const met = page.asked === null ? null : table.find(page.address);
    if (met && met.state !== "failed") throw new Duplicate("It redirects to a page that is read itself.");
    if (!reading.chosen(page.address)) {
      // Links that are wanted may stand in the first page, which is not.
      if (entry.address === table.site()?.home)
        await readDocument(page.bytes, page.content_type, {
          obey: (rules) => followLinks(reading, entry, page, rules),
        });
      throw new PageUnread(`${NOT_CHOSEN}.`, { refused: true });
    }
    const document = await documentOf(reading, entry, page);
    if (document) {
      const translations = (await nameOfPage(page, document.page)) || (entry.translations ?? "");
      const lacking = await store.save(job, page, document, translations);
      if (lacking) throw new PageUnread(`${lacking === "pages" ? NO_ROOM : NO_ROOM_FOR_TEXT}.`, { refused: true });
    } else if (!(await store.confirm(job.run, page)))
      throw new PageUnread("The site answered 304, though nothing is known of the page.");
    if (!reading.current()) return;
    if (page.asked !== null) table.rename(entry.address, page.address);
    table.settle(page.address, "ready", null, document?.title ?? null);
  } catch (error) {
    if (!reading.current()) return;
    if (!(error instanceof Duplicate)) return giveUp(reading, entry, error);
    if (error.wait) return table.postpone(entry.address);
    await store.refuse(job, entry.address, "skipped", error.message);
    settle(reading, entry.address, "skipped", error.message);
  }
}

/** @returns `null` where what is known of the page is still right. @throws what keeps it from being kept */
async function documentOf(reading: Reading, entry: Entry, page: FetchedPage): Promise<Document | null> {
  const { job, store, table } = reading;
  const refuse = (metas: { name: string; content: string }[]) => {
    if (isNoindex({ metas, header: page.robots }, PRODUCT, reading.now()))
      throw new PageUnread(
        "The page says noindex: it does not want to be found. Take that off, or name another page.",
        {
          refused: true,
        },
      );
  };
  refuse([]);
  if (page.unchanged) {
    if (job.kind === "sitemap") {
      const digest = await digestOf(await store.passages(job, page.address));
      if (reading.current()) table.firstToSay(digest, page.address);
    }
    return null;
  }
  const document = await readDocument(page.bytes, page.content_type, {
    address: page.address,
    obey(rules) {
      refuse(rules.robots);
      // Before anything is said against its text: a page without any may lead on.
      if (reading.current()) followLinks(reading, entry, page, rules);
    },
  });
  if (isSoft404(document))
    throw new UnreadableDocument("The site answered 200, but the page says that it is not there.");
  if (job.kind === "sitemap" && reading.current()) await refuseCopy(reading, entry, page, document);
  return document;
}

/** @throws Duplicate for what another page of the site says as well */
async function refuseCopy({ table, job }: Reading, entry: Entry, page: FetchedPage, document: Document): Promise<void> {
  const other = originalOf(page, document);
  const original = other === null ? null : table.find(other);
  if (original?.kind === "page" && original.address !== entry.address) {
    // Where each waits for the other, the second look settles it.
    if (original.state === "waiting" && entry.tries === 0)
      throw new Duplicate(`${original.address} is read first.`, true);
    if (original.state === "ready" && (original.title === null || original.title === document.title))
      throw new Duplicate(`It names ${original.address} as its original, which is read itself.`);
  }
  const digest = await digestOf(chunksOf(document).map(({ text }) => text));
  const first = table.job()?.run === job.run ? table.firstToSay(digest, page.address) : null;
  if (first !== null) throw new Duplicate(`It says the same as ${first}.`);
}

/** The address that the page names as its own, where that is another one. */
function originalOf(page: FetchedPage, { page: rules }: Document): string | null {
  const canonical = rules?.canonical ?? linksOfHeader(page.links ?? "").find(isCanonical)?.href;
  const url = canonical ? URL.parse(canonical, page.address) : null;
  if (url === null) return null;
  url.hash = "";
  return url.href === page.address ? null : url.href;
}

async function digestOf(texts: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode([...texts].sort().join("\n"));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

/** What keeps a page from being known whatever was known of it: it is gone, not to be read, too large, or unreadable. */
const isLasting = (error: unknown): boolean =>
  error instanceof PageUnread
    ? error.refused || error.too_large || error.status === 404 || error.status === 410
    : error instanceof UnreadableDocument;

/** A page with lasting trouble leaves the index; one that only failed this time stays as it was. */
async function giveUp(reading: Reading, entry: Entry, error: unknown): Promise<void> {
  const { job, store } = reading;
  const detail = words(error, null);
  if (!isLasting(error) && (await store.keep(job.run, entry.address, `Not read again: ${detail}`)))
    return settle(reading, entry.address, "ready", `Not read again, what was known stays: ${detail}`);
  const state = error instanceof PageUnread && error.refused ? "skipped" : "failed";
  await store.refuse(job, entry.address, state, detail);
  settle(reading, entry.address, state, detail);
}
