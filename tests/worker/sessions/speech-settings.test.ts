import { afterEach, describe, expect, it, vi } from "vitest";
import { compatible } from "../../../worker/providers/compatible.ts";
import { demo } from "../../../worker/providers/demo.ts";
import { gemini } from "../../../worker/providers/gemini.ts";
import { inworld } from "../../../worker/providers/inworld.ts";
import { openai } from "../../../worker/providers/openai.ts";
import type { AgentSetup, CallRequest } from "../../../worker/providers/provider.ts";
import { workersAi } from "../../../worker/providers/workers-ai.ts";
import { xai } from "../../../worker/providers/xai.ts";
import { callRequest, OFFER, vendorContext } from "../../harness/worker/call-request.ts";
import { reconnect, start, widget, world } from "../../harness/worker/organization.ts";
import { admin } from "../../harness/worker/request.ts";

/** How an agent talks: what may be set, what a session makes of it, and what each vendor is told. */

const SETTINGS = {
  language: "pt-BR",
  initial_messages: { de: "Guten Tag", "pt-BR": "Bom dia", "zh-Hant": "您好" },
  turn_taking: { mode: "silence", silence_ms: 800 },
  noise_reduction: "far_field",
  interruptions: "patient",
  keyterms: ["Harbour Bakery", "Schrippe"],
  end_call: true,
  extendable: false,
};
const DEFAULTS = {
  language: "auto",
  initial_messages: {},
  turn_taking: null,
  noise_reduction: "near_field",
  interruptions: "normal",
  keyterms: [],
  end_call: false,
  extendable: true,
};

afterEach(() => {
  vi.restoreAllMocks();
});

describe("an agent's fields", () => {
  it("are kept, changed one by one, and reset by null", async () => {
    const site = await world({ agent: SETTINGS });
    const path = `/agents/${site.agent_id}`;
    expect(await admin("GET", path)).toMatchObject(SETTINGS);
    expect(await admin("PATCH", path, { language: "de" })).toMatchObject({ ...SETTINGS, language: "de" });
    const nothing = Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, null]));
    expect(await admin("PATCH", path, nothing)).toMatchObject(DEFAULTS);
  });

  it("take a language in any case, and keep its usual spelling", async () => {
    const written = {
      language: "PT-br",
      initial_messages: { DE: "Guten Tag", "zh-hant-hk": "您好" },
      starters: { "zh-hant": ["幾點開門?"], iw: ["מתי?"] },
    };
    const site = await world({ agent: written });
    const kept = {
      language: "pt-BR",
      initial_messages: { de: "Guten Tag", "zh-Hant-HK": "您好" },
      starters: { "zh-Hant": ["幾點開門?"], he: ["מתי?"] },
    };
    expect(await admin("GET", `/agents/${site.agent_id}`)).toMatchObject(kept);
    expect((await start(site, { locale: "zh-HK" })).initial_message).toBe("您好");
  });

  it.each([
    ["initial_messages", { "pt-BR": "Bom dia", de: "Guten Tag", "PT-br": "Olá" }],
    ["starters", { "pt-BR": ["Quando?"], de: [], "PT-br": ["Onde?"] }],
  ])("refuse two spellings of one language in %s", async (name, value) => {
    const site = await world({});
    const { detail } = await admin("PATCH", `/agents/${site.agent_id}`, { [name]: value }, { status: 422 });
    expect(detail).toEqual([
      {
        type: "value_error",
        loc: ["body", name, "PT-br"],
        msg: "Value error, pt-BR is there twice; write it once",
      },
    ]);
  });

  it("have defaults", async () => {
    const site = await world({});
    expect(await admin("GET", `/agents/${site.agent_id}`)).toMatchObject(DEFAULTS);
  });

  it.each([
    ["language", "German"],
    ["language", "de_DE"],
    ["initial_messages", { xx_y: "Hi" }],
    ["initial_messages", { de: " " }],
    ["initial_messages", { de: "x".repeat(2_001) }],
    ["turn_taking", { mode: "telepathy" }],
    ["turn_taking", { silence_ms: 5 }],
    ["turn_taking", { patience: 1 }],
    ["noise_reduction", "loud"],
    ["interruptions", "never"],
    ["keyterms", Array.from({ length: 101 }, (_, at) => `word ${at}`)],
    ["keyterms", [""]],
    ["end_call", "yes"],
    ["extendable", 1],
  ])("refuse %s: %j", async (name, value) => {
    const site = await world({});
    const { detail } = await admin("PATCH", `/agents/${site.agent_id}`, { [name]: value }, { status: 422 });
    expect(detail[0].loc.slice(0, 2)).toEqual(["body", name]);
  });
});

