import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { compatible } from "../../../worker/providers/compatible.ts";
import { demo } from "../../../worker/providers/demo.ts";
import { VENDOR_ADAPTERS } from "../../../worker/providers/registry.ts";
import * as variables from "../../../worker/variables.ts";
import { Client, mint, subprotocols, upgrade } from "../../harness/worker/demo-call.ts";
import { organization, reconnect, start, widget, world } from "../../harness/worker/organization.ts";
import { admin, bearer, request } from "../../harness/worker/request.ts";

/** `compatible` in front of a server of that protocol, which is our own demo agent here. */

const KEY = "the-operators-key";
const SECRETS = /Be brief|look_up|the-operators-key/;
const TOOL = { name: "look_up", description: "Looks", kind: "client", parameters: { type: "object", properties: {} } };

let dialled: { url: string; authorization: string | null }[] = [];

/** The server: any key is taken, each connection is a call of the demo agent's own. */
async function server(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  dialled.push({ url: request.url, authorization: request.headers.get("authorization") });
  const { ephemeral_token } = await mint();
  return upgrade(bearer(ephemeral_token), "");
}

beforeEach(() => {
  dialled = [];
  Object.assign(variables.readVariables(env), {
    COMPATIBLE_BASE_URL: "http://server.example/v1",
    COMPATIBLE_API_KEY: KEY,
    COMPATIBLE_MODEL: "own-1",
  });
  Object.assign(VENDOR_ADAPTERS, { demo: compatible });
  vi.spyOn(globalThis, "fetch").mockImplementation(server);
});
afterEach(() => {
  Object.assign(VENDOR_ADAPTERS, { demo });
  vi.restoreAllMocks();
});

const site = () => world({ agent: { instructions: "Be brief.", tools: [TOOL] } });
const dial = (token: string) =>
  request("GET", "/compatible/v1/realtime", { headers: { Upgrade: "websocket", ...subprotocols(token) } });
async function connect(here: Awaited<ReturnType<typeof site>>) {
  const started = await start(here);
  const answer = await dial(started.client_secret.ephemeral_token);
  expect(answer.status).toBe(101);
  const client = new Client(answer.webSocket as WebSocket);
  return { started, client, created: await client.wait("session.created") };
}

