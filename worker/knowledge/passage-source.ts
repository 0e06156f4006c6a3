import { callIndex } from "../objects/passage-index/client.ts";
import type { PassageSource } from "../objects/passage-vectors/passage-vectors.ts";
import { moveTexts, type SearchBindings } from "./move-texts.ts";
import { withPages } from "./page-texts.ts";

/** The way of the object that keeps the vectors to the passages. */
export const passageSource = (bindings: SearchBindings): PassageSource => ({
  async ids(project_id) {
    await moveTexts(bindings, project_id);
    return callIndex(bindings, project_id, (index) => index.ids());
  },

  async texts(project_id, ids) {
    const passages = await callIndex(bindings, project_id, (index) => index.passagesById(ids));
    return (await withPages(bindings.DB, project_id, passages)).map(([{ id, heading, text }, page]) => {
      const parts = [page.source_title ?? page.title, heading, text];
      return { id, text: parts.filter((part) => part !== null && part !== "").join("\n") };
    });
  },
});
