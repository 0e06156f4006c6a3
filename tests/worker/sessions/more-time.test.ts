import { afterEach, describe, expect, it, vi } from "vitest";
import type { TurnTaking } from "../../../shared/speech-settings.ts";
import { newSession } from "../../../worker/objects/voice-agent/session.ts";
import { recognition } from "../../../worker/objects/voice-agent/workers-ai/recognition.ts";
import { compatible } from "../../../worker/providers/compatible.ts";
import { demo } from "../../../worker/providers/demo.ts";
import { gemini } from "../../../worker/providers/gemini.ts";
import { inworld } from "../../../worker/providers/inworld.ts";
import { openai } from "../../../worker/providers/openai.ts";
import type { AgentSetup, CallRequest } from "../../../worker/providers/provider.ts";
import { workersAi } from "../../../worker/providers/workers-ai.ts";
import { xai } from "../../../worker/providers/xai.ts";
import { withMoreTime } from "../../../worker/sessions/more-time.ts";
import { callRequest, OFFER, vendorContext } from "../../harness/worker/call-request.ts";
import { reconnect, start, widget, world } from "../../harness/worker/organization.ts";

/** A visitor who says "I need more time": what the session makes of it, and what each vendor is told. */

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a session with more_time", () => {
  const turnsOf = (mint: { mock: { calls: [CallRequest, ...unknown[]][] } }) =>
    mint.mock.calls.map(([{ agent }]) => agent.turn_taking);

  it.each([
    [null, { eagerness: "low", silence_ms: 2_000 }],
    [{ silence_ms: 800 }, { eagerness: "low", silence_ms: 2_000 }],
    [
      { mode: "silence", silence_ms: 4_000 },
      { mode: "silence", eagerness: "low", silence_ms: 4_000 },
    ],
    [
      { mode: "semantic", eagerness: "high" },
      { mode: "semantic", eagerness: "low", silence_ms: 2_000 },
    ],
  ])("waits longer than the owner's %j, never shorter", async (turn_taking, expected) => {
    const mint = vi.spyOn(demo, "mint");
    const site = await world({ agent: { turn_taking } });
    await start(site, { more_time: true });
    expect(turnsOf(mint)).toEqual([expected]);
  });

  it("keeps it for another connection; without it, the owner's settings hold", async () => {
    const mint = vi.spyOn(demo, "mint");
    const turn_taking = { mode: "silence" as const, silence_ms: 800 };
    const site = await world({ agent: { turn_taking } });
    const patient = withMoreTime(turn_taking);
    for (const [first, second] of [
      [null, true],
      [true, undefined],
    ]) {
      const { session_id } = await start(site, { more_time: first });
      await reconnect(site, session_id, 200, { more_time: second });
    }
    expect(turnsOf(mint)).toEqual([turn_taking, patient, patient, turn_taking]);
  });

  it("takes yes or no", async () => {
    const site = await world();
    const body = { agent_id: site.agent_id, more_time: "yes" };
    const { detail } = await widget(site.key, "POST", "/session", body, 422);
    expect(detail[0]).toMatchObject({ loc: ["body", "more_time"], msg: expect.stringContaining("boolean") });
  });
});

describe("a vendor hears of it:", () => {
  const setup = (turns: TurnTaking | null): AgentSetup => ({
    instructions: "",
    greeting: null,
    voice: null,
    model: null,
    tools: [],
    turn_taking: withMoreTime(turns),
  });
  const request = (turns: TurnTaking | null) => callRequest(setup(turns));
  const SILENCE: TurnTaking = { mode: "silence", silence_ms: 800 };

  /** What went out to the vendor. */
  async function sent(vendor: () => Promise<unknown>, answer: object = {}) {
    let text = "";
    vi.spyOn(globalThis, "fetch").mockImplementation(async (_, init) => {
      text = await new Response(init?.body).text();
      return Response.json(answer);
    });
    await vendor().catch(() => null);
    return JSON.parse(/\{.*\}/s.exec(text)?.[0] ?? "null");
  }

  it.each([
    [null, { type: "semantic_vad", eagerness: "low" }],
    [SILENCE, { type: "server_vad", silence_duration_ms: 2_000 }],
  ])("openai and inworld, with the owner's %j", async (turns, expected) => {
    const { audio } = await sent(() => openai.place(request(turns), OFFER, vendorContext()));
    expect(audio.input.turn_detection).toMatchObject(expected);
    const { session } = await sent(() => inworld.place(request(turns), OFFER, vendorContext()));
    expect(session.audio.input.turn_detection).toMatchObject(expected);
  });

  it("gemini", async () => {
    const { bidiGenerateContentSetup } = await sent(() => gemini.mint(request(null), vendorContext()));
    expect(bidiGenerateContentSetup.realtimeInputConfig.automaticActivityDetection).toEqual({
      endOfSpeechSensitivity: "END_SENSITIVITY_LOW",
      silenceDurationMs: 2_000,
    });
  });

  it("xai", async () => {
    vi.spyOn(globalThis, "fetch").mockResolvedValue(Response.json({ value: "t", expires_at: 4_000_000_000 }));
    const { connection } = await xai.mint(request(null), vendorContext());
    expect(connection.setup).toMatchObject({ turn_detection: { silence_duration_ms: 2_000 } });
  });

  /** What our own object was made ready with. */
  async function prepared<Call>(vendor: { mint: typeof demo.mint }, turns: TurnTaking | null): Promise<Call> {
    const prepare = vi.fn(async (_call: object) => null);
    await vendor.mint(request(turns), vendorContext({ VOICE_AGENT: { getByName: () => ({ prepare }) } }));
    return prepare.mock.calls[0]?.[0] as Call;
  }

  it("compatible", async () => {
    const { session } = await prepared<{ session: { audio: { input: object } } }>(compatible, null);
    expect(session.audio.input).toMatchObject({
      turn_detection: { type: "server_vad", silence_duration_ms: 2_000 },
    });
  });

  it.each([null, SILENCE, { mode: "semantic" as const }])("our own detector, with the owner's %j", async (turns) => {
    const call = await prepared<Parameters<typeof newSession>[0]>(demo, turns);
    expect(newSession(call, 0).audio.input.turn_detection?.silence_duration_ms).toBe(2_000);
  });

  it("the recognisers of Workers AI, neither of which ends a turn by something else before that", async () => {
    const call = await prepared<Parameters<typeof newSession>[0]>(workersAi, null);
    const turns = newSession(call, 0).audio.input.turn_detection;
    expect(recognition("de", turns, []).inputs).toMatchObject({ endpointing: "2000", utterance_end_ms: "2000" });
    expect(recognition("en", turns, []).inputs).toMatchObject({ eot_threshold: "0.9" });
  });
});
