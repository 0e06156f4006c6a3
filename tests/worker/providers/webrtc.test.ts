import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { VendorAnswer } from "../../../worker/objects/vendor-relay/rpc.ts";
import { inworld } from "../../../worker/providers/inworld.ts";
import { openai } from "../../../worker/providers/openai.ts";
import type { AgentSetup, CallRequest, VendorAdapter, VendorContext } from "../../../worker/providers/provider.ts";
import { isRefusedForRegion } from "../../../worker/providers/refused-region.ts";
import { VENDOR_ADAPTERS } from "../../../worker/providers/registry.ts";
import { iceServers, turnServers } from "../../../worker/providers/turn.ts";
import { readVariables, type Variables } from "../../../worker/variables.ts";

const configured = (variables: Record<string, string> = {}): Variables =>
  readVariables({ KEY_SECRET: "0123456789abcdef", ADMIN_TOKEN: "0123456789abcdef", ...variables });

interface Asked {
  url: string;
  method: string;
  authorization: string | null;
  body: string;
}

/** A world in which every request gets this answer. */
function answering(answer: (asked: Asked) => Response | Promise<Response>): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const { url, method } = request;
    asked.push({ url, method, authorization: request.headers.get("authorization"), body: await request.text() });
    return answer(asked[asked.length - 1] as Asked);
  });
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

const context = (given: Variables) => ({ bindings: env, variables: given, signal: AbortSignal.timeout(60_000) });

describe("a vendor without its key", () => {
  it.each(Object.entries(VENDOR_ADAPTERS).filter(([name]) => name !== "demo"))("%s says so", (name, provider) => {
    const reason = (provider as VendorAdapter).unconfigured(configured(), {});
    expect(reason).toContain(`is set to the vendor ${name}`);
  });

  it("inworld names its variable where its value is not a pair, and never the value", () => {
    for (const value of ["not base64!", btoa("no pair"), btoa(":secret"), btoa("key:")]) {
      const reason = inworld.unconfigured(configured({ INWORLD_API_KEY: value }), {});
      expect(reason).toContain("INWORLD_API_KEY");
      expect(reason).not.toContain(value);
    }
    expect(inworld.unconfigured(configured({ INWORLD_API_KEY: btoa("key:secret:more") }), {})).toBeNull();
  });
});

describe("telling the agent of a call that the service placed", () => {
  const given = configured({ OPENAI_API_KEY: "sk-test", INWORLD_API_KEY: btoa("key:secret") });
  const RTC = { session_id: "ses_1", call_id: "rtc_u1_abc" };

  /** A vendor that lets a second connection join, and answers each event. */
  function joinable(answer: (event: { event_id: string; item: { id: string } }) => object | null) {
    const sent: object[] = [];
    const closed = Promise.withResolvers<void>();
    const asked = answering(() => {
      const { 0: client, 1: vendor } = new WebSocketPair();
      vendor.accept();
      vendor.addEventListener("close", () => closed.resolve());
      vendor.addEventListener("message", ({ data }) => {
        const event = JSON.parse(String(data));
        sent.push(event);
        const answered = answer(event);
        if (answered) vendor.send(JSON.stringify(answered));
        else vendor.close(1000);
      });
      return new Response(null, { status: 101, webSocket: client });
    });
    return { asked, sent, closed: closed.promise };
  }

  it("joins it for one line, by the service's key, and leaves", async () => {
    const { asked, sent, closed } = joinable(({ item }) => ({ type: "conversation.item.added", item }));
    expect(await openai.tell?.(RTC, "It was sent", context(given))).toBe(true);
    await closed;
    const uuid = "0b5dd3b6-7f9b-4f4e-8a9c-1d2e3f405060";
    expect(await inworld.tell?.({ ...RTC, call_id: uuid }, "It was sent", context(given))).toBe(true);
    expect(asked).toMatchObject([
      { url: "https://api.openai.com/v1/realtime?call_id=rtc_u1_abc", authorization: "Bearer sk-test" },
      {
        url: `https://api.inworld.ai/v1/realtime?call_id=${uuid}`,
        authorization: `Bearer ${btoa("key:secret")}`,
      },
    ]);
    const item = { type: "message", role: "system", content: [{ type: "input_text", text: "It was sent" }] };
    expect(sent).toMatchObject([{ type: "conversation.item.create", item }, { item }]);
  });

  it("leaves it to the page where the vendor refuses, hangs up or says nothing, and for an id that a page made up", async () => {
    joinable(({ event_id }) => ({ type: "error", error: { event_id } }));
    expect(await openai.tell?.(RTC, "Hello", context(given))).toBe(false);
    joinable(() => null);
    expect(await openai.tell?.(RTC, "Hello", context(given))).toBe(false);
    joinable(() => ({ type: "rate_limits.updated" }));
    const late = new AbortController();
    const told = openai.tell?.(RTC, "Hello", { ...context(given), signal: late.signal });
    late.abort();
    expect(await Promise.resolve(told).catch(() => false)).toBe(false);
    const asked = answering(() => new Response("no such call", { status: 404 }));
    expect(await openai.tell?.(RTC, "Hello", context(given))).toBe(false);
    expect(await openai.tell?.({ ...RTC, call_id: "rtc_../../x" }, "Hello", context(given))).toBe(false);
    expect(await openai.tell?.({ ...RTC, call_id: null }, "Hello", context(given))).toBe(false);
    expect(asked).toHaveLength(1);
  });
});

