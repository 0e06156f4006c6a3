import type { CrawlStore } from "../objects/source-crawler/crawl-store.ts";
import {
  confirmPage,
  dropUnmetPages,
  keepPage,
  readValidators,
  refusePage,
  savePage,
  textsOfPage,
} from "../storage/knowledge-pages.ts";
import { hasRoomForText } from "../storage/knowledge-room.ts";
import { finishRun, type SourceRow, writeProgress } from "../storage/knowledge-sources.ts";
import { indexDocument } from "./index-document.ts";
import { followMeaning, type MeaningBindings } from "./meaning.ts";

/** A crawler's way into D1; what the pages mean follows once they are read. */
export function crawlStore(bindings: MeaningBindings & { DB: D1Database }): CrawlStore {
  const db = bindings.DB;
  return {
    validators: (run, addresses) => readValidators(db, run, addresses),

    async save(job, { address, asked, etag, modified }, document) {
      const page = indexDocument(job.project_id, document, { address, asked, title: job.title, etag, modified });
      const results = await db.batch(savePage(db, job.run, page, Date.now()));
      if (results.some(({ results }) => results.length > 0)) return null;
      return (await hasRoomForText(db, job.project_id, page.bytes)) ? "pages" : "text";
    },

    passages: (run, address) => textsOfPage(db, run, address),

    async confirm(run, { address, asked }) {
      const { results } = await confirmPage(db, run, address, asked).run();
      return results.length > 0;
    },

    async keep(run, address, detail) {
      const { results } = await keepPage(db, run, address, detail).run();
      return results.length > 0;
    },

    async refuse(run, address, status, detail) {
      await db.batch(refusePage(db, run, address, status, detail));
    },

    async progress(run, counts) {
      const { results } = await writeProgress(db, run, counts).run();
      return results.length > 0;
    },

    async finish(run, { whole, ...end }) {
      const finished = finishRun(db, run, end, Date.now());
      const results = await db.batch<SourceRow>([...(whole ? dropUnmetPages(db, run) : []), finished]);
      const source = results.at(-1)?.results[0];
      if (source) await followMeaning(bindings, source.project_id);
    },
  };
}
