import { expect, test } from "vitest";
import { askedWords } from "../../worker/documents/words.ts";
import { foldTranslations, rank, select, weigh } from "../../worker/knowledge/rank.ts";
import type { CandidateRow } from "../../worker/knowledge/word-index.ts";

interface Passage {
  page: string;
  text: string;
  title?: string;
  /** How many passages the page has. */
  of?: number;
}

/** The pages in the order in which a question finds their passages, every word as rare as the next. */
function order(question: string, passages: Passage[]): string[] {
  const pages = [...new Set(passages.map(({ page }) => page))];
  const rows = passages.map(
    ({ page, text, title = "", of = 1 }, id): CandidateRow => ({
      id,
      page_id: pages.indexOf(page),
      source_id: 1,
      heading: null,
      text,
      title,
      language: "en",
      url: null,
      page_passages: of,
      translations: null,
    }),
  );
  const { meaningful, others } = askedWords(question, ["en"]);
  const counts = new Map([...meaningful, ...others].flatMap(({ terms }) => terms.map((term) => [term, 2] as const)));
  const ranked = rank(rows, weigh(meaningful, counts, 100), weigh(others, counts, 100), question);
  return [...new Set(ranked.map(({ row }) => pages[row.page_id] ?? ""))];
}

test("how much of what a question could reach a passage reaches does not hang on how rare its words are", () => {
  const row = {
    id: 1,
    page_id: 1,
    source_id: 1,
    heading: null,
    title: "",
    language: "en",
    url: null,
    page_passages: 1,
    translations: null,
  };
  const { meaningful, others } = askedWords("where is the parcel", ["en"]);
  const reach = (text: string, held: number) => {
    const counts = new Map(
      [...meaningful, ...others].flatMap(({ terms }) => terms.map((term) => [term, held] as const)),
    );
    const [best] = rank([{ ...row, text }], weigh(meaningful, counts, 100), [], "where is the parcel");
    return best?.reaches ?? 0;
  };
  expect(reach("The parcel leaves on Monday.", 60)).toBeCloseTo(reach("The parcel leaves on Monday.", 2));
  // Small words that are rarer than all that is asked for fill it at most.
  const common = new Map(meaningful.flatMap(({ terms }) => terms.map((term) => [term, 100] as const)));
  const [best] = rank(
    [{ ...row, text: "Where is the parcel?" }],
    weigh(meaningful, common, 100),
    weigh(others, new Map(), 100),
    "where is the parcel",
  );
  expect(best?.reaches).toBe(1);
});

test("words that stand together as in the question count more than the same ones apart", () => {
  expect(
    order("time zone of the reports", [
      { page: "apart", text: "Reports of a zone: what was sent at which time there." },
      { page: "together", text: "Reports know of a time zone: what was sent at which." },
    ])[0],
  ).toBe("together");
});

test("a page that holds a whole book gains less from its many passages than one that is about the question", () => {
  const book = [1, 2, 3].map((number) => ({ page: "book", text: `Backups and disks, chapter ${number}`, of: 300 }));
  const guide = [1, 2, 3].map((number) => ({ page: "guide", text: `Backups and disks, section ${number}`, of: 3 }));
  expect(order("backups of disks", [...book, ...guide])).toEqual(["guide", "book"]);
});

test("the name of the site in each title is no part of a page's name", () => {
  const site = "Acme Help Center";
  const others = ["Paint", "Wood", "Glass"].map((title) => ({
    page: title,
    text: "codes",
    title: `${title} - ${site}`,
  }));
  expect(
    order("discount codes", [
      { page: "long", text: "discount codes for all", title: "Discount codes for members" },
      { page: "named", text: "discount codes for all", title: `Discount codes - ${site}` },
      ...others,
    ])[0],
  ).toBe("named");
});

test("of what is given, pages that are sure to be have their place, whatever stands before them", () => {
  const found = [7, 7, 1, 2, 3, 4].map((page_id, id) => ({ row: { id, page_id, text: `${id}` } as CandidateRow }));
  const pages = (limit: number, ...sure: number[]) =>
    select(found, limit, new Set(sure)).map(({ row: { id, page_id } }) => `${page_id}#${id}`);
  expect(pages(3)).toEqual(["7#0", "1#2", "2#3"]);
  expect(pages(3, 4)).toEqual(["7#0", "1#2", "4#5"]);
  // By the best of its passages.
  expect(pages(3, 4, 7)).toEqual(["7#0", "1#2", "4#5"]);
  expect(pages(9, 9)).toHaveLength(6);
});

test("of pages that are translations of one another those stay that say more, or better, or to another region", () => {
  const row = { source_id: 1, heading: null, text: "", title: "", url: null, page_passages: 1 };
  const folded = (asked_in: string | null, pages: [language: string, score: number, ...matched: string[]][]) =>
    foldTranslations(
      pages.map(([language, score, ...matched], id) => ({
        row: { ...row, id, page_id: id, language, translations: "parking" },
        score,
        matched,
      })),
      asked_in,
    ).map((one) => one.row.language);
  expect(
    folded("de", [
      ["en", 5, "p7"],
      ["de", 4, "p7"],
      ["fr", 3, "p7"],
    ]),
  ).toEqual(["de"]);
  expect(
    folded(null, [
      ["en", 5, "p7"],
      ["de", 4, "p7"],
    ]),
  ).toEqual(["en"]);
  expect(
    folded("it", [
      ["en", 5, "p7"],
      ["de", 4, "p7"],
    ]),
  ).toEqual(["en"]);
  expect(
    folded("de", [
      ["en", 5, "p7", "w550"],
      ["de", 4, "p7"],
    ]),
  ).toEqual(["en", "de"]);
  expect(
    folded("de", [
      ["en", 9, "p7"],
      ["de", 4, "p7"],
    ]),
  ).toEqual(["en", "de"]);
  expect(
    folded("en", [
      ["en", 5, "p7"],
      ["en", 4, "p7"],
      ["de", 4, "p7"],
    ]),
  ).toEqual(["en", "en"]);
});
