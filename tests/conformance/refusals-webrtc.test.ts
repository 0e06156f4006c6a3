import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inworldAuthorization, newNonce } from "../../worker/providers/inworld-signature.ts";
import { inworldStandIn } from "../standins/inworld.ts";
import { openaiStandIn } from "../standins/openai.ts";
import { checkItem, checkSession, Refusal } from "../standins/realtime-client.ts";
import type { StandIn } from "../standins/standin.ts";

/** The stand-ins refuse what their vendors refuse: else the suite would prove nothing. */

const session = { type: "realtime", model: "gpt-realtime-2.1" };
const expires_after = { anchor: "created_at", seconds: 60 };

describe("openai", () => {
  let standIn: StandIn;
  beforeAll(async () => {
    standIn = await openaiStandIn();
  });
  afterAll(() => standIn.close());

  const mint = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${standIn.origin}/v1/realtime/client_secrets`, {
      method: "POST",
      headers: { authorization: `Bearer ${standIn.key}`, "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  const codeOf = async (response: Response) =>
    ((await response.json()) as { error?: { code: string } }).error?.code ?? null;

  test.each([
    ["no anchor", { session, expires_after: { seconds: 60 } }, {}, 400, "missing_required_parameter"],
    ["too long a life", { session, expires_after: { ...expires_after, seconds: 7201 } }, {}, 400, /value/],
    ["no type", { session: { model: "m" } }, {}, 400, "missing_required_parameter"],
    ["a model beside the session", { session, model: "m" }, {}, 400, "unknown_parameter"],
    ["beta's flat voice", { session: { ...session, voice: "marin" } }, {}, 400, "unknown_parameter"],
    ["temperature", { session: { ...session, temperature: 0.7 } }, {}, 400, "unknown_parameter"],
    ["both modalities", { session: { ...session, output_modalities: ["audio", "text"] } }, {}, 400, "invalid_value"],
    ["the beta header", { session }, { "openai-beta": "realtime=v1" }, 400, "beta_api_shape_disabled"],
    ["half JSON", '{"session":', {}, 400, "invalid_json"],
    ["another key", { session }, { authorization: "Bearer sk-other" }, 401, "invalid_api_key"],
  ])("refuses to mint with %s", async (_, body, headers, status, code) => {
    const response = await mint(body, headers as Record<string, string>);
    expect(response.status).toBe(status);
    expect(await codeOf(response)).toMatch(code);
  });

  test.each([
    ["a token of nobody", "Bearer ek_nobody", "application/sdp", "v=0\r\nm=audio\r\nm=application", 401],
    ["JSON", "token", "application/json", "v=0\r\nm=audio\r\nm=application", 400],
    ["no data channel", "token", "application/sdp", "v=0\r\nm=audio", 400],
  ])("refuses a call with %s", async (_, authorization, type, body, status) => {
    const { value } = (await (await mint({ session, expires_after })).json()) as { value: string };
    const response = await fetch(`${standIn.origin}/v1/realtime/calls`, {
      method: "POST",
      headers: { authorization: authorization === "token" ? `Bearer ${value}` : authorization, "content-type": type },
      body,
    });
    expect(response.status).toBe(status);
  });

  test("hangs up only what runs", async () => {
    const response = await fetch(`${standIn.origin}/v1/realtime/calls/rtc_none/hangup`, {
      method: "POST",
      headers: { authorization: `Bearer ${standIn.key}` },
    });
    expect(response.status).toBe(404);
  });
});

describe("openai's client events", () => {
  test.each([
    ["an update without its type", () => checkSession({ instructions: "x" })],
    ["an assistant's item in beta's words", () => checkItem(message("assistant", "text"), new Set())],
    ["a user's item with an output", () => checkItem(message("user", "output_text"), new Set())],
    ["an id that is too long", () => checkItem({ ...message("user", "input_text"), id: "x".repeat(33) }, new Set())],
    ["an output of no call", () => checkItem({ type: "function_call_output", call_id: "c", output: "" }, new Set())],
    [
      "an output that is no text",
      () => checkItem({ type: "function_call_output", call_id: "c", output: {} }, new Set("c")),
    ],
  ])("refuse %s", (_, send) => {
    expect(send).toThrow(Refusal);
  });

  const message = (role: string, type: string) => ({ type: "message", role, content: [{ type, text: "x" }] });
});

describe("inworld", () => {
  let standIn: StandIn;
  beforeAll(async () => {
    standIn = await inworldStandIn();
  });
  afterAll(() => standIn.close());

  const KEY = "standinKey0123456789";
  const mint = (authorization: string, resources = ["workspaces/one"]) =>
    fetch(`${standIn.origin}/v1/sessionTokens/token:generate`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ key: KEY, resources }),
    });

  test("takes the right signature, of now, for a workspace", async () => {
    const now = Date.now();
    expect((await mint(await inworldAuthorization(KEY, standIn.key, now, newNonce()))).status).toBe(200);
    expect((await mint(await inworldAuthorization(KEY, standIn.key, now, newNonce()), ["one"])).status).toBe(400);
    for (const wrong of [
      await inworldAuthorization(KEY, "another secret", now, newNonce()),
      await inworldAuthorization("anotherKey", standIn.key, now, newNonce()),
      await inworldAuthorization(KEY, standIn.key, now - 3600_000, newNonce()),
      `Basic ${Buffer.from(`${KEY}:${standIn.key}`).toString("base64")}`,
      "",
    ])
      expect((await mint(wrong)).status, wrong).toBe(401);
  });

  test("takes no offer before its candidates are in it, and none without a token", async () => {
    const answer = await mint(await inworldAuthorization(KEY, standIn.key, Date.now(), newNonce()));
    const { token } = (await answer.json()) as { token: string };
    const call = (bearer: string) =>
      fetch(`${standIn.origin}/v1/realtime/calls`, {
        method: "POST",
        headers: { authorization: `Bearer ${bearer}`, "content-type": "application/sdp" },
        body: "v=0\r\nm=audio\r\nm=application\r\n",
      });
    expect((await call(token)).status).toBe(400);
    expect((await call("eyJother")).status).toBe(401);
  });
});
