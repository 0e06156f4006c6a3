import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { INWORLD_API_KEY, inworldStandIn } from "../../harness/vendors/inworld.ts";
import { openaiStandIn } from "../../harness/vendors/openai.ts";
import { checkItem, checkSession, Refusal } from "../../harness/vendors/realtime-client.ts";
import type { StandIn } from "../../harness/vendors/stand-in.ts";

/** The stand-ins refuse what their vendors refuse: else the suite would prove nothing. */

const session = { type: "realtime", model: "gpt-realtime-2.1" };
const inputOf = (input: object) => ({ session: { ...session, audio: { input } } });
const expires_after = { anchor: "created_at", seconds: 60 };

/** Moves the clock on by so many seconds; requests do not notice. */
const advanceClock = (seconds: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1000 });
afterEach(() => vi.useRealTimers());

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
    ["too short a life", { session, expires_after: { ...expires_after, seconds: 9 } }, {}, 400, /value/],
    ["no session", {}, {}, 400, "missing_required_parameter"],
    ["no type", { session: { model: "m" } }, {}, 400, "missing_required_parameter"],
    ["a model beside the session", { session, model: "m" }, {}, 400, "unknown_parameter"],
    ["beta's flat voice", { session: { ...session, voice: "marin" } }, {}, 400, "unknown_parameter"],
    ["temperature", { session: { ...session, temperature: 0.7 } }, {}, 400, "unknown_parameter"],
    ["both modalities", { session: { ...session, output_modalities: ["audio", "text"] } }, {}, 400, "invalid_value"],
    ["beta's format", inputOf({ format: "pcm16" }), {}, 400, "invalid_value"],
    ["another rate", inputOf({ format: { type: "audio/pcm", rate: 16_000 } }), {}, 400, "invalid_value"],
    ["an unknown detection", inputOf({ turn_detection: { type: "vad" } }), {}, 400, "invalid_value"],
    [
      "a detection of both kinds",
      inputOf({ turn_detection: { type: "semantic_vad", threshold: 0.5 } }),
      {},
      400,
      "unknown_parameter",
    ],
    ["an unknown word on transcription", inputOf({ transcription: { enabled: true } }), {}, 400, "unknown_parameter"],
    ["too long an answer", { session: { ...session, max_output_tokens: 5000 } }, {}, 400, "invalid_value"],
    ["beta's tools", { session: { ...session, tools: [{ type: "function", function: {} }] } }, {}, 400, /parameter/],
    [
      "an identifier that is none",
      { session },
      { "openai-safety-identifier": "x".repeat(129) },
      400,
      "string_above_max_length",
    ],
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

  test("names the field that it refuses", async () => {
    const response = await mint({ session, expires_after: { seconds: 60 } });
    const { error } = (await response.json()) as { error: object };
    expect(error).toMatchObject({ type: "invalid_request_error", param: "expires_after.anchor" });
  });

  test("takes no call with an expired token, and none at the beta's address", async () => {
    const { value } = (await (await mint({ session, expires_after })).json()) as { value: string };
    const call = (path: string) =>
      fetch(`${standIn.origin}${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${value}`, "content-type": "application/sdp" },
        body: "v=0\r\nm=audio",
      });
    for (const path of ["/v1/realtime?model=m", "/v1/realtime/sessions"]) expect((await call(path)).status).toBe(404);
    expect((await call("/v1/realtime/calls")).status).toBe(400);
    advanceClock(61);
    expect((await call("/v1/realtime/calls")).status).toBe(401);
  });

  test("hangs up only running calls, and for their owner alone", async () => {
    const stranger = await fetch(`${standIn.origin}/v1/realtime/calls/rtc_none/hangup`, { method: "POST" });
    expect(stranger.status).toBe(401);
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

  const ask = (path: string, bearer: string, method = "GET") =>
    fetch(`${standIn.origin}/v1/realtime/${path}`, { method, headers: { authorization: `Bearer ${bearer}` } });
  const call = (bearer: string, body: unknown) =>
    fetch(`${standIn.origin}/v1/realtime/calls`, {
      method: "POST",
      headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });

  test("lets in whoever has the key, and nobody else", async () => {
    expect(await (await ask("ice-servers", INWORLD_API_KEY)).json()).toEqual({
      ice_servers: [{ urls: [expect.stringMatching(/^stun:/)] }],
    });
    expect((await ask("ice-servers", "other")).status).toBe(401);
    expect((await ask("calls/none/hangup", "other", "POST")).status).toBe(401);
    expect((await ask("calls/none/hangup", INWORLD_API_KEY, "POST")).status).toBe(404);
  });

  test("takes no offer before its candidates are in it, no half JSON, and none without a key", async () => {
    const sdp = "v=0\r\nm=audio\r\nm=application\r\n";
    expect((await call(INWORLD_API_KEY, { sdp, session })).status).toBe(400);
    expect((await call(INWORLD_API_KEY, '{"sdp":')).status).toBe(400);
    expect((await call("other", { sdp, session })).status).toBe(401);
  });
});
