import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { VENDOR_LIMIT_MS } from "../../../worker/sessions/vendor-failure.ts";
import { readVariables } from "../../../worker/variables.ts";
import { endAtOnce } from "../../harness/worker/end-at-once.ts";
import { organization, report, widget, world } from "../../harness/worker/organization.ts";
import { admin, apiKey, request } from "../../harness/worker/request.ts";

const PATH = "/extprovider-convai/signed-url";
const SIGNED =
  "wss://api.elevenlabs.io/v1/convai/conversation?agent_id=agent_1&conversation_signature=s&conversation_id=conv_9";

beforeEach(() => {
  readVariables(env).ELEVENLABS_API_KEY = "xi-secret";
});
afterEach(() => {
  delete readVariables(env).ELEVENLABS_API_KEY;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function elevenLabs(answer: (request: Request) => Response | Promise<Response>) {
  const fetched = vi.fn(async (input: RequestInfo | URL, init?: RequestInit) => answer(new Request(input, init)));
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

const externalAgent = { provider: "provider_x", extprovider_convai_agent_id: "agent_1" };
const ask = (here: { key: string; agent_id: number }, status = 200, agent_id: unknown = here.agent_id) =>
  widget(here.key, "GET", `${PATH}?agent_id=${agent_id}`, undefined, status);

describe("GET /widget/v1/extprovider-convai/signed-url", () => {
  it("gives an address and opens a session that counts against credit but takes no line", async () => {
    const here = await world({ agent: externalAgent, organization: { voice_lines: 0 } });
    const asked: Request[] = [];
    elevenLabs((sent) => {
      asked.push(sent);
      return Response.json({ signed_url: SIGNED });
    });
    const response = await request("GET", `/widget/v1${PATH}?agent_id=${here.agent_id}`, { headers: apiKey(here.key) });
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const answer = (await response.json()) as { signed_url: string; session_id: string };
    expect(answer).toMatchObject({
      signed_url: SIGNED,
      connection: { protocol: "elevenlabs-convai", transport: "websocket", url: SIGNED },
    });
    expect(asked[0]?.url).toBe(
      "https://api.elevenlabs.io/v1/convai/conversation/get-signed-url?agent_id=agent_1&include_conversation_id=true",
    );
    expect(asked[0]?.headers.get("xi-api-key")).toBe("xi-secret");
    expect(JSON.stringify(answer)).not.toContain("xi-secret");

    expect(await organization(here)).toMatchObject({ credit: { reserved: 300 }, lines: { in_use: 0 } });
    await vi.waitFor(
      async () =>
        expect(await here.ledger.lease(answer.session_id)).toMatchObject({ call_id: "conv_9", provider: "provider_x" }),
      30_000,
    );
    await report(here.key, answer.session_id, [{ type: "connected" }, { type: "ended" }]);
    const { credit } = await organization(here);
    expect(credit.reserved).toBe(0);
    // A connection that is told of only with its end may have stood since the start.
    expect(credit.balance).toBeLessThan(100_000);
  });

  it.each(["wss://api.elevenlabs.io", "WSS://API.elevenlabs.io:443/c?s=a'b%7eü&conversation_id=c|1#x"])(
    "gives the provider's own string: %s",
    async (signed_url) => {
      const here = await world({ agent: externalAgent });
      elevenLabs(() => Response.json({ signed_url }));
      expect(await ask(here)).toMatchObject({ signed_url, connection: { url: signed_url } });
    },
  );

  it("spends no address on a HEAD: 405", async () => {
    const here = await world({ agent: externalAgent });
    const fetched = elevenLabs(() => Response.json({ signed_url: SIGNED }));
    const path = `/widget/v1${PATH}?agent_id=${here.agent_id}`;
    const answer = await request("HEAD", path, { headers: { "X-API-Key": here.key, Origin: "https://shop.example" } });
    expect([answer.status, answer.headers.get("Allow"), answer.body]).toEqual([405, "GET", null]);
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("https://shop.example");
    expect(fetched).not.toHaveBeenCalled();
    expect((await organization(here)).credit.reserved).toBe(0);
  });

  it("checks the query, the agent, the plan and the credit in this order", async () => {
    const fetched = elevenLabs(() => Response.json({ signed_url: SIGNED }));
    const here = await world({ agent: externalAgent, credits: 0, organization: { features: {} } });
    const there = await world({ agent: externalAgent });
    expect(await widget(here.key, "GET", PATH, undefined, 422)).toMatchObject({
      detail: [{ type: "missing", loc: ["query", "agent_id"] }],
    });
    expect((await ask(here, 422, "x")).detail).toMatchObject([{ loc: ["query", "agent_id"] }]);
    expect((await ask(here, 403, there.agent_id)).detail).toBe("Agent is not allowed for this API key");
    const { key } = await admin("POST", `/projects/${here.project_id}/keys`, {
      name: "S",
      permissions: ["widget:session"],
    });
    expect((await ask({ ...here, key }, 404, 99_999)).detail).toBe("Agent not found");
    expect((await ask({ ...here, key }, 403, there.agent_id)).detail).toBe("Agent is not part of this project");
    expect((await ask(here, 403)).detail).toMatch(/external provider/);
    await admin("PATCH", `/organizations/${here.org_id}`, { features: { external_provider: true } });
    await ask(here, 402);
    const plain = await admin("POST", "/agents", { project_id: here.project_id, name: "P", provider: "provider_a" });
    await ask({ ...here, key }, 400, plain.id);
    await admin("PATCH", `/agents/${here.agent_id}`, { active: false });
    expect((await ask(here, 400)).detail).toBe("Agent is not active");
    expect(fetched).not.toHaveBeenCalled();
  });

  it.each<[string, number, () => Response | Promise<Response>]>([
    ["refuses the key", 502, () => Response.json({ detail: { status: "invalid_api_key" } }, { status: 401 })],
    ["does not know the agent", 502, () => Response.json({ detail: "not found" }, { status: 404 })],
    ["is broken", 502, () => new Response("<html>", { status: 500 })],
    ["answers no JSON", 502, () => new Response("<html>")],
    ["answers no address", 502, () => Response.json({ signed_url: 5 })],
    ["answers an address of somebody else", 502, () => Response.json({ signed_url: "wss://evil.example/x" })],
    ["answers a page's address", 502, () => Response.json({ signed_url: "https://api.elevenlabs.io/x" })],
    ["answers a plain socket's address", 502, () => Response.json({ signed_url: "ws://api.elevenlabs.io/x" })],
    ["answers an address with a space", 502, () => Response.json({ signed_url: " wss://api.elevenlabs.io/x" })],
    ["redirects", 502, () => Response.redirect("https://evil.example/", 302)],
    ["cannot be reached", 503, () => Promise.reject(new TypeError("Network connection lost"))],
  ])("answers when the provider %s: %i, with everything free again", async (_, status, answer) => {
    const here = await world({ agent: externalAgent });
    elevenLabs(answer);
    expect(JSON.stringify(await ask(here, status))).not.toMatch(/invalid_api_key|html|xi-secret|evil/);
    expect(await organization(here)).toMatchObject({ credit: { balance: 100_000, reserved: 0 } });
  });

  it("answers 503 when nobody gave it a key, or the provider takes too long", async () => {
    const here = await world({ agent: externalAgent });
    const fetched = elevenLabs(() => new Promise<Response>(() => {}));
    delete readVariables(env).ELEVENLABS_API_KEY;
    await ask(here, 503);
    expect(fetched).not.toHaveBeenCalled();
    readVariables(env).ELEVENLABS_API_KEY = "xi-secret";
    endAtOnce(VENDOR_LIMIT_MS);
    await ask(here, 503);
    expect(await organization(here)).toMatchObject({ credit: { reserved: 0 } });
  });
});
