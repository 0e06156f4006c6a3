import { describe, expect, it } from "vitest";
import { unknownFacts } from "../../widget/debug/connection-facts.ts";
import { Latency } from "../../widget/debug/event-log.ts";
import { type Surroundings, selfCheck } from "../../widget/debug/self-check.ts";

const KEY = `svc_pk_${"a1".repeat(19)}`;
const CONFIG = { project_name: "Roastery", agents: [{ id: 3, name: "Ava" }], agent_id: 3 };

const READY = { ready: true, problems: [] };

async function check(
  change: Partial<Surroundings> = {},
  answer: Response | Error = Response.json(CONFIG),
  readiness = Response.json(READY),
) {
  const asked: { url: unknown; key: unknown }[] = [];
  const findings = await selfCheck({
    apiKey: KEY,
    baseUrl: "https://voice.example",
    origin: "https://shop.example",
    secure: true,
    fetch: async (url, init) => {
      asked.push({ url, key: new Headers(init?.headers).get("X-API-Key") });
      if (String(url).includes("/session/readiness")) return readiness;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    framed: false,
    microphoneAllowed: true,
    microphonePermission: "prompt",
    worklets: true,
    ...change,
  });
  return { asked, faults: findings.filter(({ ok }) => ok === false).map(({ text }) => text), findings };
}

globalThis.location ??= { origin: "https://shop.example" } as Location;
globalThis.document ??= { querySelectorAll: () => [] } as unknown as Document;

describe("the self-check", () => {
  it("finds nothing wrong where nothing is, names the agents, never the whole key, and asks twice", async () => {
    const { asked, faults, findings } = await check();
    expect(faults).toEqual([]);
    expect(asked).toEqual([
      { url: "https://voice.example/widget/v1/config", key: KEY },
      { url: "https://voice.example/widget/v1/session/readiness?agent_id=3", key: KEY },
    ]);
    const text = JSON.stringify(findings);
    expect(text).toContain("Ava (3)");
    expect(text).not.toContain(KEY);
  });

  it.each<[string, Partial<Surroundings>, Response | Error | undefined, RegExp]>([
    ["a key cut short", { apiKey: "svc_pk_abc" }, undefined, /format is not valid/],
    ["no key", { apiKey: "" }, undefined, /no api-key/],
    ["a page without an origin", { origin: "null" }, undefined, /no origin/],
    ["an insecure page", { secure: false }, undefined, /https/],
    [
      "a frame without the microphone",
      { framed: true, microphoneAllowed: false },
      undefined,
      /allow="microphone.*\(self\)/,
    ],
    [
      "a page that forbids it to itself",
      { microphoneAllowed: false },
      undefined,
      /^This page forbids.*microphone=\(self\)/,
    ],
    ["a refused microphone", { microphonePermission: "denied" }, undefined, /denied/],
    ["a refused key", {}, new Response("", { status: 401 }), /401.*allowed domains/],
    ["a used-up limit", {}, new Response("", { status: 429 }), /429/],
    ["a wrong address", {}, new Response("", { status: 404 }), /404/],
    ["a service that is down", {}, new TypeError("Failed to fetch"), /cannot be reached.*Failed to fetch/],
    ["a page that its key does not allow", {}, new Response("", { status: 401 }), /write https:\/\/shop\.example into/],
    [
      "a policy that stops it",
      { stoppedBy: () => "connect-src" },
      new TypeError("Failed to fetch"),
      /add https:\/\/voice\.example to connect-src/,
    ],
    ["another agent than the key's", { agentId: "9" }, undefined, /works with agent 3 only/],
    ["no agent", {}, Response.json({ ...CONFIG, agents: [] }), /no active agent/],
  ])("says what to do about %s", async (_what, change, answer, told) => {
    const { faults } = await check(change, answer);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(told);
  });
});

describe("whether a conversation can start", () => {
  const problem = (code: string, detail: string) => Response.json({ ready: false, problems: [{ code, detail }] });

  it.each([
    [
      "no credit",
      problem("no_credit", "The organization does not have enough credit"),
      /does not have enough credit; grant some/,
    ],
    ["a vendor without its key", problem("session_not_set_up", "the slot provider_b is not configured"), /provider_b/],
    ["closed hours", problem("outside_hours", "Outside of opening hours"), /can start: Outside of opening hours$/],
    ["a key that only reads", new Response("", { status: 401 }), /may not start conversations/],
  ])("says %s, and what to do", async (_what, readiness, told) => {
    const { faults } = await check({}, undefined, readiness);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(told);
  });

  it("says nothing where an older service does not know the question", async () => {
    expect((await check({}, undefined, new Response("", { status: 404 }))).faults).toEqual([]);
  });
});

describe("latency", () => {
  it("is from the start to the connection, and from a turn to its sound", () => {
    const latency = new Latency();
    const said = [
      latency.hear("start", undefined, 100),
      latency.hear("status", "connecting", 110),
      latency.hear("status", "thinking", 400),
      latency.hear("status", "speaking", 700),
      latency.hear("status", "listening", 900),
      latency.hear("status", "thinking", 1_000),
      latency.hear("status", "listening", 1_100),
      latency.hear("status", "ended", 1_200),
      latency.hear("status", "speaking", 1_300),
    ];
    expect(said).toEqual([
      null,
      null,
      "connected 300 ms after the start",
      "answered 300 ms after its turn began",
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});

describe("messages that nobody understands", () => {
  it("are counted, the most frequent named", () => {
    expect(unknownFacts([])).toEqual([]);
    const kinds = ["a", "b", "c", "d", "e", "f"].map((kind, index): [string, number] => [kind, 6 - index]);
    expect(unknownFacts(kinds)).toEqual([["Messages not understood", "21: a (6), b (5), c (4), d (3), e (2), …"]]);
  });
});
