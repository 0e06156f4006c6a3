import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type GeminiStandIn, geminiStandIn } from "../standins/gemini.ts";
import { type XaiStandIn, xaiStandIn } from "../standins/xai.ts";

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

const post = async (url: string, headers: Record<string, string>, body: object) => {
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  // biome-ignore lint/suspicious/noExplicitAny: a vendor's answer.
  return { status: response.status, body: (await response.json()) as any };
};

describe("xai's stand-in", () => {
  let vendor: XaiStandIn;
  beforeAll(async () => {
    vendor = await xaiStandIn();
  });
  afterAll(() => vendor.close());
  const mint = (body: object, key = vendor.key) =>
    post(`${vendor.origin}/v1/realtime/client_secrets`, { authorization: `Bearer ${key}` }, body);

  test("mints for seconds alone", async () => {
    expect((await mint({ expires_after: { seconds: 60 } })).body).toEqual({
      value: expect.any(String),
      expires_at: expect.any(Number),
    });
    const statuses = await Promise.all([
      mint({ expires_after: { seconds: 60, anchor: "created_at" } }),
      mint({ session: {} }),
      mint({ expires_after: { seconds: 4000 } }),
      mint({}, "xai-other"),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([400, 400, 400, 401]);
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
  const mint = (body: object, headers: Record<string, string> = { "x-goog-api-key": vendor.key }) =>
    post(`${vendor.origin}/v1alpha/auth_tokens`, headers, body);
  const token = async (body: object = {}) => (await mint(body)).body.name as string;

  test("mints what the vendor knows", async () => {
    const baked = { bidiGenerateContentSetup: { model: "models/m" }, fieldMask: "model" };
    expect((await mint(baked)).body.name).toMatch(/^auth_tokens\//);
    const answers = await Promise.all([
      mint({}, { authorization: `Bearer ${vendor.key}` }),
      mint({ bidiGenerateContentSetup: { model: "models/m", voice: "Kore" } }),
      mint({ ...baked, fieldMask: "instructions" }),
      mint({ expireTime: new Date(Date.now() + 21 * 3600_000).toISOString() }),
      mint({ session: {} }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
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

  test("hears nothing before the setup, and one thing at a time after it", async () => {
    const url = async () => `${base}Constrained?access_token=${await token()}`;
    const text = { realtimeInput: { text: "Hi" } };
    expect(await talk(await url(), [], text)).toMatchObject({ code: 1007 });
    expect(await talk(await url(), [], "no json")).toMatchObject({ code: 1007 });
    expect(await talk(await url(), [], { setup }, { ...text, clientContent: {} })).toMatchObject({ code: 1007 });
  });

  test("takes masked fields from the token, and the others from the client", async () => {
    const locked = {
      bidiGenerateContentSetup: { model: "models/m", systemInstruction: { parts: [{ text: "Be brief." }] } },
      fieldMask: "model,systemInstruction,tools",
    };
    const mine = { ...setup, systemInstruction: { parts: [{ text: "Be rude." }] }, sessionResumption: {} };
    const url = `${base}Constrained?access_token=${await token(locked)}`;
    const { heard } = await talk(url, [], { setup: mine }, { realtimeInput: { text: "Hi" } });
    expect(vendor.calls.at(-1)?.told).toMatchObject({ model: "models/m", instructions: "Be brief.", tools: [] });
    expect(heard[1]).toMatchObject({ sessionResumptionUpdate: { resumable: true } });
  });
});
