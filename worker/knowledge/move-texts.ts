import { callIndex, type IndexBindings } from "../objects/passage-index/client.ts";
import type { EarlierPage, PagesInD1 } from "../objects/passage-index/passage-index.ts";
import { hasPagesToMove, noteMoved, projectsWithPagesToMove, readPagesToMove } from "../storage/knowledge-earlier.ts";
import { textsOfProject } from "../storage/knowledge-texts.ts";
import { passageWords, titleText } from "./index-document.ts";
import { followMeaning, type MeaningBindings } from "./meaning.ts";

/** What one run of the cron does; the next goes on. A run may make 1,000 calls, and each look is one, and mostly one of the object. */
const PROJECTS = 100;
const LOOKS = 100;
/** Milliseconds in which it looks. */
const BUDGET = 60_000;

/** Where the words and the meaning of a project's passages are, and the pages that they are of. */
export interface SearchBindings extends IndexBindings, MeaningBindings {
  DB: D1Database;
}

/**
 * Has the project's object take over what D1 still has of its pages. Before anything is read there.
 * @param mayLook asked before each look for more
 * @returns how many pages it has taken over
 */
export async function moveTexts(bindings: SearchBindings, project_id: number, mayLook = () => true): Promise<number> {
  let moved = 0;
  while (mayLook() && (await hasPagesToMove(bindings.DB, project_id))) {
    const pages = await callIndex(bindings, project_id, (index) => index.takeOver(project_id));
    if (pages === 0) break;
    moved += pages;
  }
  if (moved > 0) await followMeaning(bindings, project_id);
  return moved;
}

/**
 * The same for projects that nobody has asked yet.
 * @throws what an object threw, once the others are done
 */
export async function moveAllTexts(bindings: SearchBindings): Promise<void> {
  const errors: unknown[] = [];
  const until = Date.now() + BUDGET;
  let looks = LOOKS;
  const mayLook = () => looks-- > 0 && Date.now() < until;
  for (const id of await projectsWithPagesToMove(bindings.DB, PROJECTS))
    await moveTexts(bindings, id, mayLook).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

/** The way of the object that keeps passages into D1. */
export const pagesInD1 = (db: D1Database): PagesInD1 => ({
  textIds: (project_id) => textsOfProject(db, project_id),

  async toMove(project_id) {
    const { pages, passages } = await readPagesToMove(db, project_id);
    const of = Map.groupBy(passages, ({ page_id }) => page_id);
    return pages.map((page): EarlierPage => {
      const title = titleText(page.source_title, page.title, page.address, page.source_url);
      const words = passageWords(page.language ?? "", title);
      const { id, fetched_at, text_id } = page;
      const own = (of.get(id) ?? []).map(({ page_id: _, ...passage }) => ({ ...passage, words: words(passage) }));
      return { id, fetched_at, text_id, passages: own };
    });
  },

  moved: (pages) => noteMoved(db, pages),
});
