import { expect, test } from "vitest";
import { makeKey, widget, world } from "../../harness/worker/organization.ts";
import { apiKey, request } from "../../harness/worker/request.ts";

const NAMES = ["access-control-allow-origin", "ratelimit-policy", "retry-after", "x-request-id", "vary"];
const headersOf = (response: Response) => NAMES.map((name) => response.headers.get(name));

test("answers from the same prepared headers have each their own limits, request id and origin", async () => {
  const here = await world();
  const [small, large] = [
    await makeKey(here.project_id, { minute_limit: 5, day_limit: 50 }),
    await makeKey(here.project_id, { minute_limit: 7, day_limit: 70 }),
  ];
  const config = (key: string, headers: Record<string, string> = {}) =>
    request("GET", "/widget/v1/config", { headers: { ...apiKey(key), ...headers } });
  const first = await config(small.key, { Origin: "https://one.example" });
  const second = await config(large.key, { Origin: "https://two.example" });
  const unchanged = await config(small.key, { "If-None-Match": first.headers.get("etag") ?? "" });
  expect(unchanged.status).toBe(304);
  const policies = ['"minute";q=5;w=60, "day";q=50;w=86400', '"minute";q=7;w=60, "day";q=70;w=86400'];
  const id = expect.stringMatching(/^[\da-f-]{36}$/);
  expect(headersOf(first)).toEqual(["https://one.example", policies[0], "0", id, "Origin"]);
  expect(headersOf(second)).toEqual(["https://two.example", policies[1], "0", id, "Origin"]);
  expect(headersOf(unchanged)).toEqual([null, policies[0], "0", id, "Origin"]);
  expect(new Set([first, second, unchanged].map(({ headers }) => headers.get("x-request-id"))).size).toBe(3);
  expect(first.headers.get("ratelimit")).toContain('"minute";r=4');
  expect(unchanged.headers.get("ratelimit")).toContain('"minute";r=3');
  // A limit that is used up is no part of the next key's answers.
  for (let left = 3; left > 0; left--) await widget(small.key, "GET", "/config");
  const over = await config(small.key);
  expect(over.status).toBe(429);
  expect(Number(over.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await config(large.key)).headers.get("retry-after")).toBe("0");
});
