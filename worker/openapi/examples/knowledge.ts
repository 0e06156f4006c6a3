/** Examples of what an agent knows, by the names of their schemas. */

const at = 1_788_523_200_000;
export const Source = {
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
  include: [],
  exclude: ["/blog/", "*.pdf$"],
  fetched_at: at,
  created_at: at,
};
export const SourcePage = {
  id: 77,
  url: "https://bakery.example/delivery",
  title: "Delivery",
  status: "ready",
  detail: null,
  bytes: 2_048,
  chunks: 2,
  fetched_at: at,
};
export const SourcePageText = {
  ...SourcePage,
  source_id: 9,
  passages: [{ heading: "Delivery › Prices", text: "We deliver on weekdays, free of charge from 30 €." }],
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
export const Question = { id: 4, text: "Do you have gluten-free bread?", count: 7, last_seen_at: at };
export const QuestionTopics = {
  topics: [
    {
      text: "Do you have gluten-free bread?",
      count: 9,
      weeks: [0, 0, 1, 0, 2, 1, 3, 2],
      last_seen_at: at,
      questions: [Question, { id: 6, text: "Is there bread without gluten?", count: 2, last_seen_at: at }],
    },
  ],
  answered: [{ title: "Delivery", url: "https://bakery.example/delivery", count: 31 }],
};
export const SourcePatch = { exclude: ["/blog/", "*.pdf$"] };
export const SourceCreate = {
  kind: "sitemap",
  url: "https://bakery.example/sitemap.xml",
  exclude: ["/blog/", "*.pdf$"],
};
export const SourcePreview = { url: "https://bakery.example/", include: [], exclude: ["/blog/"] };
export const SitePreview = {
  url: "https://bakery.example/",
  addresses: 131,
  chosen: 41,
  forbidden: 0,
  room: 2_000,
  complete: true,
  ways: [{ kind: "sitemap", url: "https://bakery.example/sitemap.xml", addresses: 131, problem: null }],
  folders: [
    { path: "/blog/", addresses: 90, chosen: 0, examples: ["https://bakery.example/blog/rye"] },
    { path: "/", addresses: 41, chosen: 41, examples: ["https://bakery.example/delivery"] },
  ],
  problem: null,
};
const small = { vendor: "openai", name: "text-embedding-3-small" };
export const KnowledgeMeaning = {
  model: small,
  serving: small,
  ready: 1_180,
  waiting: 20,
  problem: null,
  cents_per_megabyte: 0.5,
};

export const KnowledgeSearch = { found: true, items: [passage], words: ["delivery", "cost"], rows_read: 61 };
