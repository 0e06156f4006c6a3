import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CONTINUE_SECONDS } from "../../../shared/limits.ts";
import { seal, unseal } from "../../../worker/crypto/seal.ts";
import { makeChannel, makeKey, type World, world } from "../../harness/worker/organization.ts";
import { admin, apiKey, call, type Json } from "../../harness/worker/request.ts";
import { farNoon } from "../../harness/worker/stop-clock.ts";

/** A conversation that goes on on another subdomain, by a ticket: decision 0154. */

/** Only the date is held still. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: farNoon() });
});
afterEach(() => {
  vi.useRealTimers();
});

const WWW = "https://www.bakery.example";
const SHOP = "https://shop.bakery.example";
const VISITOR = "192.0.2.1";
const REFUSED = { detail: "Invalid session secret" };

interface From {
  origin?: string;
  visitor?: string;
  key?: string;
}

/** A project that lets conversations go on, and a channel's key for all subdomains of the bakery. */
async function bakery(acrossSubdomains = true, allowed_domains = ["*.bakery.example"]): Promise<World> {
  const here = await world();
  await admin("PATCH", `/projects/${here.project_id}`, { widget_config: { features: { acrossSubdomains } } });
  const { key } = await makeChannel(here.project_id, here.agent_id, { allowed_domains });
  return { ...here, key };
}

const page = (here: World, path: string, body: object, status = 200, from: From = {}): Promise<Json> => {
  const { origin = SHOP, visitor = VISITOR, key = here.key } = from;
  const headers = { ...apiKey(key), Origin: origin, "CF-Connecting-IP": visitor };
  return call("POST", `/widget/v1${path}`, status, { headers, body });
};

const said = { type: "user_transcript", text: "Is there fresh rye?", item: "a" };
const answered = { type: "agent_transcript", text: "There is.", item: "b" };

/** A conversation on one subdomain, and the ticket that its page gets. */
async function talk(here: World, owner?: string) {
  const from = { origin: WWW };
  const { session_id, session_secret } = await page(here, "/session", { agent_id: here.agent_id }, 200, from);
  await page(here, `/session/${session_id}/events`, { events: [{ type: "connected" }, said, answered] }, 200, from);
  const handed = await page(here, `/session/${session_id}/handover`, { session_secret, owner }, 200, from);
  const leave = () => page(here, `/session/${session_id}/events`, { events: [LEFT] }, 200, from);
  return { session_id, session_secret, ticket: String(handed.ticket), handed, leave };
}
const LEFT = { type: "ended", reason: "visitor_left" };

describe("a conversation whose page was left", () => {
  it("is taken by a page of another subdomain, with what was said and the secret to go on", async () => {
    const here = await bakery();
    const { session_id, session_secret, ticket, handed, leave } = await talk(here);
    expect(handed).toEqual({ success: true, ticket, domain: "bakery.example" });
    await leave();
    const taken = await page(here, "/handover", { ticket });
    expect(taken).toMatchObject({
      left: true,
      domain: "bakery.example",
      conversation: {
        session_id,
        session_secret,
        transcript: [
          { role: "user", text: said.text, interrupted: false },
          { role: "agent", text: answered.text },
        ],
      },
    });
    const again = await page(here, `/session/${session_id}/reconnect`, {
      session_secret: taken.conversation.session_secret,
    });
    expect(again.session_id).not.toBe(session_id);
    await page(here, `/session/${again.session_id}/events`, {
      events: [{ type: "connected" }, { type: "user_transcript", text: "And milk?", item: "c" }, LEFT],
    });
    const next = await page(here, `/session/${again.session_id}/handover`, { session_secret: again.session_secret });
    const all = await page(here, "/handover", { ticket: next.ticket }, 200, { origin: WWW });
    expect(all.conversation.transcript.map(({ text }: Json) => text)).toEqual([said.text, answered.text, "And milk?"]);
  });

  it("is not had before its page has said that it left", async () => {
    const here = await bakery();
    const { ticket, leave } = await talk(here);
    expect(await page(here, "/handover", { ticket })).toMatchObject({ left: false, conversation: null });
    await leave();
    expect(await page(here, "/handover", { ticket })).toMatchObject({ left: true, conversation: expect.anything() });
  });

  it("is had where the call goes on across pages, too: its page has left, and it runs", async () => {
    const here = await bakery();
    const { session_id, session_secret, ticket } = await talk(here);
    await page(here, `/session/${session_id}/events`, { events: [{ type: "page_left", page_id: "one" }] });
    const { conversation } = await page(here, "/handover", { ticket });
    expect(conversation.session_id).toBe(session_id);
    const again = await page(here, `/session/${session_id}/reconnect`, { session_secret, page_id: "two" });
    expect(again.session_id).toBe(session_id);
  });

  it("is over after five minutes, and where the visitor or an operator ended it", async () => {
    const here = await bakery();
    const { ticket, leave } = await talk(here);
    await leave();
    vi.setSystemTime(Date.now() + CONTINUE_SECONDS * 1000 + 1_000);
    expect(await page(here, "/handover", { ticket })).toMatchObject({ left: true, conversation: null });
    const other = await talk(here);
    await admin("POST", `/sessions/${other.session_id}/end`, undefined, { status: 200 });
    expect(await page(here, "/handover", { ticket: other.ticket })).toMatchObject({ conversation: null });
  });

  it("shows nothing where nothing was kept", async () => {
    const here = await bakery();
    const { session_id, session_secret } = await page(here, "/session", { agent_id: here.agent_id });
    await page(here, `/session/${session_id}/events`, { events: [{ type: "connected" }, LEFT] });
    const { ticket } = await page(here, `/session/${session_id}/handover`, { session_secret });
    expect(await page(here, "/handover", { ticket })).toMatchObject({ left: true, conversation: null });
  });
});

