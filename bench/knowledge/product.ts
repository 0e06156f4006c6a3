import { HOUR_MS } from "../../shared/time.ts";
import { readDocument } from "../../worker/documents/read.ts";
import { calibrate } from "../../worker/embeddings/calibration.ts";
import { embedderOf } from "../../worker/embeddings/choose.ts";
import { DIMENSIONS } from "../../worker/embeddings/embedder.ts";
import { indexDocument } from "../../worker/knowledge/index-document.ts";
import type { SearchBindings } from "../../worker/knowledge/move-texts.ts";
import { passageSource } from "../../worker/knowledge/passage-source.ts";
import { type SearchResult, searchKnowledge } from "../../worker/knowledge/search.ts";
import { PassageTable } from "../../worker/objects/passage-index/table.ts";
import { quantized, VectorSet } from "../../worker/objects/passage-vectors/engine.ts";
import { savePage } from "../../worker/storage/knowledge-pages.ts";
import { finishRun, insertSource } from "../../worker/storage/knowledge-sources.ts";
import { readVariables } from "../../worker/variables.ts";
import { openDatabase, openStorage } from "./database.ts";
import type { SitePage } from "./texts/electron.ts";

const PROJECT = 1;
const RUN = "bench";
const BATCH = 64;
const SECRETS = { ADMIN_TOKEN: "admin-token-of-the-bench", KEY_SECRET: "key-secret-of-the-bench" };

/** A passage as a plain index has it. */
export interface ReadPassage {
  address: string;
  title: string | null;
  text: string;
}

/** A project that knows a site, made by the service's own functions on databases in this process. */
export interface Product {
  passages: ReadPassage[];
  /** @param meaning whether vectors are asked as well */
  search(question: string, meaning: boolean): Promise<SearchResult>;
}

/** @param endpoint the base address of an embedding server; `null` for words alone */
export async function readSite(pages: readonly SitePage[], endpoint: string | null): Promise<Product> {
  const db = openDatabase();
  const table = new PassageTable(openStorage());
  table.create(PROJECT);
  const passages: ReadPassage[] = [];
  const source = {
    project_id: PROJECT,
    kind: "sitemap",
    title: null,
    url: "https://example.com/",
    run: RUN,
    patterns: null,
  } as const;
  const most = { sources: 1, pages: null, bytes: null };
  await db.batch([insertSource(db, { ...source, service_origin: "https://voice.example" }, most, 0)]);
  for (const { address, html } of pages) {
    const document = await readDocument(new TextEncoder().encode(html), "text/html", { address });
    const page = indexDocument(document, { address, title: null });
    table.put(address, page.passages, 0);
    await db.batch(savePage(db, RUN, page, address, 0));
    for (const { heading, text } of page.passages)
      passages.push({ address, title: page.title, text: heading === null ? text : `${heading}\n${text}` });
  }
  await db.batch([finishRun(db, RUN, { detail: null, failed: 0, skipped: 0 }, 0)]);
  const PASSAGE_INDEX = { getByName: () => objectOf(table) };
  const words = { ...SECRETS, DB: db, PASSAGE_INDEX, EMBEDDINGS: "off" } as unknown as SearchBindings;
  const both = endpoint === null ? words : await withVectors(words, endpoint);
  return { passages, search: (question, meaning) => searchKnowledge(meaning ? both : words, PROJECT, question, 5) };
}

/** What a search asks of the object that has this table. */
const objectOf = (table: PassageTable) => ({
  ids: async () => table.ids(),
  passagesById: async (ids: number[]) => table.passagesById(ids),
  counts: async (...asked: Parameters<PassageTable["counts"]>) => table.counts(...asked),
  matching: async (match: string, limit: number) => table.matching(match, limit),
  phrasesThere: async (phrases: string[]) => table.phrasesThere(phrases),
});

/** The bindings of a service whose object has made all vectors. */
async function withVectors(bindings: SearchBindings, endpoint: string): Promise<SearchBindings> {
  const variables = { EMBEDDINGS: "compatible", EMBEDDINGS_BASE_URL: endpoint, EMBEDDINGS_MODEL: "encoder" };
  const embedder = embedderOf(
    { vendor: "compatible", name: "encoder" },
    readVariables({ ...SECRETS, ...variables }),
    {},
  );
  if (!embedder) throw new Error("there is no embedder");
  const signal = AbortSignal.timeout(HOUR_MS);
  const calibration = await calibrate(embedder, DIMENSIONS, signal);
  const passages = passageSource(bindings);
  const ids = await passages.ids(PROJECT);
  const rows: { id: number; vector: ArrayBuffer }[] = [];
  for (let at = 0; at < ids.length; at += BATCH) {
    const texts = await passages.texts(PROJECT, ids.slice(at, at + BATCH));
    const vectors = await embedder.embed(
      texts.map(({ text }) => text),
      "passage",
      signal,
    );
    texts.forEach(({ id }, row) => {
      rows.push({ id, vector: quantized(vectors[row] ?? []).buffer });
    });
  }
  const set = new VectorSet(rows);
  const object = {
    async nearest(_project: number, question: string, limit: number) {
      const [vector = []] = await embedder.embed([question], "question", signal);
      return set.nearest(quantized(vector), limit, calibration);
    },
  };
  return {
    ...bindings,
    ...variables,
    PASSAGE_VECTORS: { getByName: () => object },
  } as unknown as SearchBindings;
}
