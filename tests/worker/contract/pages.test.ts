import { expect, test } from "vitest";
import { document, expectDocumented } from "../../harness/worker/documented.ts";
import { request } from "../../harness/worker/request.ts";

const get = (path: string) => request("GET", path);

test("/openapi.json is the document", async () => {
  const served = await expectDocumented(await get("/openapi.json"), "GET /openapi.json", 200);
  expect(served.paths).toEqual(document.paths);
  expect(served.components.schemas.Contact.properties.at).not.toHaveProperty("format");
  const wide = await expectDocumented(await get("/openapi.json?integers=int64"), "GET /openapi.json", 200);
  expect(wide.components.schemas.Contact.properties.at).toMatchObject({ type: "integer", format: "int64" });
  await expectDocumented(await get("/openapi.json?integers=64"), "GET /openapi.json", 422);
});
