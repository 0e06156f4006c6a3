import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { document, expectDocumented } from "../../harness/worker/documented.ts";

const get = (path: string) => exports.default.fetch(new Request(`https://voice.example${path}`));

test("/openapi.json is the document", async () => {
  const served = await expectDocumented(await get("/openapi.json"), "GET /openapi.json", 200);
  expect(served.paths).toEqual(document.paths);
});
