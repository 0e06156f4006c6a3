import { MAX_SOURCE_BODY_BYTES } from "../../shared/knowledge.ts";
import type { Operation, Parameter } from "./operation.ts";

const at = 1_788_523_200_000;
const idOf = (what: string): Parameter => ({
  name: "id",
  in: "path",
  required: true,
  description: `The ${what}.`,
  schema: { type: "integer", minimum: 1 },
  example: 3,
});
const paging: Parameter[] = [
  {
    name: "limit",
    in: "query",
    description: "The most items to return.",
    schema: { type: "integer", minimum: 1, maximum: 200, default: 50 },
  },
  { name: "cursor", in: "query", description: "`next_cursor` of the previous page.", schema: { type: "string" } },
];

const source = {
  id: 9,
  project_id: 3,
  kind: "sitemap",
  title: null,
  url: "https://bakery.example/sitemap.xml",
  status: "ready",
  detail:
    "1 page failed, 0 pages left out. 1 page, e.g. https://bakery.example/old: The site answered 404: there is no such page.",
  bytes: 81_204,
  chunks: 96,
  pages: { ready: 41, failed: 1, skipped: 0, waiting: 0 },
  fetched_at: at,
  created_at: at,
};
const page = {
  id: 77,
  url: "https://bakery.example/delivery",
  title: "Delivery",
  status: "ready",
  detail: null,
  bytes: 2_048,
  chunks: 2,
  fetched_at: at,
};
const passage = {
  title: "Delivery",
  url: "https://bakery.example/delivery",
  text: "We deliver on weekdays, free of charge from 30 €.",
  source_id: 9,
  score: 7.41,
  heading: "Delivery › Prices",
  matched: ["deliver", "charge"],
  by: ["words"],
};
const question = { id: 4, text: "Do you have gluten-free bread?", count: 7, last_seen_at: at };

/** What an agent knows. */
export const knowledgeOperations: Operation[] = [
  {
    id: "listSources",
    method: "get",
    path: "/admin/v1/projects/{id}/sources",
    tag: "Knowledge",
    summary: "List a project's sources",
    access: "organization",
    parameters: [idOf("project"), ...paging],
    answers: {
      200: { description: "A page.", schema: "SourceList", example: { items: [source], next_cursor: null } },
    },
    errors: ["project_not_found"],
    checksParameters: true,
  },
  {
    id: "createSource",
    bounds: ["source.create"],
    method: "post",
    path: "/admin/v1/projects/{id}/sources",
    tag: "Knowledge",
    summary: "Add a source",
    description:
      "Text, Markdown, HTML and PDF, up to 2 MB each, 200 sources and 2,000 pages a project. An upload is indexed before the answer, and refused if it cannot be read. An address is `pending` at first and read in the background: public addresses only, as robots.txt allows, at most 10 seconds a page and 10 minutes a source; then again once a day. A sitemap's pages are those of its own host; indexes are followed one level down.",
    access: "organization",
    parameters: [
      idOf("project"),
      {
        name: "Idempotency-Key",
        in: "header",
        description:
          "Your own name for this call: the same request again changes nothing and gets the same answer; a different request is a 409.",
        schema: { type: "string", minLength: 1, maxLength: 255 },
        example: "catalogue-2026-09",
      },
    ],
    body: {
      schema: "SourceCreate",
      example: { kind: "sitemap", url: "https://bakery.example/sitemap.xml" },
      limit: { bytes: MAX_SOURCE_BODY_BYTES, error: "document_too_large" },
    },
    answers: { 201: { description: "Created.", schema: "Source", example: source } },
    errors: ["project_not_found", "too_many_sources", "too_many_pages", "conflict", "in_progress"],
  },
  {
    id: "getSource",
    method: "get",
    path: "/admin/v1/sources/{id}",
    tag: "Knowledge",
    summary: "Read a source and the progress of its reading",
    access: "organization",
    parameters: [idOf("source")],
    answers: { 200: { description: "As it is now.", schema: "Source", example: source } },
    errors: ["source_not_found"],
  },
  {
    id: "listSourcePages",
    method: "get",
    path: "/admin/v1/sources/{id}/pages",
    tag: "Knowledge",
    summary: "List a source's pages, with the reason where one was not read",
    access: "organization",
    parameters: [idOf("source"), ...paging],
    answers: {
      200: { description: "A page.", schema: "SourcePageList", example: { items: [page], next_cursor: null } },
    },
    errors: ["source_not_found"],
    checksParameters: true,
  },
  {
    id: "refreshSource",
    bounds: ["source.refresh"],
    method: "post",
    path: "/admin/v1/sources/{id}/refresh",
    tag: "Knowledge",
    summary: "Read a source again",
    description: "Until its pages have been read again, searches find the earlier version. An upload stays as it is.",
    access: "organization",
    parameters: [idOf("source")],
    answers: { 202: { description: "It is being read.", schema: "Source", example: { ...source, status: "pending" } } },
    errors: ["source_not_found"],
  },
  {
    id: "deleteSource",
    method: "delete",
    path: "/admin/v1/sources/{id}",
    tag: "Knowledge",
    summary: "Delete a source",
    description: "After the answer no search finds anything of it.",
    access: "organization",
    parameters: [idOf("source")],
    answers: { 204: { description: "Deleted." } },
    errors: ["source_not_found"],
  },
  {
    id: "searchKnowledge",
    method: "get",
    path: "/admin/v1/projects/{id}/knowledge/search",
    tag: "Knowledge",
    summary: "See what a question would find",
    description:
      "The passages that an agent would get, best first, with the words that found them, and whether they answer. It is not counted as a question.",
    access: "organization",
    parameters: [
      idOf("project"),
      {
        name: "q",
        in: "query",
        required: true,
        description: "The question.",
        schema: { type: "string", minLength: 1, maxLength: 1_000 },
        example: "What does delivery cost?",
      },
      {
        name: "limit",
        in: "query",
        description: "The most passages to return.",
        schema: { type: "integer", minimum: 1, maximum: 20, default: 5 },
      },
    ],
    answers: {
      200: {
        description: "The passages.",
        schema: "KnowledgeSearch",
        example: { found: true, items: [passage], words: ["delivery", "cost"], rows_read: 61 },
      },
    },
    errors: ["project_not_found"],
    checksParameters: true,
  },
  {
    id: "listQuestions",
    method: "get",
    path: "/admin/v1/projects/{id}/questions",
    tag: "Knowledge",
    summary: "List questions that agents found nothing for, the most frequent first",
    access: "organization",
    parameters: [idOf("project"), ...paging],
    answers: {
      200: { description: "A page.", schema: "QuestionList", example: { items: [question], next_cursor: null } },
    },
    errors: ["project_not_found"],
    checksParameters: true,
  },
  {
    id: "deleteQuestion",
    method: "delete",
    path: "/admin/v1/questions/{id}",
    tag: "Knowledge",
    summary: "Delete an unanswered question",
    access: "organization",
    parameters: [idOf("question")],
    answers: { 204: { description: "Deleted." } },
    errors: ["question_not_found"],
  },
];
