import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { newToken, readToken } from "../../../worker/providers/call-token.ts";
import { demo } from "../../../worker/providers/demo.ts";
import { readVariables } from "../../../worker/variables.ts";
import { Client, connect, mint, subprotocols, upgrade } from "../../harness/worker/demo-call.ts";
import { reconnect, report, start, world } from "../../harness/worker/organization.ts";
import { request } from "../../harness/worker/request.ts";

const refused = async (answer: Response) => ({
  status: answer.status,
  ...(await answer.json<{ error: object }>()).error,
});

describe("the token", () => {
  it("comes with all that a client needs to connect", async () => {
    const minted = await mint({ service_origin: "http://127.0.0.1:8787" });
    expect(minted.connection).toEqual({
      protocol: "openai-realtime",
      transport: "websocket",
      url: "ws://127.0.0.1:8787/demo/v1/realtime?model=demo-echo",
    });
    expect(minted.ephemeral_token).toMatch(/^ek_/);
    expect(minted.voice_llm_model).toBe("demo-echo");
    expect(minted.expires_at - Date.now() / 1_000).toBeGreaterThan(590);
  });

  it("opens the call as a subprotocol, which is agreed on", async () => {
    const { ephemeral_token } = await mint();
    const answer = await upgrade(subprotocols(ephemeral_token));
    expect(answer.status).toBe(101);
    expect(answer.headers.get("sec-websocket-protocol")).toBe("realtime");
    expect((await new Client(answer.webSocket as WebSocket).next()).type).toBe("session.created");
  });

  it("opens the call in the header, with or without the model", async () => {
    for (const query of ["?model=demo-echo", ""]) {
      const { ephemeral_token } = await mint();
      const answer = await upgrade({ Authorization: `Bearer ${ephemeral_token}` }, query);
      expect(answer.status).toBe(101);
      expect(answer.headers.get("sec-websocket-protocol")).toBeNull();
      expect((await new Client(answer.webSocket as WebSocket).next()).type).toBe("session.created");
    }
  });

  it("opens one call only, however many try at once", async () => {
    const { ephemeral_token } = await mint();
    const answers = await Promise.all(Array.from({ length: 5 }, () => upgrade(subprotocols(ephemeral_token))));
    for (const { webSocket } of answers) if (webSocket) new Client(webSocket);
    expect(answers.map(({ status }) => status).sort()).toEqual([101, 401, 401, 401, 401]);
    expect(await refused(await upgrade(subprotocols(ephemeral_token)))).toMatchObject({
      status: 401,
      code: "token_used",
    });
  });

  it("expires", async () => {
    const { ephemeral_token, stub } = await mint();
    await runInDurableObject(stub, (_, { storage }) => {
      const ticket = storage.kv.get<{ call: { expires_at: number } }>("ticket");
      storage.kv.put("ticket", { ...ticket, call: { ...ticket?.call, expires_at: 1_700_000_000 } });
    });
    expect(await refused(await upgrade(subprotocols(ephemeral_token)))).toMatchObject({
      status: 401,
      code: "token_expired",
    });
  });

  it("leaves nothing behind when it was never used", async () => {
    const { ephemeral_token, stub } = await mint();
    expect(await runDurableObjectAlarm(stub)).toBe(true);
    await runInDurableObject(stub, (_, { storage }) => {
      expect([...storage.kv.list()]).toEqual([]);
    });
    expect((await upgrade(subprotocols(ephemeral_token))).status).toBe(401);
  });

  it("is kept only as a hash", async () => {
    const { ephemeral_token, stub } = await mint();
    await runInDurableObject(stub, (_, { storage }) => {
      expect(JSON.stringify([...storage.kv.list()])).not.toContain(ephemeral_token.slice(-48));
    });
  });

  it("is known by its checksum, under each of two secrets", async () => {
    const given = { purpose: "demo", name: "ses_A1", expires_at: 1_800_000_000 } as const;
    const token = await newToken(given, "old-secret");
    expect(await readToken(token, ["demo"], ["new-secret", "old-secret"])).toEqual(given);
    expect(await readToken(token, ["demo"], ["new-secret"])).toBeNull();
    expect(await readToken(token, ["call", "placed"], ["old-secret"]), "for something else").toBeNull();
    expect(await readToken(token.replace("ses_A1", "ses_A2"), ["demo"], ["old-secret"])).toBeNull();
    expect(await readToken(token.replace("6b49d200", "7b49d200"), ["demo"], ["old-secret"])).toBeNull();
  });
});

