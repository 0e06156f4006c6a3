import { SMALL_KNOWLEDGE_BYTES } from "../../shared/knowledge.ts";
import { isQuestion, isSmallTalk } from "../documents/asks.ts";
import type { SearchBindings } from "../knowledge/move-texts.ts";
import { countUnanswered } from "../knowledge/questions.ts";
import { searchKnowledge } from "../knowledge/search.ts";
import type { Lease } from "../objects/org-ledger/lease.ts";
import { callStore, type StoreBindings } from "../objects/project-store/client.ts";
import { knowledgeSize } from "../storage/knowledge-sources.ts";
import { lastUtterances } from "./transcript.ts";

/** Lines of a session that are looked at, and questions that are searched for. */
const MAX_LINES = 200;
const MAX_QUESTIONS = 20;

/**
 * An agent that was told all of a small knowledge searches nothing, so that no search counts what it could not answer.
 * Once such a conversation has ended, its visitor's questions are searched for. May run twice for a session. Where a project
 * keeps nothing, nothing is counted.
 */
export async function countUnansweredOf(
  bindings: SearchBindings & StoreBindings,
  ended: readonly Lease[],
): Promise<void> {
  const db = bindings.DB;
  for (const lease of ended.filter(({ connected_at, knowledge }) => connected_at !== null && knowledge)) {
    const { chunks, bytes } = await knowledgeSize(db, lease.project_id);
    if (chunks === 0 || bytes > SMALL_KNOWLEDGE_BYTES) continue;
    const { project_id, org_id, session_id } = lease;
    if (await callStore(bindings, project_id, (store) => store.hasAsked(project_id, session_id))) continue;
    const asked = (await lastUtterances(bindings, project_id, [session_id], MAX_LINES))
      .filter(({ role, text }) => role === "user" && isQuestion(text) && !isSmallTalk(text))
      .slice(0, MAX_QUESTIONS);
    const unanswered: string[] = [];
    for (const { text } of asked)
      if (!(await searchKnowledge(bindings, lease.project_id, text, 1)).found) unanswered.push(text);
    await countUnanswered(bindings, { project_id, org_id, session_id, once: true }, unanswered);
  }
}
