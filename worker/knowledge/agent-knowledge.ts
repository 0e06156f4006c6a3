import { MAX_PASSAGES, type SearchToolResult, SMALL_KNOWLEDGE_BYTES } from "../../shared/knowledge.ts";
import type { ClientTool } from "../../shared/session.ts";
import { SEARCH_TOOL } from "../../shared/tool-names.ts";
import type { Tool } from "../../shared/tools.ts";
import { logError } from "../log-error.ts";
import { callIndex } from "../objects/passage-index/client.ts";
import type { StoreBindings } from "../objects/project-store/client.ts";
import { withTimeout } from "../outbound/time-limit.ts";
import { knowledgeSize } from "../storage/knowledge-sources.ts";
import { allPages, linkOfPage, titleOfPage } from "../storage/knowledge-texts.ts";
import { moveTexts, type SearchBindings } from "./move-texts.ts";
import { countUnanswered } from "./questions.ts";
import { searchKnowledge } from "./search.ts";

/** What the model is told of the tool. */
export const SEARCH_TOOL_DEFINITION = {
  name: SEARCH_TOOL,
  description:
    "Searches the website's own pages and documents. Call it before you answer any question about the website, its products, prices, terms or services. It gives up to five passages, each with its title and address, and in `found` whether they seem to answer. Answer from them in your own words; where they do not hold the answer, say that you do not know.",
  parameters: {
    type: "object",
    properties: {
      query: { type: "string", description: "What the visitor wants to know, in the visitor's own words." },
    },
    required: ["query"],
  },
  kind: "webhook" as const,
};

/** The tools of a session as its page and its vendor are told them: the agent's own, and the search. */
export function toolsWithSearch(agent: { tools: Tool[] }, knowledge: AgentKnowledge): ClientTool[] {
  const own = agent.tools.map(({ name, description, parameters, kind }) => ({ name, description, parameters, kind }));
  return knowledge.kind === "search"
    ? [...own.filter(({ name }) => name !== SEARCH_TOOL), SEARCH_TOOL_DEFINITION]
    : own;
}

interface KnownPage {
  title: string;
  url: string | null;
  text: string;
}

/** How an agent comes to what its project's sources say: it has been told all of it, or may search it. */
export type AgentKnowledge = { kind: "none" } | { kind: "whole"; pages: KnownPage[] } | { kind: "search" };

/** How long a call that begins waits for its agent's knowledge. Milliseconds. */
export const KNOWLEDGE_LIMIT_MS = 4_000;

/**
 * Where it cannot be read, or not in time, a call begins all the same, whose agent searches.
 * @param told whether the agent's instructions are ours to write: an external agent's are not, so that it always searches
 */
export async function loadAgentKnowledge(
  bindings: SearchBindings,
  { knowledge, project_id }: { knowledge: boolean; project_id: number },
  told: boolean,
): Promise<AgentKnowledge> {
  if (!knowledge) return { kind: "none" };
  try {
    return await withTimeout(KNOWLEDGE_LIMIT_MS, () => readKnowledge(bindings, project_id, told));
  } catch (error) {
    logError("knowledge_not_told", error, { project_id });
    return { kind: "search" };
  }
}

async function readKnowledge(bindings: SearchBindings, project_id: number, told: boolean): Promise<AgentKnowledge> {
  const { chunks, bytes } = await knowledgeSize(bindings.DB, project_id);
  if (chunks === 0) return { kind: "none" };
  if (!told || bytes > SMALL_KNOWLEDGE_BYTES) return { kind: "search" };
  const pages = await knownPages(bindings, project_id);
  return pages.length === 0 ? { kind: "none" } : { kind: "whole", pages };
}

/** All pages with all that they say; only for small projects. */
async function knownPages(bindings: SearchBindings, project_id: number): Promise<KnownPage[]> {
  const read = () => allPages(bindings.DB, project_id);
  // Side by side: a call waits for it, and what is to be moved has been long ago.
  const [found, moved] = await Promise.all([read(), moveTexts(bindings, project_id)]);
  const pages = moved > 0 ? await read() : found;
  const texts = pages.map(({ text_id }) => text_id);
  const of = Map.groupBy(
    await callIndex(bindings, project_id, (index) => index.passages(texts)),
    ({ text_id }) => text_id,
  );
  return pages.flatMap((page) => {
    const passages = of.get(page.text_id);
    if (!passages) return [];
    const text = passages.map(({ heading, text }) => (heading === null ? text : `${heading}\n${text}`)).join("\n\n");
    return [{ title: titleOfPage(page) ?? "", url: linkOfPage(page), text }];
  });
}

/** How long a visitor waits for texts that are still in D1, milliseconds. */
const PATIENCE = 3_000;

/** An agent's search. Where nothing answers, though all texts were there, its owner will see the question. */
export async function answerSearch(
  bindings: SearchBindings & StoreBindings,
  { project_id, org_id, session_id }: { project_id: number; org_id: number; session_id: string },
  query: string,
): Promise<SearchToolResult> {
  const moved = moveTexts(bindings, project_id).then(() => true);
  const soon = Promise.race([moved, scheduler.wait(PATIENCE).then(() => false)]);
  const { found, items } = await searchKnowledge(bindings, project_id, query, MAX_PASSAGES, soon);
  if (!found && (await soon)) await countUnanswered(bindings, { project_id, org_id, session_id }, [query]);
  return {
    found,
    passages: items.map(({ title, url, text, heading }) => ({
      title,
      url,
      text: heading === null ? text : `${heading}\n${text}`,
    })),
  };
}