describe("a ticket is given", () => {
  it("only where the owner wants it and the key names two subdomains", async () => {
    const none = { success: true, ticket: null, domain: null };
    expect((await talk(await bakery(false))).handed).toEqual(none);
    expect((await talk(await bakery(true, []))).handed).toEqual(none);
    expect((await talk(await bakery(true, [WWW]))).handed).toEqual(none);
    expect((await talk(await bakery(true, [WWW, SHOP]))).handed.domain).toBe("bakery.example");
  });

  it("only for the session's secret", async () => {
    const here = await bakery();
    const { session_id, session_secret } = await talk(here);
    for (const wrong of [{}, { session_secret: "sss_0" }, { session_secret: null }])
      expect(await page(here, `/session/${session_id}/handover`, wrong, 401)).toEqual(REFUSED);
    expect(await page(here, "/session/ses_unknown/handover", { session_secret }, 401)).toEqual(REFUSED);
  });

  it("and tells nobody who reads the cookie anything", async () => {
    const here = await bakery();
    const { ticket, session_id, session_secret } = await talk(here);
    const read = atob(ticket);
    for (const secret of [session_id, session_secret, said.text, VISITOR]) {
      expect(ticket).not.toContain(secret);
      expect(read).not.toContain(secret);
    }
    // As a cookie's value may be.
    expect(ticket).toMatch(/^[\w+/=]+$/);
    expect(ticket.length).toBeLessThan(1_000);
  });
});

describe("a ticket opens nothing", () => {
  it("to another visitor, another domain's page, another project's key or agent, or once it is switched off", async () => {
    const here = await bakery();
    const { ticket, leave } = await talk(here);
    await leave();
    const refused = async (from: From) => expect(await page(here, "/handover", { ticket }, 401, from)).toEqual(REFUSED);
    await refused({ visitor: "198.51.100.7" });
    const { key: alone } = await makeChannel(here.project_id, here.agent_id, { allowed_domains: [SHOP] });
    await refused({ key: alone });
    const { key: free } = await makeChannel(here.project_id, here.agent_id, {});
    await refused({ key: free });
    const { key: elsewhere } = await makeChannel(here.project_id, here.agent_id, {
      allowed_domains: ["*.elsewhere.example"],
    });
    await refused({ key: elsewhere, origin: "https://www.elsewhere.example" });
    await refused({ key: (await bakery()).key });
    const { id } = await admin("POST", "/agents", {
      project_id: here.project_id,
      name: "Ida",
      provider: "provider_a",
    });
    const { key: ofIda } = await makeChannel(here.project_id, id, { allowed_domains: ["*.bakery.example"] });
    await refused({ key: ofIda });
    const outside = { detail: "Invalid API key or origin" };
    expect(await page(here, "/handover", { ticket }, 401, { origin: "https://bakery.example.evil.test" })).toEqual(
      outside,
    );
    expect((await page(here, "/handover", { ticket })).conversation).not.toBeNull();
    await admin("PATCH", `/projects/${here.project_id}`, { widget_config: { features: { acrossSubdomains: false } } });
    await refused({});
  });

  it("of a signed-in visitor to anybody else", async () => {
    const here = await bakery();
    const { ticket, leave } = await talk(here, "12.-34");
    await leave();
    for (const body of [{ ticket }, { ticket, owner: "12.-35" }, { ticket, owner: "" }])
      expect(await page(here, "/handover", body, 401)).toEqual(REFUSED);
    expect((await page(here, "/handover", { ticket, owner: "12.-34" })).conversation).not.toBeNull();
  });

  it("of a session of the organization's other project, nor is one given for it", async () => {
    const here = await bakery();
    const { id } = await admin("POST", "/projects", {
      org_id: here.org_id,
      name: "Café",
      widget_config: { features: { acrossSubdomains: true } },
    });
    const agent = await admin("POST", "/agents", { project_id: id, name: "Ida", provider: "provider_a" });
    const { key: of_one_agent } = await makeChannel(id, agent.id, { allowed_domains: ["*.bakery.example"] });
    const { key: of_all_agents } = await makeKey(id, {
      allowed_domains: ["*.bakery.example"],
      permissions: ["widget:read", "widget:session"],
    });
    const { session_id, session_secret, ticket, leave } = await talk(here);
    await leave();
    const content = JSON.parse((await unseal([env.KEY_SECRET], ticket)) ?? "");
    const told = await seal(env.KEY_SECRET, JSON.stringify({ ...content, project_id: id }));
    for (const key of [of_one_agent, of_all_agents]) {
      expect(await page(here, `/session/${session_id}/handover`, { session_secret }, 401, { key })).toEqual(REFUSED);
      expect(await page(here, "/handover", { ticket: told }, 401, { key })).toEqual(REFUSED);
    }
  });

  it("that is none of ours", async () => {
    const here = await bakery();
    const { ticket } = await talk(here);
    const other = await seal(env.KEY_SECRET, JSON.stringify({ session_id: "ses_1", domain: "bakery.example" }));
    for (const wrong of ["", "x", "é", ticket.slice(0, -8), `${ticket}AAAA`, ticket.replace(/^./, "_"), other])
      expect(await page(here, "/handover", { ticket: wrong }, 401)).toEqual(REFUSED);
    await page(here, "/handover", {}, 422);
    await page(here, "/handover", { ticket: "x".repeat(3_000) }, 422);
  });
});