describe("hanging up", () => {
  const given = configured({ OPENAI_API_KEY: "sk-test", INWORLD_API_KEY: btoa("key:secret") });
  const call = (call_id: string | null) => ({ session_id: "ses_1", call_id });

  it("posts to the call's own address with the service's key", async () => {
    const asked = answering(() => new Response(""));
    await openai.hangUp?.(call("rtc_u1_abc"), context(given));
    await inworld.hangUp?.(call("0b5dd3b6-7f9b-4f4e-8a9c-1d2e3f405060"), context(given));
    expect(asked).toMatchObject([
      {
        url: "https://api.openai.com/v1/realtime/calls/rtc_u1_abc/hangup",
        method: "POST",
        authorization: "Bearer sk-test",
        body: "",
      },
      {
        url: "https://api.inworld.ai/v1/realtime/calls/0b5dd3b6-7f9b-4f4e-8a9c-1d2e3f405060/hangup",
        authorization: `Bearer ${btoa("key:secret")}`,
      },
    ]);
  });

  it.each([null, "", "rtc_", "sess_1", "rtc_../../models", "rtc_a/b", "rtc_a?b", "rtc_ä", `rtc_${"a".repeat(300)}`])(
    "asks nobody for an id that a page made up: %s",
    async (id) => {
      const asked = answering(() => new Response(""));
      await openai.hangUp?.(call(id), context(given));
      await inworld.hangUp?.(call(id), context(given));
      expect(asked).toEqual([]);
    },
  );

  it("takes a call that is already over for ended, and reports any other refusal", async () => {
    answering(() => new Response("gone", { status: 404 }));
    await openai.hangUp?.(call("rtc_1"), context(given));
    answering(() => new Response("no", { status: 401 }));
    await expect(openai.hangUp?.(call("rtc_1"), context(given))).rejects.toMatchObject({ cause: "status 401" });
  });
});

