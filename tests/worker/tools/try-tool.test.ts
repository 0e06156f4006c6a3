import { afterEach, expect, it, vi } from "vitest";
import { world } from "../../harness/worker/organization.ts";
import { admin } from "../../harness/worker/request.ts";

afterEach(() => vi.unstubAllGlobals());

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const find = {
  name: "find_order",
  kind: "webhook",
  url: "https://shop.example/hook",
  parameters: { type: "object", properties: { number: { type: "string" } }, required: ["number"] },
};

/** Stands in for the public internet. */
function outbound(answer: () => Response) {
  const fetched = vi.fn(async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    seen.push({ headers: request.headers, body: await request.json() });
    return answer();
  });
  const seen: { headers: Headers; body: unknown }[] = [];
  vi.stubGlobal("fetch", fetched);
  return seen;
}

const tryIt = (agent: number, body: object, status = 200) =>
  admin("POST", `/agents/${agent}/tools/test`, body, { status });

it("calls the tool as a model would, and shows its answer", async () => {
  const { agent_id, project_id } = await world({ agent: { tools: [{ ...find, secret: SECRET }] } });
  const seen = outbound(() => Response.json({ state: "on its way" }));
  const tried = await tryIt(agent_id, { tool: find, arguments: { number: "1024" } });
  expect(tried).toMatchObject({
    outcome: { success: true, result: { state: "on its way" } },
    temporary_secret: false,
  });
  expect(seen[0]?.body).toMatchObject({
    type: "tool.call",
    agent_id,
    project_id,
    name: "find_order",
    arguments: { number: "1024" },
  });
  expect(seen[0]?.headers.get("webhook-signature")).toMatch(/^v1,/);
  const { items } = await admin("GET", "/audit");
  expect(items[0]).toMatchObject({ action: "tool.test", target: `agent:${agent_id}` });
});

it("says what is wrong: arguments, the tool's answer, its address, a tool of the page", async () => {
  const { agent_id } = await world();
  outbound(() => new Response("no", { status: 500 }));
  const outcome = async (tool: object, args: object) =>
    (await tryIt(agent_id, { tool: { ...find, ...tool }, arguments: args })).outcome.error;
  expect(await outcome({}, {})).toMatchObject({ code: "invalid_arguments" });
  expect(await outcome({}, { number: "1" })).toEqual({
    code: "bad_status",
    message: "The tool answered with status 500",
  });
  expect(await outcome({ kind: "client", url: null }, { number: "1" })).toMatchObject({ code: "unknown_tool" });
  expect((await tryIt(agent_id, { tool: find, arguments: { number: "1" } })).temporary_secret).toBe(true);
  const { detail } = await tryIt(agent_id, { tool: { ...find, url: "ftp://shop.example" } }, 422);
  expect(detail[0].loc.slice(0, 3)).toEqual(["body", "tool", "url"]);
  const unsaved = await tryIt(agent_id, { tool: { ...find, url: null } }, 422);
  expect(unsaved.detail[0].loc).toEqual(["body", "tool", "url"]);
});
