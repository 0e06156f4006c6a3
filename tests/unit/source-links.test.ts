import { expect, test } from "vitest";
import { startersFor } from "../../widget/panel/views/starters.ts";
import { reduce, type SessionAction } from "../../widget/session/reduce.ts";
import { sourcesOf } from "../../widget/session/sources.ts";
import { IDLE, type SessionState } from "../../widget/session/state.ts";

test("a search's pages are named once each, five at most, and only where they are on the web", () => {
  const passages = [
    { title: "A", url: "https://shop.example/a", text: "One." },
    { title: "A again", url: "https://shop.example/a", text: "Two." },
    { title: "Script", url: "javascript:alert(1)", text: "" },
    { title: "None", url: null, text: "" },
    { title: "B", url: "http://shop.example/b", text: "" },
    { title: "", url: "https://shop.example/c", text: "" },
    { title: "D", url: "https://shop.example/d", text: "" },
    { title: "E", url: "https://shop.example/e", text: "" },
    { title: "F", url: "https://shop.example/f", text: "" },
  ];
  expect(sourcesOf(JSON.stringify({ passages }))).toEqual([
    { title: "A", url: "https://shop.example/a", text: "One.\nTwo." },
    { title: "B", url: "http://shop.example/b", text: "" },
    { title: "https://shop.example/c", url: "https://shop.example/c", text: "" },
    { title: "D", url: "https://shop.example/d", text: "" },
    { title: "E", url: "https://shop.example/e", text: "" },
  ]);
  for (const output of ["", "null", "{}", '{"passages":7}', '{"passages":[null]}', "no json"])
    expect(sourcesOf(output), output).toEqual([]);
});

test("what a search found stays with its message", () => {
  const sources = [{ title: "A", url: "https://shop.example/a", text: "One." }];
  const tool = { type: "message", id: "t", role: "tool", text: "search_knowledge", at: 1 } as const;
  const actions: SessionAction[] = [
    { type: "started", input: "text" },
    { ...tool, final: false, arguments: { query: "a" } },
    { ...tool, final: true, sources },
  ];
  const state = actions.reduce<SessionState>(reduce, IDLE);
  expect(state.transcript).toMatchObject([{ id: "t", final: true, arguments: { query: "a" }, sources }]);
});

test("starters are those of the reader's language, else of one that there is", () => {
  const byTag = { en: ["Hello?"], de: ["Hallo?"], "pt-BR": ["Oi?"] };
  expect(startersFor(byTag, "de")).toEqual(["Hallo?"]);
  expect(startersFor(byTag, "de-AT")).toEqual(["Hallo?"]);
  expect(startersFor(byTag, "pt")).toEqual(["Oi?"]);
  expect(startersFor({ "de-AT": ["Servus?"], ...byTag }, "de-AT")).toEqual(["Servus?"]);
  expect(startersFor({ "zh-Hans": ["你好?"], "zh-Hant": ["您好?"] }, "zh-HK")).toEqual(["您好?"]);
  expect(startersFor({ de: [], "de-AT": ["Servus?"] }, "de")).toEqual(["Servus?"]);
  expect(startersFor(byTag, "fi")).toEqual(["Hello?"]);
  expect(startersFor({ fr: ["Allô ?"] }, "fi")).toEqual(["Allô ?"]);
  expect(startersFor(["One", "", 7, "Two"], "en")).toEqual(["One", "Two"]);
  expect(
    startersFor(
      Array.from({ length: 9 }, (_, at) => `${at}`),
      "en",
    ),
  ).toHaveLength(6);
  for (const none of [null, undefined, {}, [], "text", { en: "no list" }]) expect(startersFor(none, "en")).toEqual([]);
});
