import { callIndex } from "../objects/passage-index/client.ts";
import type { CrawlStore } from "../objects/source-crawler/crawl-store.ts";
import {
  confirmPage,
  dropUnmetPages,
  keepPage,
  readValidators,
  refusePage,
  savePage,
  textIdOfPage,
} from "../storage/knowledge-pages.ts";
import { hasRoomForText } from "../storage/knowledge-room.ts";
import { finishRun, writeProgress } from "../storage/knowledge-sources.ts";
import { indexDocument } from "./index-document.ts";
import { followMeaning } from "./meaning.ts";
import type { SearchBindings } from "./move-texts.ts";
import { dropTexts, putText } from "./page-texts.ts";

type Named = { text_id: string | null };

/** A crawler's way to D1 and to the passages; what the pages mean follows once they are read. */
export function crawlStore(bindings: SearchBindings): CrawlStore {
  const db = bindings.DB;
  /** The id of the text that a page has now. */
  const textIdOf = async (run: string, address: string) =>
    (await textIdOfPage(db, run, address).first<Named>())?.text_id;
  return {
    async validators({ run, project_id }, addresses) {
      const pages = await readValidators(db, run, addresses);
      const texts = pages.map(({ text_id }) => text_id);
      const there = new Set(
        texts.length === 0 ? [] : await callIndex(bindings, project_id, (index) => index.has(texts)),
      );
      // A page whose text is lost is read as if it were new.
      return pages.filter(({ text_id }) => there.has(text_id));
    },

    async save(job, { address, asked, etag, modified }, document, translations) {
      const { run, project_id } = job;
      const page = indexDocument(document, { address, asked, title: job.title, etag, modified, translations });
      const text_id = await putText(bindings, project_id, page);
      const results = await db.batch<Named>([
        textIdOfPage(db, run, address),
        ...savePage(db, run, page, text_id, Date.now()),
      ]);
      const saved = (results.at(-1)?.results.length ?? 0) > 0;
      const before = results[0]?.results[0]?.text_id ?? null;
      await dropTexts(bindings, project_id, [saved ? before : text_id]);
      if (saved) return null;
      return (await hasRoomForText(db, project_id, page.bytes)) ? "pages" : "text";
    },

    async passages({ run, project_id }, address) {
      const text_id = await textIdOf(run, address);
      if (!text_id) return [];
      const passages = await callIndex(bindings, project_id, (index) => index.passages([text_id]));
      return passages.map(({ text }) => text);
    },

    async confirm(run, { address, asked }) {
      const { results } = await confirmPage(db, run, address, asked).run();
      return results.length > 0;
    },

    async keep(run, address, detail) {
      const { results } = await keepPage(db, run, address, detail).run();
      return results.length > 0;
    },

    async refuse({ run, project_id }, address, status, detail) {
      const [before] = await db.batch<Named>([
        textIdOfPage(db, run, address),
        ...refusePage(db, run, address, status, detail),
      ]);
      await dropTexts(bindings, project_id, [before?.results[0]?.text_id ?? null]);
    },

    async progress(run, counts) {
      const { results } = await writeProgress(db, run, counts).run();
      return results.length > 0;
    },

    async finish({ run, project_id }, { whole, ...end }) {
      const drops = whole ? dropUnmetPages(db, run) : [];
      const results = await db.batch<Named>([...drops, finishRun(db, run, end, Date.now())]);
      const [ended, dropped] = results.toReversed();
      const gone = dropped?.results.map(({ text_id }) => text_id) ?? [];
      await dropTexts(bindings, project_id, gone);
      // What the steps of this reading left that broke off.
      await callIndex(bindings, project_id, (index) => index.sweepSoon(project_id));
      if (ended?.results[0]) await followMeaning(bindings, project_id);
    },
  };
}
