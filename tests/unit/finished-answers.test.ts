import { expect, test } from "vitest";
import { PreparedHeaders } from "../../worker/http/cors.ts";
import { finishedWithLimits } from "../../worker/http/finished.ts";
import { createRequestContext } from "../../worker/http/request-context.ts";

/** The context of a request whose key's gate has admitted it, with so much left. */
function admitted(left: number) {
  const context = createRequestContext(new Request("https://service.example/widget/v1/config"));
  context.setLimits = (headers) => headers.set("RateLimit", `"minute";r=${left};t=60`);
  return context;
}

test("an answer with prepared headers says what is left of its own key's limits", () => {
  const ready = new PreparedHeaders({});
  const first = finishedWithLimits(admitted(7), ready, "{}");
  const second = finishedWithLimits(admitted(3), ready, "{}");
  expect(first.headers.get("RateLimit")).toBe('"minute";r=7;t=60');
  expect(second.headers.get("RateLimit")).toBe('"minute";r=3;t=60');
});

test("no answer of a request that no gate has admitted tells the limits of the one before", () => {
  const ready = new PreparedHeaders({});
  finishedWithLimits(admitted(7), ready, "{}");
  const context = createRequestContext(new Request("https://service.example/widget/v1/config"));
  expect(() => finishedWithLimits(context, ready, "{}")).toThrow("needs a key");
});