describe("a session", () => {
  const minted = () => vi.spyOn(demo, "mint");
  const setupOf = (mint: ReturnType<typeof minted>): AgentSetup => mint.mock.calls[0]?.[0].agent as AgentSetup;

  it.each([
    ["de-AT", "Guten Tag"],
    ["zh-HK", "您好"],
    ["pt", "Bom dia"],
    ["pt-br", "Bom dia"],
    ["fi", "Hello"],
    [undefined, "Hello"],
  ])("greets a reader of %s", async (locale, greeting) => {
    const { language: _, ...settings } = SETTINGS;
    const site = await world({ agent: { ...settings, initial_message: "Hello" } });
    expect((await start(site, { locale })).initial_message).toBe(greeting);
  });

  it("gets the page's language in one line, and the vendor too", async () => {
    const mint = minted();
    const site = await world({ agent: { instructions: "Be brief." } });
    await start(site, { locale: "de-AT" });
    const { instructions, language } = setupOf(mint);
    expect(instructions).toBe(
      "Be brief.\n\nThe visitor reads the page in Austrian German (de-AT): begin in that language, then speak the one that the visitor speaks.",
    );
    expect(language).toBe("de-AT");
  });

  it.each([
    ["en-US-u-hc-h12", "American English (en-US)", "en-US"],
    ["de-x-foo", "German (de)", "de"],
    ["en-t-jp", "English (en)", "en"],
    ["en-a-bbb", "English (en)", "en"],
  ])("takes %s, a tag with an extension, as the language that it names", async (tag, name, language) => {
    const mint = minted();
    const initial_messages = { [tag]: "Hi" };
    const [reader, speaker] = [await world({ agent: { initial_messages } }), await world({ agent: { language: tag } })];
    const { session_id, initial_message } = await start(reader, { locale: tag });
    expect(initial_message).toBe("Hi");
    expect(setupOf(mint).instructions).toContain(`in ${name}:`);
    expect(setupOf(mint).language).toBe(language);
    await reconnect(reader, session_id, 200, { locale: tag });

    await start(speaker);
    const spoken = mint.mock.lastCall?.[0].agent;
    expect(spoken?.instructions).toContain(`Speak ${name}, unless`);
    expect(spoken?.language).toBe(language);
  });

  it("knows no language where the page names none", async () => {
    const mint = minted();
    await start(await world({}), { locale: "und-Latn" });
    expect(setupOf(mint).instructions).toContain("Speak the visitor's language.");
    expect(setupOf(mint).language).toBeUndefined();
  });

  it("speaks the language that the agent is set to, whatever the page is written in", async () => {
    const mint = minted();
    const site = await world({ agent: SETTINGS });
    await start(site, { locale: "de" });
    const setup = setupOf(mint);
    expect(setup.instructions).toBe(
      "Speak Brazilian Portuguese (pt-BR), unless the visitor asks for another language.",
    );
    expect(setup).toMatchObject({
      language: "pt-BR",
      turn_taking: SETTINGS.turn_taking,
      noise_reduction: "far_field",
      interruptions: "patient",
      keyterms: SETTINGS.keyterms,
      end_call: true,
    });
  });

  it("tells the page where not any speech interrupts the agent, and only there", async () => {
    const site = await world({ agent: { interruptions: "off" } });
    const begun = await start(site);
    expect(begun.connection.interruptions).toBe("off");
    const again = await reconnect(site, begun.session_id);
    expect(again.connection.interruptions).toBe("off");
    const any = await start(await world({}));
    expect(any.connection).not.toHaveProperty("interruptions");
  });

  it("refuses a locale that is none", async () => {
    const site = await world({});
    const { detail } = await widget(site.key, "POST", "/session", { agent_id: site.agent_id, locale: "Deutsch!" }, 422);
    expect(detail[0].loc).toEqual(["body", "locale"]);
  });

  it("declares the tool that hangs up, without a plan for tools", async () => {
    const site = await world({
      agent: { end_call: true },
      organization: { features: { external_provider: false, memory: false, tools: false } },
    });
    const { tools } = await start(site);
    expect(tools).toEqual([expect.objectContaining({ name: "end_call", kind: "client" })]);
  });

  it("shows the greetings of every language in the config", async () => {
    const site = await world({ agent: SETTINGS });
    const { agents } = await widget(site.key, "GET", "/config");
    expect(agents[0].initial_messages).toEqual(SETTINGS.initial_messages);
  });
});

