import { expect, it } from "vitest";
import { parse, to, withQuery } from "../../console/router.ts";

it.each(["yesterday", "morning"])("opens the tab Yesterday at /%s", (tab) => {
  expect(parse(`#/projects/3/${tab}`).route).toEqual({ screen: "project", id: 3, tab: "yesterday", item: null });
  expect(to.project(3, "yesterday")).toBe("#/projects/3/yesterday");
});

it.each(["constructor", "toString"])("knows no tab %s", (tab) => {
  expect(parse(`#/projects/3/${tab}`).route).toMatchObject({ screen: "unknown" });
});

it("adds a query without what is empty in it", () => {
  expect(withQuery("#/projects/3", { q: "a b&c", done: "" })).toBe("#/projects/3?q=a+b%26c");
  expect(withQuery("#/projects/3", { q: "" })).toBe("#/projects/3");
});
