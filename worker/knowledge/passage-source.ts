import { callIndex, type IndexBindings } from "../objects/passage-index/client.ts";
import type { PassageSource } from "../objects/passage-vectors/passage-vectors.ts";
import { pagesOfTexts } from "../storage/knowledge-texts.ts";
import type { MeaningBindings } from "./meaning.ts";
import { moveTexts } from "./move-texts.ts";

/** The way of the object that keeps the vectors to the passages. */
export const passageSource = (bindings: MeaningBindings & IndexBindings & { DB: D1Database }): PassageSource => ({
  async ids(project_id) {
    await moveTexts(bindings, project_id);
    return callIndex(bindings, project_id, (index) => index.ids());
  },

  async texts(project_id, ids) {
    const passages = await callIndex(bindings, project_id, (index) => index.passagesById(ids));
    const pages = await pagesOfTexts(
      bindings.DB,
      project_id,
      passages.map(({ text_id }) => text_id),
    );
    return passages.flatMap(({ id, text_id, heading, text }) => {
      const page = pages.get(text_id);
      if (!page) return [];
      const parts = [page.source_title ?? page.title, heading, text];
      return [{ id, text: parts.filter((part) => part !== null && part !== "").join("\n") }];
    });
  },
});