describe("a vendor", () => {
  const setup: AgentSetup = {
    instructions: "Be brief.",
    greeting: null,
    voice: null,
    model: null,
    tools: [],
    language: "pt-BR",
    turn_taking: { mode: "silence", silence_ms: 800 },
    noise_reduction: "off",
    keyterms: ["Schrippe"],
  };
  const plain: AgentSetup = { instructions: "", greeting: null, voice: null, model: null, tools: [] };
  /** What went out to the vendor, as text. */
  async function sent(agent: AgentSetup, vendor: (request: CallRequest) => Promise<unknown>, answer: object) {
    const bodies: string[] = [];
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      bodies.push(init?.body ? await new Response(init.body).text() : String(input));
      return Response.json(answer, { status: 201, headers: { location: "/v1/realtime/calls/rtc_1" } });
    });
    await vendor(callRequest(agent)).catch(() => null);
    return bodies.join("\n");
  }
  const json = (text: string) => JSON.parse(/\{.*\}/s.exec(text)?.[0] ?? "null");

  it("openai: transcription, turn detection, noise reduction", async () => {
    const place = (asked: CallRequest) => openai.place(asked, OFFER, vendorContext());
    const { audio } = json(await sent(setup, place, {}));
    expect(audio.input).toMatchObject({
      noise_reduction: null,
      transcription: { language: "pt", keywords: ["Schrippe"] },
      turn_detection: { type: "server_vad", silence_duration_ms: 800 },
    });
    const { audio: left } = json(await sent(plain, place, {}));
    expect(left.input).toMatchObject({
      noise_reduction: { type: "near_field" },
      turn_detection: { type: "semantic_vad", eagerness: "auto" },
    });
    expect(left.input.transcription).not.toHaveProperty("language");
  });

  it("inworld: the same, without keyterms", async () => {
    const place = (asked: CallRequest) => inworld.place(asked, OFFER, vendorContext());
    const { session } = json(await sent(setup, place, {}));
    expect(session.audio.input).toEqual({
      transcription: { language: "pt" },
      turn_detection: {
        type: "server_vad",
        silence_duration_ms: 800,
        create_response: true,
        interrupt_response: true,
      },
    });
  });

  it("gemini: language and silence, locked into the token", async () => {
    const mint = (asked: CallRequest) => gemini.mint(asked, vendorContext());
    const { bidiGenerateContentSetup: given } = json(await sent(setup, mint, { name: "auth_tokens/1" }));
    expect(given.generationConfig.speechConfig.languageCode).toBe("pt-BR");
    expect(given.realtimeInputConfig).toEqual({ automaticActivityDetection: { silenceDurationMs: 800 } });
    const { bidiGenerateContentSetup: left } = json(await sent(plain, mint, { name: "auth_tokens/1" }));
    expect(left).not.toHaveProperty("realtimeInputConfig");
  });

  it.each([
    ["openai", "off", false],
    ["openai", "patient", false],
    ["openai", undefined, true],
    ["inworld", "off", false],
    ["inworld", "patient", false],
    ["inworld", undefined, true],
  ] as const)("%s, %s: its server stops the agent by itself: %s", async (name, interruptions, stops) => {
    const vendor = { openai, inworld }[name];
    for (const turns of [{}, { turn_taking: setup.turn_taking }]) {
      const place = (asked: CallRequest) => vendor.place(asked, OFFER, vendorContext());
      const given = json(await sent({ ...plain, ...turns, ...(interruptions && { interruptions }) }, place, {}));
      const { turn_detection } = (given.session ?? given).audio.input;
      expect(turn_detection).toMatchObject({ create_response: true, interrupt_response: stops });
    }
  });

  it("gemini: what is said meanwhile interrupts nothing, where the owner says so", async () => {
    const mint = (asked: CallRequest) => gemini.mint(asked, vendorContext());
    const configOf = async (agent: AgentSetup) =>
      json(await sent(agent, mint, { name: "auth_tokens/1" })).bidiGenerateContentSetup.realtimeInputConfig;
    expect(await configOf({ ...plain, interruptions: "off" })).toEqual({ activityHandling: "NO_INTERRUPTION" });
    expect(await configOf({ ...setup, interruptions: "off" })).toEqual({
      automaticActivityDetection: { silenceDurationMs: 800 },
      activityHandling: "NO_INTERRUPTION",
    });
    expect(await configOf({ ...plain, interruptions: "patient" }), "the page is patient").toBeUndefined();
  });

  it("gemini: a tool says that it blocks, or the model talks on without its result; where it must not, it says so", async () => {
    const tool = { name: "check_stock", description: "", parameters: { type: "object" }, kind: "client" as const };
    const behaviors = async (model: string | null) => {
      const mint = (asked: CallRequest) => gemini.mint(asked, vendorContext());
      const { bidiGenerateContentSetup: given } = json(
        await sent({ ...plain, model, tools: [tool] }, mint, { name: "auth_tokens/1" }),
      );
      return given.tools[0].functionDeclarations.map(({ behavior }: { behavior: string }) => behavior);
    };
    expect(await behaviors(null)).toEqual(["BLOCKING"]);
    expect(await behaviors("gemini-3.8-live-extended-thinking")).toEqual(["NON_BLOCKING"]);
  });

  it("gemini: only the model that thinks longer is told how long, which it asks for", async () => {
    const configOf = async (model: string) => {
      const mint = (asked: CallRequest) => gemini.mint(asked, vendorContext());
      const { bidiGenerateContentSetup: given } = json(
        await sent({ ...plain, model }, mint, { name: "auth_tokens/1" }),
      );
      return given.generationConfig.thinkingConfig;
    };
    expect(await configOf("gemini-3.8-live-extended-thinking")).toEqual({ thinkingLevel: "LOW" });
    expect(await configOf("gemini-3.8-live")).toBeUndefined();
  });

  it("xai: language, keyterms and silence, in the set-up that the page sends", async () => {
    let connection: unknown;
    const mint = async (asked: CallRequest) => {
      connection = (await xai.mint(asked, vendorContext())).connection;
    };
    await sent(setup, mint, { value: "t", expires_at: 4_000_000_000 });
    expect(connection).toMatchObject({
      setup: {
        turn_detection: { type: "server_vad", silence_duration_ms: 800 },
        audio: { input: { transcription: { language_hint: "pt", keyterms: ["Schrippe"] } } },
      },
    });
  });

  /** What our own object was made ready with. */
  async function prepared(agent: AgentSetup, vendor: { mint: typeof compatible.mint }) {
    const prepare = vi.fn(async (_call: object) => null);
    await vendor.mint(callRequest(agent), vendorContext({ VOICE_AGENT: { getByName: () => ({ prepare }) } }));
    return prepare.mock.calls[0]?.[0];
  }

  it("compatible: language, turns and a far microphone, and nothing else that a server may not know", async () => {
    const semantic = { ...setup, turn_taking: { mode: "semantic", eagerness: "low" }, noise_reduction: "far_field" };
    expect(await prepared(setup, compatible)).toMatchObject({
      session: {
        audio: {
          input: {
            transcription: { model: "whisper-1", language: "pt" },
            turn_detection: { type: "server_vad", silence_duration_ms: 800 },
          },
        },
      },
    });
    const heard = (await prepared(semantic as AgentSetup, compatible)) as { session: { audio: { input: object } } };
    expect(heard.session.audio.input).toMatchObject({
      turn_detection: { type: "semantic_vad", eagerness: "low" },
      noise_reduction: { type: "far_field" },
    });
    expect(JSON.stringify(heard)).not.toContain("Schrippe");
  });

  it("our own objects: nothing interrupts, where the owner says so", async () => {
    const off = { ...plain, interruptions: "off" as const };
    const patient = { ...plain, interruptions: "patient" as const };
    for (const [agent, stops] of [
      [off, false],
      [patient, true],
      [plain, true],
    ] as const) {
      for (const vendor of [demo, workersAi])
        expect(await prepared(agent, vendor)).toMatchObject({ uninterrupted: !stops });
      const input = { turn_detection: { interrupt_response: stops } };
      expect(await prepared(agent, compatible)).toMatchObject({ session: { audio: { input } } });
    }
  });

  it("workers-ai: language, turns and names, for its recogniser and its voice", async () => {
    expect(await prepared(setup, workersAi)).toMatchObject({
      language: "pt-BR",
      turn_taking: { mode: "silence", silence_ms: 800 },
      keyterms: ["Schrippe"],
      voice: "luna",
    });
    const spanish = await prepared({ ...plain, language: "es-MX" }, workersAi);
    expect(spanish).toMatchObject({ language: "es-MX", turn_taking: { mode: "semantic" }, voice: "celeste" });
  });
});
