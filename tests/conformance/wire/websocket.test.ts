import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { type GeminiStandIn, geminiStandIn } from "../../harness/vendors/gemini.ts";
import { type XaiStandIn, xaiStandIn } from "../../harness/vendors/xai.ts";

/** A stand-in that took whatever comes would prove nothing: what the vendors refuse, these refuse too. */

type Verdict = { opened: boolean; code: number; reason: string; heard: unknown[] };

/** Opens a socket, says these things, and waits for its end; one that is left open is closed with the first answer. */
const talk = (url: string, protocols: string[], ...messages: (object | string | Buffer)[]): Promise<Verdict> =>
  new Promise((done) => {
    const socket = new WebSocket(url, protocols);
    const verdict: Verdict = { opened: false, code: 0, reason: "", heard: [] };
    socket.on("open", () => {
      verdict.opened = true;
      for (const message of messages)
        socket.send(Buffer.isBuffer(message) || typeof message === "string" ? message : JSON.stringify(message));
    });
    socket.on("message", (data, binary) => {
      verdict.heard.push({ binary, ...JSON.parse(String(data)) });
      if (verdict.heard.length > 2) socket.close(1000);
    });
    socket.on("error", () => {});
    socket.on("close", (code, reason) => done({ ...verdict, code, reason: String(reason) }));
  });

/** Moves the clock on by so many seconds; sockets and their timers do not notice. */
const advanceClock = (seconds: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1000 });
afterEach(() => vi.useRealTimers());

const post = async (url: string, headers: Record<string, string>, body: object | string) => {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = await fetch(url, { method: "POST", headers, body: text });
  // biome-ignore lint/suspicious/noExplicitAny: a vendor's answer.
  return { status: response.status, body: (await response.json()) as any };
};

