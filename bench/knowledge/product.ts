import { readDocument } from "../../worker/documents/read.ts";
import { calibrate } from "../../worker/embeddings/calibration.ts";
import { embedderOf } from "../../worker/embeddings/choose.ts";
import { DIMENSIONS } from "../../worker/embeddings/embedder.ts";
import { indexDocument } from "../../worker/knowledge/index-document.ts";
import { passageSource } from "../../worker/knowledge/meaning.ts";
import { type SearchBindings, type SearchResult, searchKnowledge } from "../../worker/knowledge/search.ts";
import { quantized, VectorSet } from "../../worker/objects/passage-vectors/engine.ts";
import { savePage } from "../../worker/storage/knowledge-pages.ts";
import { finishRun, insertSource } from "../../worker/storage/knowledge-sources.ts";
import { readVariables } from "../../worker/variables.ts";
import { type Database, openDatabase } from "./database.ts";
import type { SitePage } from "./texts/electron.ts";

const PROJECT = 1;
const RUN = "bench";
const BATCH = 64;
const SECRETS = { ADMIN_TOKEN: "admin-token-of-the-bench", KEY_SECRET: "key-secret-of-the-bench" };

/** A project that knows a site, made by the service's own functions on a database in this process. */
export interface Product {
  db: Database;
  /** @param meaning whether vectors are asked as well */
  search(question: string, meaning: boolean): Promise<SearchResult>;
}

/** @param endpoint the base address of an embedding server; `null` for words alone */
export async function readSite(pages: readonly SitePage[], endpoint: string | null): Promise<Product> {
  const db = openDatabase();
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
    await db.batch(savePage(db, RUN, indexDocument(PROJECT, document, { address, title: null }), 0));
  }
  await db.batch([finishRun(db, RUN, { detail: null, failed: 0, skipped: 0 }, 0)]);
  const words = { ...SECRETS, DB: db, EMBEDDINGS: "off" } as unknown as SearchBindings;
  const both = endpoint === null ? words : await withVectors(db, endpoint);
  return { db, search: (question, meaning) => searchKnowledge(meaning ? both : words, PROJECT, question, 5) };
}

/** The bindings of a service whose object has made all vectors. */
async function withVectors(db: Database, endpoint: string): Promise<SearchBindings> {
  const variables = { EMBEDDINGS: "compatible", EMBEDDINGS_BASE_URL: endpoint, EMBEDDINGS_MODEL: "encoder" };
  const embedder = embedderOf(
    { vendor: "compatible", name: "encoder" },
    readVariables({ ...SECRETS, ...variables }),
    {},
  );
  if (!embedder) throw new Error("there is no embedder");
  const signal = AbortSignal.timeout(3_600_000);
  const calibration = await calibrate(embedder, DIMENSIONS, signal);
  const passages = passageSource(db);
  const ids = await passages.ids(PROJECT);
  const rows: { id: number; vector: ArrayBuffer }[] = [];
  for (let at = 0; at < ids.length; at += BATCH) {
    const texts = await passages.texts(ids.slice(at, at + BATCH));
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
    ...SECRETS,
    ...variables,
    DB: db,
    PASSAGE_VECTORS: { getByName: () => object },
  } as unknown as SearchBindings;
}
