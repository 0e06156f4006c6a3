import { expect, it } from "vitest";
import { step } from "../../worker/objects/source-crawler/engine.ts";
import type { Reading } from "../../worker/objects/source-crawler/reading.ts";
import type { Entry } from "../../worker/objects/source-crawler/table.ts";

/** A reading of ten pages that robots.txt keeps it from. @param tries how often each was begun before */
function reading(tries: number) {
  const entries = Array.from({ length: 10 }, (_, n): Entry => {
    const address = `https://mill.example/${n}`;
    return { address, kind: "page", state: "waiting", tries, detail: null, depth: 0, title: null, translations: null };
  });
  const settled: string[] = [];
  const part = {
    job: { run: "run_1", kind: "sitemap", url: "https://mill.example/sitemap.xml", begun_at: 0 },
    table: {
      waiting: (limit: number) => entries.slice(0, limit),
      site: () => null,
      find: () => null,
      try: () => {},
      settle: (address: string) => settled.push(address),
      counts: () => ({ failed: 0, skipped: 0, waiting: 0 }),
      leftOut: () => [],
    },
    store: {
      validators: async () => [],
      keep: async () => false,
      refuse: async () => {},
      progress: async () => true,
    },
    robots: { delay: async () => 0, problem: async () => "robots.txt says no" },
    chosen: () => true,
    user_agent: "crawler",
    development: false,
    now: () => 0,
    current: () => true,
  };
  return { settled, reading: part as unknown as Reading };
}

it("reads a few pages at once, and one that a broken step had begun alone", async () => {
  const fresh = reading(0);
  expect(await step(fresh.reading)).toEqual({ after: 0 });
  expect(fresh.settled).toHaveLength(6);
  const again = reading(1);
  expect(await step(again.reading)).toEqual({ after: 0 });
  expect(again.settled).toEqual(["https://mill.example/0"]);
});