describe("the upgrade", () => {
  it("refuses a request without an upgrade", async () => {
    const answer = await request("GET", "/demo/v1/realtime?model=demo-echo");
    expect(answer.headers.get("upgrade")).toBe("websocket");
    expect(await refused(answer)).toEqual({
      status: 426,
      message: expect.any(String),
      type: "invalid_request_error",
      param: null,
      code: "upgrade_required",
    });
  });

  it.each([
    ["no token", {}, 401, "invalid_api_key"],
    ["a forged token", subprotocols(`ek_ses_forged1_${"0".repeat(48)}`), 401, "invalid_api_key"],
    ["a vendor's key", { Authorization: "Bearer sk-proj-1" }, 401, "invalid_api_key"],
    ["the beta's header", { "OpenAI-Beta": "realtime=v1" }, 400, "beta_api_shape_disabled"],
  ])("refuses %s", async (_, headers, status, code) => {
    expect(await refused(await upgrade(headers as Record<string, string>))).toMatchObject({ status, code });
  });

  it("refuses the beta's subprotocol and unknown models, and leaves the token usable", async () => {
    const { ephemeral_token } = await mint();
    const beta = {
      "Sec-WebSocket-Protocol": `realtime, openai-insecure-api-key.${ephemeral_token}, openai-beta.realtime-v1`,
    };
    expect(await refused(await upgrade(beta))).toMatchObject({ status: 400, code: "beta_api_shape_disabled" });
    expect(await refused(await upgrade(subprotocols(ephemeral_token), "?model=gpt-realtime"))).toMatchObject({
      status: 400,
      code: "model_not_found",
      param: "model",
    });
    const answer = await upgrade(subprotocols(ephemeral_token));
    expect(answer.status).toBe(101);
    new Client(answer.webSocket as WebSocket);
  });
});

describe("the ledger", () => {
  const enter = ({ client_secret }: { client_secret: { ephemeral_token: string } }) =>
    upgrade(subprotocols(client_secret.ephemeral_token));

  it("has heard of a call when its page is let in", async () => {
    const here = await world();
    const started = await start(here);
    const { webSocket } = await enter(started);
    expect(await here.ledger.lease(started.session_id)).toMatchObject({ seen_at: expect.any(Number) });
    new Client(webSocket as WebSocket);
  });

  it("hears of no call where the token has expired, and believes the `failed` that follows", async () => {
    const here = await world();
    const { session_id, ...started } = await start(here);
    await runInDurableObject(env.VOICE_AGENT.getByName(session_id), (_, { storage }) => {
      const ticket = storage.kv.get<{ call: { expires_at: number } }>("ticket");
      storage.kv.put("ticket", { ...ticket, call: { ...ticket?.call, expires_at: 1_700_000_000 } });
    });
    expect(await refused(await enter(started))).toMatchObject({ status: 401, code: "token_expired" });
    await report(here.key, session_id, [{ type: "failed", reason: "refused" }]);
    expect(await here.ledger.lease(session_id)).toMatchObject({ end_reason: "failed", charged: 0 });
  });

  it("hears of none for a token that another has taken the place of, or one that was used", async () => {
    const here = await world();
    const first = await start(here);
    const { session_id } = first;
    const second = await reconnect(here, session_id);
    expect(await refused(await enter(first))).toMatchObject({ status: 401, code: "invalid_api_key" });
    expect(await here.ledger.lease(session_id)).not.toHaveProperty("seen_at");

    const client = new Client((await enter(second)).webSocket as WebSocket);
    client.close();
    await client.closed;
    const lease = () => here.ledger.lease(session_id);
    await expect.poll(async () => (await lease())?.closed_at, { timeout: 30_000 }).toEqual(expect.any(Number));
    const before = await lease();
    expect((await enter(second)).status).toBe(401);
    expect(await lease()).toEqual(before);
  });

  it("lets no call in whose session has ended", async () => {
    const here = await world();
    const started = await start(here);
    await report(here.key, started.session_id, [{ type: "ended" }]);
    expect(await enter(started)).toMatchObject({ status: 401, webSocket: null });
  });
});

describe("the end", () => {
  const context = () => ({ bindings: env, variables: readVariables(env), signal: AbortSignal.timeout(60_000) });

  it("leaves nothing behind when the client hangs up", async () => {
    const { client, stub, ephemeral_token } = await connect();
    await client.type("Hello!");
    client.close();
    await client.closed;
    const kept = () => runInDurableObject(stub, (_, { storage }) => [...storage.kv.list()]);
    await expect.poll(kept, { timeout: 30_000 }).toEqual([]);
    expect((await upgrade(subprotocols(ephemeral_token))).status).toBe(401);
  });

  it("comes when the service hangs up", async () => {
    const { client, session_id } = await connect();
    await demo.hangUp?.({ session_id, call_id: null }, context());
    expect(await client.closed).toEqual({ code: 1000, reason: "The service ended this call" });
  });

  it("may come before the call was opened", async () => {
    const { session_id, ephemeral_token } = await mint();
    await demo.hangUp?.({ session_id, call_id: null }, context());
    expect((await upgrade(subprotocols(ephemeral_token))).status).toBe(401);
  });

  it("comes after an hour", async () => {
    const { client, session, stub } = await connect();
    expect(session.expires_at - Date.now() / 1_000).toBeGreaterThan(3_590);
    await runDurableObjectAlarm(stub);
    expect((await client.wait("error")).error.code).toBe("session_expired");
    expect((await client.closed).code).toBe(1000);
  });
});
