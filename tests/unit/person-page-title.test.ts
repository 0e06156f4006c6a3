import { expect, it } from "vitest";
import { PageTitle } from "../../widget/panel/person/page-title.ts";

const page = (hidden: boolean) => ({ title: "Shop", hidden }) as Document;

it("a hidden page's title says who has answered, until the visitor is back", () => {
  const hidden = page(true);
  const title = new PageTitle(hidden);
  title.announce("Ada has joined");
  title.announce("Ada has answered");
  expect(hidden.title).toBe("Ada has answered · Shop");
  title.restore();
  expect(hidden.title).toBe("Shop");
});

it("a page that is seen keeps its title, and so does one that changes it itself", () => {
  const seen = page(false);
  new PageTitle(seen).announce("Ada has answered");
  expect(seen.title).toBe("Shop");
  const hidden = page(true);
  const title = new PageTitle(hidden);
  title.announce("Ada has answered");
  hidden.title = "Shop (2)";
  title.restore();
  expect(hidden.title).toBe("Shop (2)");
});
