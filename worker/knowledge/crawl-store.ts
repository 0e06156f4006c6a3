import { readDocument } from "../documents/read.ts";
import type { CrawlStore } from "../objects/source-crawler/crawl-store.ts";
import {
  confirmPage,
  dropUnmetPages,
  keepPage,
  readValidators,
  refusePage,
  savePage,
  unmetPassages,
} from "../storage/knowledge-pages.ts";
import { passagesOfPage } from "../storage/knowledge-search.ts";
import { finishRun, writeProgress } from "../storage/knowledge-sources.ts";
import { indexDocument } from "./index-document.ts";
import { forgetMeaning, type MeaningBindings, rememberMeaning } from "./meaning.ts";

/** A crawler's way into D1 and, where they are bound, the vectors. */
export function crawlStore(bindings: MeaningBindings & { DB: D1Database }): CrawlStore {
  const db = bindings.DB;
  const meaningful = bindings.AI !== undefined && bindings.VECTORS !== undefined;
  const passages = (run: string, address: string) => (meaningful ? passagesOfPage(db, run, address) : []);
  const forget = async (run: string, address: string) =>
    forgetMeaning(
      bindings,
      (await passages(run, address)).map(({ id }) => id),
    );
  return {
    validators: (run, addresses) => readValidators(db, run, addresses),

    async save(job, { address, asked, bytes, content_type, etag, modified }) {
      const document = await readDocument(bytes, content_type, address);
      const page = indexDocument(job.project_id, document, { address, asked, title: job.title, etag, modified });
      await forget(job.run, address);
      const results = await db.batch(savePage(db, job.run, page, Date.now()));
      await rememberMeaning(bindings, await passages(job.run, address));
      return results.some(({ results }) => results.length > 0);
    },

    async confirm(run, { address, asked }) {
      const { results } = await confirmPage(db, run, address, asked).run();
      return results.length > 0;
    },

    async keep(run, address, detail) {
      const { results } = await keepPage(db, run, address, detail).run();
      return results.length > 0;
    },

    async refuse(run, address, status, detail) {
      await forget(run, address);
      await db.batch(refusePage(db, run, address, status, detail));
    },

    async progress(run, counts) {
      const { results } = await writeProgress(db, run, counts).run();
      return results.length > 0;
    },

    async finish(run, { whole, ...end }) {
      const finished = finishRun(db, run, end, Date.now());
      if (!whole) return void (await finished.run());
      const drop = [unmetPassages(db, run), ...dropUnmetPages(db, run), finished];
      const [gone] = await db.batch<{ id: number }>(drop);
      await forgetMeaning(
        bindings,
        (gone?.results ?? []).map(({ id }) => id),
      );
    },
  };
}