describe("xai's stand-in", () => {
  let vendor: XaiStandIn;
  beforeAll(async () => {
    vendor = await xaiStandIn();
  });
  afterAll(() => vendor.close());
  const mint = (body: object | string, key = vendor.key) =>
    post(`${vendor.origin}/v1/realtime/client_secrets`, { authorization: `Bearer ${key}` }, body);

  test("mints only with `seconds`", async () => {
    expect((await mint({ expires_after: { seconds: 60 } })).body).toEqual({
      value: expect.any(String),
      expires_at: expect.any(Number),
    });
    const statuses = await Promise.all([
      mint({ expires_after: { seconds: 60, anchor: "created_at" } }),
      mint({ session: {} }),
      mint({ expires_after: { seconds: 4000 } }),
      mint('{"expires_after":'),
      mint({}, "xai-other"),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([400, 400, 400, 400, 401]);
  });

  test("opens for its own subprotocol alone", async () => {
    const url = `${vendor.origin.replace("http", "ws")}/v1/realtime?model=m`;
    const { value } = (await mint({})).body;
    expect((await talk(url, [])).opened).toBe(false);
    expect((await talk(url, ["realtime", `openai-insecure-api-key.${value}`])).opened).toBe(false);
    expect((await talk(url, ["xai-client-secret.wrong"])).opened).toBe(false);
    const greeted = await talk(url, [`xai-client-secret.${value}`], { type: "response.cancel" });
    expect(greeted.heard).toMatchObject([
      { type: "session.created" },
      { type: "conversation.created" },
      { type: "error", error: { message: expect.stringContaining("no active response") } },
    ]);
  });

  test("refuses an expired token", async () => {
    const { value } = (await mint({ expires_after: { seconds: 60 } })).body;
    const url = `${vendor.origin.replace("http", "ws")}/v1/realtime?model=m`;
    advanceClock(61);
    expect((await talk(url, [`xai-client-secret.${value}`])).opened).toBe(false);
  });

  /** A call that sends these; the first complaint about them. */
  async function complaint(...messages: (object | Buffer)[]): Promise<string> {
    const { value } = (await mint({})).body;
    const url = `${vendor.origin.replace("http", "ws")}/v1/realtime?model=m`;
    const socket = new WebSocket(url, [`xai-client-secret.${value}`]);
    const heard = new Promise<string>((done) => {
      socket.on("message", (data) => {
        const event = JSON.parse(String(data));
        if (event.type === "error") done(event.error.message);
      });
    });
    await new Promise((done) => socket.once("open", done));
    for (const message of messages) socket.send(Buffer.isBuffer(message) ? message : JSON.stringify(message));
    const text = await heard;
    socket.close();
    return text;
  }
  const update = (session: object = {}) => ({ type: "session.update", session });
  const item = (one: object) => ({ type: "conversation.item.create", item: one });
  const force = { type: "force_message", role: "assistant", content: [{ type: "output_text", text: "Hi" }] };
  const sound = { type: "input_audio_buffer.append", audio: "AAAA" };
  const binary = update({ audio: { input: { transport: "binary" } } });

  test.each([
    ["OpenAI's type of a session", [update({ type: "realtime" })], /field type/],
    ["beta's modalities", [update({ modalities: ["audio"] })], /field modalities/],
    ["a threshold beyond its bounds", [update({ turn_detection: { type: "server_vad", threshold: 1 } })], /detection/],
    ["a field of OpenAI's detection", [update({ turn_detection: { create_response: true } })], /create_response/],
    ["an item before the set-up", [item(force)], /before/],
    ["beta's content", [update(), item({ type: "message", role: "user", content: [{ type: "text" }] })], /content/],
    ["an output of no call", [update(), item({ type: "function_call_output", call_id: "c", output: "" })], /not found/],
    [
      "an output that is no text",
      [update(), item({ type: "function_call_output", call_id: "c", output: {} })],
      /string/,
    ],
    ["words forced on the visitor", [update(), item({ ...force, role: "user" })], /content|somebody/],
    ["an answer to a forced message", [update(), item(force), { type: "response.create" }], /twice/],
    ["sound as binary unasked", [update(), Buffer.alloc(480)], /binary/],
    ["text where binary is due", [binary, sound], /binary is due/],
    ["a pong", [{ type: "pong" }], /pong/],
  ])("complains of %s", async (_, messages, words) => {
    expect(await complaint(...messages)).toMatch(words);
  });

  test("ignores what OpenAI nests: the voice stays its own", async () => {
    await complaint(update({ audio: { output: { voice: "eve" } } }), { type: "pong" });
    expect(vendor.calls.at(-1)?.setup).toMatchObject({ voice: null, interrupts: false });
    await complaint(binary, Buffer.alloc(480), { type: "pong" });
    expect(vendor.calls.at(-1)?.refused, "sound in the frames that were agreed on").toEqual(["Unknown event pong"]);
  });
});

describe("gemini's stand-in", () => {
  let vendor: GeminiStandIn;
  let base: string;
  const setup = { model: "models/other" };
  beforeAll(async () => {
    vendor = await geminiStandIn();
    base = `${vendor.origin.replace("http", "ws")}/ws/google.ai.generativelanguage.v1alpha.GenerativeService.BidiGenerateContent`;
  });
  afterAll(() => vendor.close());
  const mint = (body: object | string, headers: Record<string, string> = { "x-goog-api-key": vendor.key }) =>
    post(`${vendor.origin}/v1alpha/auth_tokens`, headers, body);
  const token = async (body: object = {}) => (await mint(body)).body.name as string;

  test("mints only with fields that the vendor knows", async () => {
    const baked = { bidiGenerateContentSetup: { model: "models/m" }, fieldMask: "model" };
    expect((await mint(baked)).body.name).toMatch(/^auth_tokens\//);
    const answers = await Promise.all([
      mint({}, { authorization: `Bearer ${vendor.key}` }),
      mint({ bidiGenerateContentSetup: { model: "models/m", voice: "Kore" } }),
      mint({ ...baked, fieldMask: "instructions" }),
      mint({ expireTime: new Date(Date.now() + 21 * 3600_000).toISOString() }),
      mint({ session: {} }),
      mint('{"uses":'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400]);
    expect(answers[0]?.body.error).toMatchObject({ code: 400, status: "INVALID_ARGUMENT" });
  });

  test("opens one session for a token, on the constrained method", async () => {
    const name = await token();
    expect(await talk(`${base}?access_token=${name}`, [], { setup })).toMatchObject({ code: 1008 });
    expect(await talk(`${base}Constrained?key=${name}`, [], { setup })).toMatchObject({ code: 1008 });
    const url = `${base}Constrained?access_token=${name}`;
    const first = await talk(
      url,
      [],
      { setup },
      { toolResponse: { functionResponses: [{ id: "x", response: "text" }] } },
    );
    expect(first).toMatchObject({ code: 1007, heard: [{ binary: true, setupComplete: {} }] });
    expect(await talk(url, [], { setup })).toMatchObject({ code: 1008, reason: expect.stringContaining("used") });
  });

  test("opens as many sessions as a token is good for", async () => {
    const often = `${base}Constrained?access_token=${await token({ uses: 0 })}`;
    for (let time = 0; time < 2; time++) {
      const { heard } = await talk(often, [], { setup }, { clientContent: { turns: [{ role: "tool" }] } });
      expect(heard[0]).toMatchObject({ setupComplete: {} });
    }
  });

  test("opens none after the token's time, for no model that it does not know, and on no other version", async () => {
    const url = async (body: object = {}) => `${base}Constrained?access_token=${await token(body)}`;
    expect(await talk(await url(), [], { setup: { model: "gpt-realtime" } })).toMatchObject({ code: 1008 });
    expect((await talk((await url()).replace("v1alpha", "v1beta"), [], { setup })).opened).toBe(false);
    const late = await url();
    advanceClock(61);
    const expired = { code: 1008, reason: expect.stringContaining("expired") };
    expect(await talk(late, [], { setup })).toMatchObject(expired);
    vi.useRealTimers();
    const over = await url({ expireTime: new Date(Date.now() + 30_000).toISOString() });
    advanceClock(31);
    expect(await talk(over, [], { setup })).toMatchObject(expired);
  });

  test("opens the model that thinks longer only with one word on how long, and without tools that block", async () => {
    const model = "models/gemini-3.8-live-extended-thinking";
    const tool = (behavior: string) => [
      { functionDeclarations: [{ name: "f", behavior, parametersJsonSchema: { type: "object" } }] },
    ];
    const thinks = { thinkingConfig: { thinkingLevel: "LOW" } };
    for (const [setup, opens] of [
      [{ model }, false],
      [{ model, generationConfig: { thinkingConfig: { thinkingLevel: "LOW", thinkingBudget: 9 } } }, false],
      [{ model, generationConfig: thinks, tools: tool("BLOCKING") }, false],
      [{ model: "models/gemini-3.8-live", generationConfig: thinks }, false],
      [{ model, generationConfig: thinks, tools: tool("NON_BLOCKING") }, true],
    ] as const) {
      const url = `${base}Constrained?access_token=${await token()}`;
      const { heard } = await talk(url, [], { setup }, { type: "ends it" });
      expect(heard.length > 0, JSON.stringify(setup)).toBe(opens);
    }
  });

  test("hears nothing before the setup, and one thing at a time after it", async () => {
    const url = async () => `${base}Constrained?access_token=${await token()}`;
    const text = { realtimeInput: { text: "Hi" } };
    expect(await talk(await url(), [], text)).toMatchObject({ code: 1007 });
    expect(await talk(await url(), [], "no json")).toMatchObject({ code: 1007 });
    for (const wrong of [
      { ...text, clientContent: {} },
      { setup },
      { clientContent: { turns: [{ role: "assistant", parts: [{ text: "Hi" }] }] } },
      { realtimeInput: { activityStart: {} } },
      { realtimeInput: { audio: { data: "AAAA", mimeType: "audio/pcm" } } },
      { toolResponse: { functionResponses: [{ id: "none", name: "f", response: {} }] } },
      { type: "response.create" },
    ])
      expect(await talk(await url(), [], { setup }, wrong), JSON.stringify(wrong)).toMatchObject({ code: 1007 });
  });

  test("takes no clientContent of gemini-3.1-flash-live-preview after the first turn, and any text as it is typed", async () => {
    const turn = { clientContent: { turns: [{ role: "user", parts: [{ text: "Hi" }] }], turnComplete: true } };
    const text = { realtimeInput: { text: "Hi" } };
    for (const [model, messages, refused] of [
      ["models/gemini-3.1-flash-live-preview", [turn, turn], ["Request contains an invalid argument."]],
      ["models/gemini-3.1-flash-live-preview", [text, turn], ["Request contains an invalid argument."]],
      ["models/gemini-3.1-flash-live-preview", [turn, text], []],
      ["models/gemini-3.8-live", [turn, turn], []],
    ] as const) {
      await talk(`${base}Constrained?access_token=${await token()}`, [], { setup: { model } }, ...messages);
      expect(vendor.calls.at(-1)?.refused, `${model} ${JSON.stringify(messages)}`).toEqual(refused);
    }
  });

  test("takes masked fields from the token, and the others from the client", async () => {
    const locked = {
      bidiGenerateContentSetup: { model: "models/m", systemInstruction: { parts: [{ text: "Be brief." }] } },
      fieldMask: "model,systemInstruction,tools",
    };
    const mine = { ...setup, systemInstruction: { parts: [{ text: "Be rude." }] }, sessionResumption: {} };
    const url = `${base}Constrained?access_token=${await token(locked)}`;
    const { heard } = await talk(url, [], { setup: mine }, { realtimeInput: { text: "Hi" } });
    expect(vendor.calls.at(-1)?.setup).toMatchObject({ model: "models/m", instructions: "Be brief.", tools: [] });
    expect(heard[1]).toMatchObject({ sessionResumptionUpdate: { resumable: true } });
  });
});
