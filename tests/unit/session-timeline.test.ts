import { expect, test } from "vitest";
import type { SessionShown } from "../../console/answers.ts";
import { timelineItems } from "../../console/parts/timeline-items.ts";
import { designTokens } from "../../shared/config.ts";

test.each([
  null,
  5,
  "text",
  [],
  { passages: 5 },
  { passages: null },
  { passages: [null, 5, "x", [], { url: 5 }, { url: "https://a.example/", title: 5 }] },
])("an owner's tool of the search's name may answer %j", (result) => {
  const outcome = { success: true, call_id: "c", result };
  const session = {
    transcript: [{ role: "agent", text: "Hello", interrupted: false, at: 5 }],
    tool_calls: [{ name: "search_knowledge", call_id: "c", outcome, at: 1 }],
    events: [],
  } as unknown as SessionShown;
  expect(timelineItems(session)).toHaveLength(2);
});

test("a search stands below one answer, whatever a page says of the times of its lines", () => {
  const passages = Array.from({ length: 5 }, (_, n) => ({ title: `Page ${n}`, url: `https://a.example/${n}` }));
  const outcome = { success: true, call_id: "c", result: { found: true, passages } };
  const session = {
    transcript: Array.from({ length: 200 }, (_, at) => ({
      ...{ role: at % 2 ? "agent" : "user", text: "Hm", interrupted: false, at: at % 2 ? 900 : 1 },
    })),
    tool_calls: Array.from({ length: 100 }, (_, at) => ({ name: "search_knowledge", call_id: `${at}`, outcome, at })),
    events: [],
  } as unknown as SessionShown;
  const shown = timelineItems(session).flatMap((item) => (item.kind === "said" ? item.sources : []));
  expect(shown).toHaveLength(99 * 5);
});

test("a font's quotes are closed, or it is refused", () => {
  const fits = (fontFamily: string) => designTokens.safeParse({ fontFamily }).success;
  for (const font of ['"Inter', "Inter'", `"Inter'`, '"', "'A', \"B", "Inter,", ",Inter", "Inter,,serif", "a'b'c"])
    expect(fits(font), font).toBe(false);
  for (const font of [
    "Inter",
    `"Inter Tight", 'Noto Sans JP', serif`,
    "system-ui, -apple-system",
    "Größe",
    "'it\"s'",
    "A , B",
  ])
    expect(fits(font), font).toBe(true);
});