describe("TURN servers", () => {
  const given = configured({ TURN_KEY_ID: "key/1", TURN_KEY_TOKEN: "turn-token" });
  const both = [
    { urls: ["stun:stun.example:3478", "stun:stun.example:53"] },
    {
      urls: ["turn:turn.example:3478?transport=udp", "turn:turn.example:53?transport=udp", "turns:turn.example:443"],
      username: "u",
      credential: "c",
    },
  ];
  const usable = [
    { urls: ["stun:stun.example:3478"] },
    { urls: ["turn:turn.example:3478?transport=udp", "turns:turn.example:443"], username: "u", credential: "c" },
  ];

  it("are asked for with the operator's key, and those on port 53 left out", async () => {
    const asked = answering(() => Response.json({ iceServers: both }, { status: 201 }));
    expect(await turnServers(context(given))).toEqual(usable);
    expect(asked).toMatchObject([
      {
        url: "https://rtc.live.cloudflare.com/v1/turn/keys/key%2F1/credentials/generate-ice-servers",
        method: "POST",
        authorization: "Bearer turn-token",
      },
    ]);
    expect(JSON.parse(asked[0]?.body ?? "")).toEqual({ ttl: 7200 });
  });

  it("may come as one object", async () => {
    answering(() => Response.json({ iceServers: both[1] }, { status: 201 }));
    expect(await turnServers(context(given))).toEqual([usable[1]]);
  });

  it("are none without a key, and no request is made", async () => {
    const asked = answering(() => Response.json({}));
    expect(await turnServers(context(configured()))).toBeNull();
    expect(await turnServers(context(configured({ TURN_KEY_ID: "1" })))).toBeNull();
    expect(asked).toEqual([]);
  });

  it.each([
    ["a refusal", () => new Response('{"error":"no"}', { status: 401 })],
    ["trouble", () => new Response("<html>", { status: 502 })],
    ["nonsense", () => Response.json({ iceServers: [null, 7, { urls: "http://x" }, { urls: [5] }] })],
    ["no JSON", () => new Response("{")],
    [
      "nobody",
      () => {
        throw new TypeError("unreachable");
      },
    ],
  ])("are none after %s, and the session goes on", async (_, answer) => {
    answering(answer);
    vi.spyOn(console, "warn").mockImplementation(() => {});
    expect(await turnServers(context(given))).toBeNull();
    vi.restoreAllMocks();
  });

  it("of Inworld are none, too, where nobody says them soon", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
      new Request(input, init).signal.throwIfAborted();
      return Response.json({ ice_servers: both });
    });
    const asking = context(configured({ INWORLD_API_KEY: btoa("key:secret") }));
    expect(await inworld.iceServers(asking)).toEqual(usable);
    const limits = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => AbortSignal.abort());
    expect(await inworld.iceServers(asking)).toBeNull();
    expect(limits).toHaveBeenCalledWith(2_000);
    vi.restoreAllMocks();
  });

  it("are dropped where their address is not valid", () => {
    expect(iceServers(undefined)).toEqual([]);
    expect(iceServers([{ urls: "stun:a:3478" }, { urls: "javascript:1" }])).toEqual([{ urls: ["stun:a:3478"] }]);
  });
});

const AGENT: AgentSetup = { instructions: "Be brief.", greeting: null, voice: null, model: null, tools: [] };
const REQUEST: CallRequest = {
  slot: "provider_a",
  session_id: "ses_1",
  agent: AGENT,
  safety_identifier: "visitor-hash",
  max_duration_seconds: 60,
  service_origin: "https://voice.example",
};
const OFFER = "v=0\r\nm=audio 9\r\n";

describe("placing a call", () => {
  it("goes to OpenAI as a form of offer and session, with the service's key", async () => {
    // As pydantic-ai's cassette test_webrtc/test_answer_webrtc_offer shows it.
    const asked = answering(
      () => new Response("v=0\r\nanswer", { status: 201, headers: { location: "/v1/realtime/calls/rtc_u1_abc" } }),
    );
    const placed = await openai.place(REQUEST, OFFER, context(configured({ OPENAI_API_KEY: "sk-test" })));
    expect(placed).toEqual({ answer: "v=0\r\nanswer", call_id: "rtc_u1_abc" });
    const [{ url, authorization, body } = { url: "", authorization: "", body: "" }] = asked;
    expect([url, authorization]).toEqual(["https://api.openai.com/v1/realtime/calls", "Bearer sk-test"]);
    expect(body).toContain(
      `Content-Disposition: form-data; name="sdp"\r\nContent-Type: application/sdp\r\n\r\n${OFFER}`,
    );
    const session = /name="session"\r\nContent-Type: application\/json\r\n\r\n(.*)\r\n--/.exec(body)?.[1] ?? "";
    expect(JSON.parse(session)).toMatchObject({ type: "realtime", instructions: "Be brief." });
  });

  it("goes to Inworld as JSON, and takes the call's name from its answer", async () => {
    const asked = answering(() => Response.json({ id: "0b5dd3b6-7f9b", sdp: "v=0\r\nanswer", ice_servers: [] }));
    const given = configured({ INWORLD_API_KEY: btoa("key:secret") });
    expect(await inworld.place(REQUEST, OFFER, context(given))).toEqual({
      answer: "v=0\r\nanswer",
      call_id: "0b5dd3b6-7f9b",
    });
    expect(JSON.parse(asked[0]?.body ?? "")).toMatchObject({ sdp: OFFER, session: { instructions: "Be brief." } });
  });

  it("takes no call id that does not look like the vendor's", async () => {
    answering(() => new Response("v=0\r\n", { status: 201, headers: { location: "https://evil.example/rtc_ä" } }));
    const given = context(configured({ OPENAI_API_KEY: "sk-test" }));
    expect((await openai.place(REQUEST, OFFER, given)).call_id).toBeNull();
  });
});

