import { afterEach, describe, expect, it, vi } from "vitest";
import { MAX_TOOL_BYTES, MAX_TOOL_RESULT_BYTES } from "../../../shared/limits.ts";
import type { Tool } from "../../../shared/tools.ts";
import { targetProblem } from "../../../worker/outbound/target.ts";
import { checkTools } from "../../../worker/tools/check-tools.ts";
import { report, start, widget, world } from "../../harness/worker/organization.ts";
import { admin } from "../../harness/worker/request.ts";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const find: Partial<Tool> = {
  name: "find_order",
  description: "Finds an order",
  parameters: {
    type: "object",
    properties: { number: { type: "string", pattern: "^[0-9]+$" }, deep: { $ref: "#/$defs/flag" } },
    required: ["number"],
    additionalProperties: false,
    $defs: { flag: { type: "boolean" } },
  },
  kind: "webhook",
  url: "https://shop.example/hook?a=1",
  secret: SECRET,
};
const page: Partial<Tool> = { name: "show_page", kind: "client", parameters: { type: "object" } };

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Stands in for the public internet. */
function outbound(answer: (request: Request) => Response | Promise<Response>) {
  const fetched = vi.fn(async (input: RequestInfo | URL, init?: RequestInit) => answer(new Request(input, init)));
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

async function talking(tools: object[] = [find, page]) {
  const here = await world({ agent: { tools } });
  const { session_id, tools: listed } = await start(here);
  let calls = 0;
  const call = (name: string, args: object, call_id = `call_${++calls}`, status = 200) =>
    widget(here.key, "POST", "/tools/execute", { session_id, name, call_id, arguments: args }, status);
  return { ...here, session_id, listed, call };
}

const NESTED = "[".repeat(30_000) + "]".repeat(30_000);

describe("POST /widget/v1/tools/execute", () => {
  it("posts the call, signed as Standard Webhooks says, and gives back the result", async () => {
    const { call, session_id, agent_id, project_id, listed } = await talking();
    const seen: Request[] = [];
    const bodies: string[] = [];
    outbound(async (request) => {
      seen.push(request);
      bodies.push(await request.clone().text());
      return Response.json({ state: "on its way" });
    });
    const called_at = Math.floor(Date.now() / 1000);
    expect(await call("find_order", { number: "1024" }, "c-1")).toEqual({
      success: true,
      call_id: "c-1",
      result: { state: "on its way" },
    });
    expect(JSON.stringify(listed)).not.toMatch(/whsec_|shop\.example/);

    const [request] = seen;
    const [body = ""] = bodies;
    expect(request?.method).toBe("POST");
    expect(request?.url).toBe("https://shop.example/hook?a=1");
    expect(request?.headers.get("content-type")).toBe("application/json");
    expect(JSON.parse(body)).toMatchObject({
      type: "tool.call",
      session_id,
      agent_id,
      project_id,
      call_id: "c-1",
      name: "find_order",
      arguments: { number: "1024" },
    });

    // The receiver's side, by the specification's own words and with none of our code.
    const id = request?.headers.get("webhook-id");
    const timestamp = request?.headers.get("webhook-timestamp");
    expect(Number(timestamp)).toBeGreaterThanOrEqual(called_at);
    expect(Number(timestamp)).toBeLessThanOrEqual(Date.now() / 1000);
    const bytes = Uint8Array.from(atob(SECRET.slice("whsec_".length)), (c) => c.charCodeAt(0));
    const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
    const [version, signature = ""] = (request?.headers.get("webhook-signature") ?? "").split(",");
    expect(version).toBe("v1");
    const given = Uint8Array.from(atob(signature), (c) => c.charCodeAt(0));
    const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
    expect(await crypto.subtle.verify("HMAC", key, given, signed)).toBe(true);
  });

  it("signs a known message as the specification's reference does", async () => {
    const { webhookHeaders } = await import("../../../worker/webhooks/webhook-signature.ts");
    const headers = await webhookHeaders([SECRET], "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, '{"test": 2432232314}');
    expect(headers["webhook-signature"]).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  });

  it("gives the first result again for the same call, and calls once, also for two at once", async () => {
    const { call } = await talking();
    let answers = 0;
    const fetched = outbound(async () => {
      answers += 1;
      await scheduler.wait(20);
      return Response.json({ answers });
    });
    const both = await Promise.all([
      call("find_order", { number: "1" }, "same"),
      call("find_order", { number: "1" }, "same"),
    ]);
    const again = await call("find_order", { number: "2" }, "same");
    expect([...both, again]).toEqual(Array(3).fill({ success: true, call_id: "same", result: { answers: 1 } }));
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["text", () => new Response("It is on its way."), "It is on its way."],
    ["nothing", () => new Response(null, { status: 204 }), null],
    ["JSON without its type", () => new Response("[1,2]"), [1, 2]],
    ["JSON that nests without end, as text,", () => new Response(NESTED), NESTED],
  ])("takes %s for a result", async (_, response, result) => {
    const { call } = await talking();
    outbound(response);
    expect(await call("find_order", { number: "1" })).toMatchObject({ success: true, result });
  });

  it("answers what it has no room to keep, and says so to a call that is repeated", async () => {
    const { call } = await talking();
    const result = { text: "x".repeat(MAX_TOOL_RESULT_BYTES - 100) };
    outbound(() => Response.json(result));
    const calls = Array.from({ length: MAX_TOOL_BYTES / MAX_TOOL_RESULT_BYTES + 1 }, (_, n) => `c${n}`);
    for (const id of calls) expect((await call("find_order", { number: "1" }, id)).result).toEqual(result);
    const again = (id = "") => call("find_order", { number: "1" }, id);
    expect((await again(calls[0])).result).toEqual(result);
    expect(await again(calls.at(-1))).toMatchObject({ success: false, error: { code: "too_large" } });
  });

  it("tells the model why a tool failed", async () => {
    const { call } = await talking();
    const failing = async (answer: (request: Request) => Response | Promise<Response>) => {
      const fetched = outbound(answer);
      const { success, error } = await call("find_order", { number: "1" });
      expect(success).toBe(false);
      expect(fetched).toHaveBeenCalledTimes(1);
      return error.code;
    };
    expect(await failing(() => new Response("secret stack", { status: 500 }))).toBe("bad_status");
    expect(await failing(() => Response.redirect("https://169.254.169.254/", 302))).toBe("bad_status");
    expect(await failing(() => Promise.reject(new TypeError("connect ECONNREFUSED 10.0.0.1")))).toBe("unreachable");
    let sent = 0;
    const endless = () =>
      new ReadableStream({
        pull: (controller) => {
          sent += 1;
          controller.enqueue(new Uint8Array(16 * 1024));
        },
      });
    expect(await failing(() => new Response(endless()))).toBe("too_large");
    expect(sent).toBeLessThan(20);
    vi.spyOn(AbortSignal, "timeout").mockImplementation(() => AbortSignal.abort(new DOMException("", "TimeoutError")));
    expect(await failing(({ signal }) => Promise.reject(signal.reason))).toBe("timeout");
  });

  it("calls nothing for an unknown tool, a tool of the page or arguments that do not fit", async () => {
    const { call } = await talking();
    const fetched = outbound(() => Response.json({}));
    expect(await call("nothing", {})).toMatchObject({ success: false, error: { code: "unknown_tool" } });
    expect(await call("show_page", {})).toMatchObject({ error: { code: "unknown_tool", message: /page/ } });
    const bad = await call("find_order", { number: 5, more: 1 });
    expect(bad).toMatchObject({ error: { code: "invalid_arguments" } });
    expect(bad.error.message).toMatch(/#\/number/);
    expect(await call("find_order", {})).toMatchObject({ error: { code: "invalid_arguments", message: /number/ } });
    expect(await call("find_order", { number: "1", deep: 3 })).toMatchObject({ error: { code: "invalid_arguments" } });
    expect(fetched).not.toHaveBeenCalled();
  });

  it("asks the plan where the agent has tools, and knows none where it has none", async () => {
    const fetched = outbound(() => Response.json({}));
    const { org_id, call } = await talking();
    const none = await talking([]);
    for (const id of [org_id, none.org_id])
      await admin("PATCH", `/organizations/${id}`, { features: { tools: false } });
    expect((await call("find_order", { number: "1" }, "c-1", 403)).detail).toMatch(/tools/);
    expect(await none.call("find_order", {})).toMatchObject({ success: false, error: { code: "unknown_tool" } });
    expect(fetched).not.toHaveBeenCalled();
  });

  it("belongs to a running session of the key's own agent", async () => {
    const here = await talking();
    const there = await world();
    const body = { session_id: here.session_id, name: "find_order", call_id: "c", arguments: { number: "1" } };
    const fetched = outbound(() => Response.json({}));
    await widget(there.key, "POST", "/tools/execute", body, 404);
    await widget(here.key, "POST", "/tools/execute", { ...body, session_id: "ses_x" }, 404);
    await widget(here.read_key, "POST", "/tools/execute", body, 401);
    await widget(here.key, "POST", "/tools/execute", { ...body, arguments: [], call_id: 5 }, 422);
    const other = await admin("POST", "/agents", { project_id: here.project_id, name: "B", provider: "provider_a" });
    const channel = { name: "B", agent_id: other.id };
    const { key } = await admin("POST", `/projects/${here.project_id}/channels`, channel);
    await widget(key, "POST", "/tools/execute", body, 404);
    await report(here.key, here.session_id, [{ type: "ended" }]);
    await widget(here.key, "POST", "/tools/execute", body, 409);
    expect(fetched).not.toHaveBeenCalled();
  });
});

describe("webhook targets", () => {
  it.each([
    "http://shop.example/hook",
    "ftp://shop.example/",
    "https://user:pass@shop.example/",
    "https://localhost/",
    "https://LOCALHOST./",
    "https://shop.localhost/",
    "https://printer.local/",
    "https://metadata.google.internal/computeMetadata/v1/",
    "https://router.lan/",
    "https://nas.home.arpa/",
    "https://kubernetes.default.svc/",
    "https://intranet/",
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.0.0.1/",
    "https://0177.0.0.1/",
    "https://017700000001/",
    "https://①②⑦.⓪.⓪.①/",
    "https://127。0。0。1/",
    "https://10.0.0.8/",
    "https://172.16.0.1/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://100.64.0.1/",
    "https://0.0.0.0/",
    "https://8.8.8.8/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[fe80::1]/",
    "https://[fc00::1]/",
    "https://[fd00:ec2::254]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[2606:4700::1111]/",
    "not an address",
    "",
  ])("refuses %s", (address) => {
    expect(targetProblem(address, false)).toEqual(expect.any(String));
  });

  it.each([
    "https://shop.example/hook",
    "https://a.b.example:8443/x?y=1",
    "https://münchen.example/",
    "https://1und1.de/",
  ])("may call %s", (address) => {
    expect(targetProblem(address, false)).toBeNull();
  });

  it("lets a developer call the own machine, and nothing but http", () => {
    expect(targetProblem("http://127.0.0.1:9000/hook", true)).toBeNull();
    expect(targetProblem("http://localhost/hook", true)).toBeNull();
    expect(targetProblem("file:///etc/passwd", true)).toEqual(expect.any(String));
  });

  it("are checked again when the tool is called", async () => {
    const { callWebhook } = await import("../../../worker/tools/webhook.ts");
    const fetched = outbound(() => Response.json({}));
    const call = { session_id: "s", call_id: "c", agent_id: 1, project_id: 1, name: "t", arguments: {} };
    const tool = { ...find, url: "https://127.0.0.1/hook" } as Tool;
    await expect(callWebhook(tool, call, { ENVIRONMENT: "production" }, Date.now())).rejects.toMatchObject({
      code: "unreachable",
    });
    expect(fetched).not.toHaveBeenCalled();
  });
});

describe("tools as they are saved", () => {
  it("are checked by the operator API", async () => {
    const { project_id, agent_id } = await world();
    const tools = [{ ...find, parameters: { type: "array" } }];
    const at = { detail: [{ type: "value_error", loc: ["body", "tools", 0, "parameters"] }] };
    const create = { project_id, name: "T", provider: "provider_a", tools };
    expect(await admin("POST", "/agents", create, { status: 422 })).toMatchObject(at);
    expect(await admin("PATCH", `/agents/${agent_id}`, { tools }, { status: 422 })).toMatchObject(at);
    // What would hold the isolate: references that double, for minutes.
    const defs = Array.from({ length: 30 }, (_, n) => [
      `d${n}`,
      { allOf: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] },
    ]);
    const parameters = {
      properties: { x: { $ref: "#/$defs/d0" } },
      $defs: { ...Object.fromEntries(defs), d30: { type: "string" } },
    };
    const doubling = { tools: [{ ...page, parameters }] };
    expect(await admin("PATCH", `/agents/${agent_id}`, doubling, { status: 422 })).toMatchObject(at);
  });

  it("give the model what the service does not evaluate", async () => {
    const { agent_id, key } = await world();
    const x = { type: "string", pattern: "^(a+)+$" };
    const parameters = { type: "object", properties: { x }, patternProperties: { "^y": {} } };
    await admin("PATCH", `/agents/${agent_id}`, { tools: [{ ...page, parameters }] });
    const { tools } = await start({ key, agent_id });
    expect(tools).toMatchObject([{ name: "show_page", parameters }]);
  });

  const at = (tools: Partial<Tool>[], ENVIRONMENT: "production" | "development" = "production") =>
    checkTools(tools as Tool[], { ENVIRONMENT }).map(({ loc }) => loc.join("."));

  it("pass when they can be called", () => {
    expect(at([find, page])).toEqual([]);
  });

  it("name every fault at its field", () => {
    expect(
      at([
        { ...find, url: "http://shop.example" },
        { ...find, secret: "whsec_====" },
        { ...page, parameters: { type: "array" } },
        { ...page, name: "a", parameters: { properties: { x: { type: "text" } } } },
        { ...page, name: "b", parameters: { properties: { x: { $ref: "#/$defs/none" } } } },
        { ...page, name: "c", parameters: { properties: { x: { pattern: 1 } } } },
        { ...page, name: "d", parameters: { properties: { x: { $ref: "https://evil.example/schema" } } } },
        { ...page, name: "e", parameters: { required: "x" } },
      ]),
    ).toEqual([
      "body.tools.0.url",
      "body.tools.1.name",
      "body.tools.1.secret",
      "body.tools.2.parameters",
      "body.tools.3.parameters",
      "body.tools.4.parameters",
      "body.tools.5.parameters",
      "body.tools.6.parameters",
      "body.tools.7.parameters",
    ]);
  });
});
