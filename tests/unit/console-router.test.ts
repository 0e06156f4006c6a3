import { expect, it } from "vitest";
import { SERVICE_NAMES } from "../../console/addresses/service.ts";
import { PROJECT_TABS } from "../../console/addresses/site.ts";
import { parse, to, withQuery } from "../../console/router.ts";

it.each(["yesterday", "morning"])("opens the tab Yesterday at /%s", (tab) => {
  expect(parse(`#/projects/3/${tab}`).route).toEqual({ screen: "project", id: 3, tab: "yesterday", item: null });
  expect(to.project(3, "yesterday")).toBe("#/projects/3/yesterday");
});

it.each(["constructor", "toString"])("knows no tab %s", (tab) => {
  expect(parse(`#/projects/3/${tab}`).route).toMatchObject({ screen: "unknown" });
});

it.each(SERVICE_NAMES)("reads its own address of the screen %s, and nothing below it", (name) => {
  expect(parse(to.service(name)).route).toEqual({ screen: name });
  expect(parse(`#/${name}/3`).route).toMatchObject({ screen: "unknown" });
});

it.each(PROJECT_TABS)("takes an item after the tab %s only where it shows one", (tab) => {
  const shown = ["agents", "sessions", "inbox"].includes(tab);
  expect(parse(to.project(3, tab, "x")).route.screen).toBe(shown ? "project" : "unknown");
});

it("adds a query without what is empty in it", () => {
  expect(withQuery("#/projects/3", { q: "a b&c", done: "" })).toBe("#/projects/3?q=a+b%26c");
  expect(withQuery("#/projects/3", { q: "" })).toBe("#/projects/3");
});
