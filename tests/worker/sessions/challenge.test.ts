import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readVariables } from "../../../worker/variables.ts";
import { organization, report, start, type World, widget, world } from "../../harness/worker/organization.ts";
import { apiKey, request } from "../../harness/worker/request.ts";

const SECRET = "0x4AAA-secret";
const asked: { url: string; body: unknown }[] = [];

/** Turnstile, as it answers to `siteverify`. */
function turnstile(answer: (token: string) => Response | Promise<Response>) {
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const sent = new Request(input, init);
    const body = (await sent.json()) as { response: string };
    asked.push({ url: sent.url, body });
    return answer(body.response);
  });
}
const passes = (more: object = {}) => Response.json({ success: true, "error-codes": [], action: "session", ...more });
const fails = (...codes: string[]) => Response.json({ success: false, "error-codes": codes });

const refused = ({ key, agent_id }: World, status: number, turnstile_token?: string) =>
  widget(key, "POST", "/session", { agent_id, ...(turnstile_token !== undefined && { turnstile_token }) }, status);

beforeEach(() => {
  asked.length = 0;
  Object.assign(readVariables(env), { TURNSTILE_SECRET: SECRET, TURNSTILE_SITE_KEY: "0x4AAA-site" });
});
afterEach(() => {
  const variables = readVariables(env);
  delete variables.TURNSTILE_SECRET;
  delete variables.TURNSTILE_SITE_KEY;
  delete variables.ELEVENLABS_API_KEY;
  vi.unstubAllGlobals();
});

describe("with TURNSTILE_SECRET", () => {
  it("a start needs a token that Turnstile accepts, asked once and without the visitor's address", async () => {
    const here = await world();
    turnstile(() => passes());
    await start(here, { turnstile_token: "good" });
    expect(asked).toEqual([
      {
        url: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
        body: { secret: SECRET, response: "good" },
      },
    ]);
  });

  it("a contact without a session needs one too", async () => {
    const here = await world({ agent: { collect_contact: { fields: ["email"], consent_text: "Yes." } } });
    turnstile((token) =>
      token === "good" ? passes() : token === "down" ? fails("internal-error") : fails("timeout-or-duplicate"),
    );
    const send = (turnstile_token: string | undefined, status: number) =>
      widget(here.key, "POST", "/contacts", { email: "a@example.com", consent: true, turnstile_token }, status);
    expect(await send(undefined, 403)).toMatchObject({ code: "challenge_required" });
    expect(await send("used", 403)).toMatchObject({ code: "challenge_failed" });
    expect(await send("down", 503)).toMatchObject({ code: "unavailable" });
    await send("good", 200);
  });

  it("a start without one is refused before anything is asked or taken", async () => {
    const here = await world();
    turnstile(() => passes());
    for (const token of [undefined, ""])
      expect(await refused(here, 403, token)).toMatchObject({ code: "challenge_required" });
    expect(await refused(here, 422, "x".repeat(2_049))).toMatchObject({
      detail: [{ loc: ["body", "turnstile_token"] }],
    });
    expect(asked).toEqual([]);
    expect((await organization(here)).lines.in_use).toBe(0);
  });

  it.each(["invalid-input-response", "timeout-or-duplicate"])(
    "a token that is refused as %s opens nothing",
    async (code) => {
      const here = await world();
      turnstile(() => fails(code));
      expect(await refused(here, 403, "used")).toMatchObject({ code: "challenge_failed" });
      expect(await organization(here)).toMatchObject({ lines: { in_use: 0 }, credit: { reserved: 0 } });
    },
  );

  it("nor does one that was made for another form of the operator's", async () => {
    const here = await world();
    turnstile(() => passes({ action: "login" }));
    expect(await refused(here, 403, "theirs")).toMatchObject({ code: "challenge_failed" });
  });

  it.each([
    ["does not accept the secret", () => fails("invalid-input-secret")],
    ["is in trouble", () => fails("internal-error")],
    ["answers with a page", () => new Response("<h1>502</h1>", { status: 502 })],
    ["is not there", () => Promise.reject(new TypeError("fetch failed"))],
  ])("nobody passes while Turnstile %s, and the answer has no secret", async (_name, answer) => {
    const here = await world();
    turnstile(answer);
    const answered = await refused(here, 400, "good");
    expect(answered).toMatchObject({ code: "session_not_set_up" });
    expect(answered.detail).toMatch(/^The session could not be set up: .*challenge/);
    expect(JSON.stringify(answered)).not.toContain(SECRET);
    expect((await organization(here)).lines.in_use).toBe(0);
  });

  it("is asked for by the signed URL of the external provider too", async () => {
    const agent = { provider: "provider_x", extprovider_convai_agent_id: "agent_1" };
    const { key, agent_id } = await world({ agent });
    const path = `/extprovider-convai/signed-url?agent_id=${agent_id}`;
    expect(await widget(key, "GET", path, undefined, 403)).toMatchObject({ code: "challenge_required" });
    turnstile(() => fails("timeout-or-duplicate"));
    const answer = await request("GET", `/widget/v1${path}&turnstile_token=used`, { headers: apiKey(key) });
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: "challenge_failed" }]);
    turnstile(() => fails("internal-error"));
    const down = await request("GET", `/widget/v1${path}&turnstile_token=good`, { headers: apiKey(key) });
    expect([down.status, await down.json()]).toMatchObject([503, { code: "external_provider_unavailable" }]);
    readVariables(env).ELEVENLABS_API_KEY = "xi-secret";
    vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) =>
      new Request(input, init).url.endsWith("/siteverify")
        ? passes()
        : Response.json({ signed_url: "wss://api.elevenlabs.io/v1/convai/conversation?conversation_id=conv_9" }),
    );
    const opened = await request("GET", `/widget/v1${path}&turnstile_token=good`, { headers: apiKey(key) });
    expect(opened.status).toBe(200);
    await opened.text();
  });

  it("a running session reconnects, and one that was left is continued, without another token", async () => {
    const here = await world();
    turnstile(() => passes());
    const { session_id, session_secret } = await start(here, { turnstile_token: "good" });
    await widget(here.key, "POST", `/session/${session_id}/reconnect`, { session_secret });
    await report(here.key, session_id, [{ type: "connected" }, { type: "ended", reason: "visitor_left" }]);
    await widget(here.key, "POST", `/session/${session_id}/reconnect`, { session_secret });
    expect(asked).toHaveLength(1);
  });

  it("the config names the site and the script, never the secret", async () => {
    const { key } = await world();
    const config = await widget(key, "GET", "/config");
    expect(config.turnstile).toEqual({
      site_key: "0x4AAA-site",
      script: "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit",
    });
    expect(JSON.stringify(config)).not.toContain(SECRET);
  });
});

it("without TURNSTILE_SECRET nobody is asked, and no page loads anything", async () => {
  delete readVariables(env).TURNSTILE_SECRET;
  const here = await world();
  turnstile(() => fails("invalid-input-response"));
  await start(here, { turnstile_token: "whatever" });
  await start(here);
  expect(asked).toEqual([]);
  expect((await widget(here.key, "GET", "/config")).turnstile).toBeNull();
});