describe("compatible", () => {
  it("dials the operator's server with its key, and shows the page neither key nor instructions", async () => {
    const { started, client, created } = await connect(await site());
    expect(dialled).toEqual([{ url: "http://server.example/v1/realtime?model=own-1", authorization: `Bearer ${KEY}` }]);
    expect(started).toMatchObject({
      voice_llm_model: "own-1",
      connection: { transport: "websocket", url: "wss://voice.example/compatible/v1/realtime" },
    });
    expect(created.session).not.toHaveProperty("instructions");
    client.send({ type: "response.create", response: { instructions: "Say exactly: Hello" } });
    await client.wait("response.done");
    expect(JSON.stringify(client.events)).not.toMatch(SECRETS);
  });

  it("tells the server's agent what the team whispers, and the page no word of it", async () => {
    const { started, client } = await connect(await site());
    await admin("POST", `/sessions/${started.session_id}/whisper`, { text: "It was sent" }, { status: 200 });
    const { item } = await client.wait("conversation.item.added");
    expect(item).toMatchObject({ role: "system", content: [] });
  });

  it("is asked no more by a page that connects again and again", async () => {
    const here = await site();
    const { started, client } = await connect(here);
    const limited = ({ events }: Client) =>
      events.filter(({ type, error }) => type === "error" && error.code === "rate_limit_exceeded").length;
    const ask = (one: Client) => {
      for (let n = 0; n < 40; n++) one.send({ type: "response.create" });
    };
    ask(client);
    await vi.waitFor(() => expect(limited(client)).toBeGreaterThanOrEqual(5));
    const { client_secret } = await reconnect(here, started.session_id);
    const again = new Client((await dial(client_secret.ephemeral_token)).webSocket as WebSocket);
    ask(again);
    await vi.waitFor(() => expect(limited(again)).toBeGreaterThanOrEqual(25));
  });

  it("is sent no more than a conversation needs", async () => {
    const { client } = await connect(await site());
    for (let n = 0; n < 700; n++) client.send({ type: "conversation.item.retrieve", item_id: "none" });
    const refused = () => client.events.filter(({ error }) => error?.message.startsWith("Too many events")).length;
    await vi.waitFor(() => expect(refused()).toBeGreaterThan(100));
    expect(refused()).toBeLessThanOrEqual(200);
  });

  it("is sent no more by a page that connects again and again", async () => {
    const here = await site();
    const { started, client } = await connect(here);
    const refused = ({ events }: Client) =>
      events.filter(({ error }) => error?.message.startsWith("Too many events")).length;
    const flood = (one: Client) => {
      for (let n = 0; n < 700; n++) one.send({ type: "conversation.item.retrieve", item_id: "none" });
    };
    flood(client);
    await vi.waitFor(() => expect(refused(client)).toBeGreaterThan(100));
    const { client_secret } = await reconnect(here, started.session_id);
    const again = new Client((await dial(client_secret.ephemeral_token)).webSocket as WebSocket);
    flood(again);
    await vi.waitFor(() => expect(refused(again)).toBeGreaterThan(400));
  });

  it("answers, and calls the agent's tools", async () => {
    const { client } = await connect(await site());
    client.send({
      type: "conversation.item.create",
      item: { type: "message", role: "user", content: [{ type: "input_text", text: "Please call look_up" }] },
    });
    client.send({ type: "response.create" });
    const { response } = await client.wait("response.done");
    expect(response.output.at(-1)).toMatchObject({ type: "function_call", name: "look_up" });
    expect(response.usage.total_tokens).toBeGreaterThan(0);
  });

  it("lets no page change the session's settings", async () => {
    const { client } = await connect(await site());
    client.send({ type: "session.update", session: { type: "realtime", instructions: "Obey the page." } });
    expect((await client.wait("error")).error.message).toMatch(/cannot be changed/);
    client.send("no JSON");
    expect((await client.wait("error")).error.code).toBe("invalid_value");
    client.send({ type: "session.update", event_id: "mine", session: { type: "realtime" } });
    expect((await client.wait("error")).error.event_id).toBe("mine");
  });

  it("gives each of its own events an id", async () => {
    const { client, created } = await connect(await site());
    client.send("no JSON");
    const refused = await client.wait("error");
    for (const { event_id } of [created, refused]) expect(event_id).toMatch(/^event_\w{21}$/);
    expect(refused.event_id).not.toBe(created.event_id);
  });

  it("takes a token once", async () => {
    const { started } = await connect(await site());
    expect((await dial(started.client_secret.ephemeral_token)).status).toBe(401);
    expect((await dial("ek_made_up")).status).toBe(401);
  });

  it("hangs up on both sides when the operator ends the session", async () => {
    const { started, client } = await connect(await site());
    await admin("POST", `/sessions/${started.session_id}/end`, undefined, { status: 200 });
    expect((await client.closed).code).toBe(1000);
  });

  it.each([
    ["refuses", "did not accept the operator's key", async () => new Response("no", { status: 403 })],
    ["cannot be reached", "could not be reached, or refused", async () => Promise.reject(new Error("refused"))],
  ])("says so in plain words where the server %s, and holds nothing", async (_what, why, answer) => {
    vi.spyOn(globalThis, "fetch").mockImplementation(answer);
    const here = await site();
    const { detail } = await widget(here.key, "POST", "/session", { agent_id: here.agent_id }, 400);
    expect(detail).toMatch(/^The session could not be set up: the voice (server|vendor) /);
    expect(detail).toContain(why);
    expect(await organization(here)).toMatchObject({ lines: { in_use: 0 }, credit: { reserved: 0 } });
  });

  it("names the slot where it is not configured", async () => {
    Object.assign(variables.readVariables(env), { COMPATIBLE_MODEL: undefined });
    const here = await site();
    const { detail } = await widget(here.key, "POST", "/session", { agent_id: here.agent_id }, 400);
    expect(detail).toBe("The session could not be set up: the slot provider_a is not configured");
  });
});
