import { expect, it } from "vitest";
import { PageTitle } from "../../widget/panel/person/page-title.ts";

/** A page whose forms are called `title` and `hidden`. */
function page(hidden: boolean) {
  const title = { textContent: "Shop" };
  const forms = Object.freeze({ title: {}, hidden: {} });
  const visibilityState = hidden ? "hidden" : "visible";
  const document = { ...forms, visibilityState, querySelector: () => title } as unknown as Document;
  return { title, document };
}

it("a hidden page's title says who has answered, until the visitor is back", () => {
  const hidden = page(true);
  const title = new PageTitle(hidden.document);
  title.announce("Ada has joined");
  title.announce("Ada has answered");
  expect(hidden.title.textContent).toBe("Ada has answered · Shop");
  title.restore();
  expect(hidden.title.textContent).toBe("Shop");
});

it("a page that is seen keeps its title, and so does one that changes it itself", () => {
  const seen = page(false);
  new PageTitle(seen.document).announce("Ada has answered");
  expect(seen.title.textContent).toBe("Shop");
  const hidden = page(true);
  const title = new PageTitle(hidden.document);
  title.announce("Ada has answered");
  hidden.title.textContent = "Shop (2)";
  title.restore();
  expect(hidden.title.textContent).toBe("Shop (2)");
});