describe("a vendor that refuses because of the caller's location", () => {
  const refusal = () =>
    Response.json({ error: { code: "unsupported_country_region_territory", message: "Not here" } }, { status: 403 });
  /** Asks as the Worker does; the object elsewhere gives this answer. */
  async function place(elsewhere: () => Promise<VendorAnswer>) {
    answering(refusal);
    const warned: string[] = [];
    vi.spyOn(console, "warn").mockImplementation((line) => warned.push(String(line)));
    const names: unknown[] = [];
    const VENDOR_RELAY = {
      getByName: (...given: unknown[]) => {
        names.push(given);
        return { ask: elsewhere };
      },
    };
    const given = { ...context(configured({ OPENAI_API_KEY: "sk-test" })), bindings: { ...env, VENDOR_RELAY } };
    const placed = openai.place(REQUEST, OFFER, given as unknown as VendorContext);
    return { placed, warned, names };
  }
  afterEach(() => vi.restoreAllMocks());

  it("is asked once more from elsewhere, and the log says which way worked", async () => {
    const { placed, warned, names } = await place(async () => ({ status: 201, location: "/rtc_1", text: "v=0\r\n" }));
    expect(await placed).toEqual({ answer: "v=0\r\n", call_id: "rtc_1" });
    expect(names).toEqual([[expect.stringMatching(/^enam-\d$/), { locationHint: "enam" }]]);
    expect(warned.map((line) => JSON.parse(line))).toEqual([
      {
        event: "vendor_refused_place",
        vendor: "api.openai.com",
        asked_from: "enam",
        worked: true,
        status: 201,
      },
    ]);
  });

  it.each([
    ["refuses there too", async () => ({ status: 403, location: null, text: "unsupported_country_region_territory" })],
    ["cannot be asked there", () => Promise.reject(new Error("no such object"))],
  ])("says so, and blames no key, where it %s", async (_, elsewhere) => {
    const { placed, warned } = await place(elsewhere);
    await expect(placed).rejects.toMatchObject({ reason: expect.stringMatching(/region/) });
    await expect(placed).rejects.not.toMatchObject({ reason: expect.stringMatching(/key/) });
    expect(JSON.parse(warned[0] ?? "{}")).toMatchObject({ worked: false });
  });

  it("is not asked again for any other refusal", async () => {
    const asked = answering(() => new Response('{"error":{"code":"invalid_api_key"}}', { status: 403 }));
    const given = context(configured({ OPENAI_API_KEY: "sk-test" }));
    await expect(openai.place(REQUEST, OFFER, given)).rejects.toMatchObject({ reason: expect.stringMatching(/key/) });
    expect(asked).toHaveLength(1);
  });

  it("knows Google's sentence", () => {
    const text = '{"error":{"code":400,"message":"User location is not supported for the API use."}}';
    expect(isRefusedForRegion({ status: 400, text })).toBe(true);
    expect(isRefusedForRegion({ status: 400, text: "Invalid voice" })).toBe(false);
  });
});
