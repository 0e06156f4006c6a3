import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { inworld } from "../../../worker/providers/inworld.ts";
import { inworldAuthorization } from "../../../worker/providers/inworld-signature.ts";
import { openai } from "../../../worker/providers/openai.ts";
import type { VendorAdapter } from "../../../worker/providers/provider.ts";
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

const context = (given: Variables) => ({ bindings: env, settings: given, signal: AbortSignal.timeout(5_000) });

describe("a vendor without its key", () => {
  it.each(Object.entries(VENDOR_ADAPTERS).filter(([name]) => name !== "demo"))("%s says so", (name, provider) => {
    const reason = (provider as VendorAdapter).unconfigured(configured());
    expect(reason).toContain(`is set to the vendor ${name}`);
  });

  it("inworld names its variable where that holds no pair, and never what it holds", () => {
    for (const value of ["not base64!", btoa("no pair"), btoa(":secret"), btoa("key:")]) {
      const reason = inworld.unconfigured(configured({ INWORLD_API_KEY: value }));
      expect(reason).toContain("INWORLD_API_KEY");
      expect(reason).not.toContain(value);
    }
    expect(inworld.unconfigured(configured({ INWORLD_API_KEY: btoa("key:secret:more") }))).toBeNull();
  });
});

describe("inworld's signature", () => {
  it("is what other implementations make of it", async () => {
    // Made with Python's hmac and with node:crypto.
    expect(await inworldAuthorization("theKey", "s3cret", Date.UTC(2026, 10, 20, 14, 22, 33, 999), "0123456789a")).toBe(
      "IW1-HMAC-SHA256 ApiKey=theKey,DateTime=20261120142233,Nonce=0123456789a," +
        "Signature=15c6197b936b4dd5a908f739ac997d4e6599df1aeeb76f353240fc7da4e20ef6",
    );
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

  it("takes a call that is over for ended, and tells any other refusal", async () => {
    answering(() => new Response("gone", { status: 404 }));
    await openai.hangUp?.(call("rtc_1"), context(given));
    answering(() => new Response("no", { status: 401 }));
    await expect(openai.hangUp?.(call("rtc_1"), context(given))).rejects.toMatchObject({ cause: "status 401" });
  });
});

describe("relays", () => {
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
  const signal = AbortSignal.timeout(5_000);

  it("are asked for with the operator's key, and those on port 53 left out", async () => {
    const asked = answering(() => Response.json({ iceServers: both }, { status: 201 }));
    expect(await turnServers(given, signal)).toEqual(usable);
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
    expect(await turnServers(given, signal)).toEqual([usable[1]]);
  });

  it("are none without a key, and nobody is asked", async () => {
    const asked = answering(() => Response.json({}));
    expect(await turnServers(configured(), signal)).toBeNull();
    expect(await turnServers(configured({ TURN_KEY_ID: "1" }), signal)).toBeNull();
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
    expect(await turnServers(given, signal)).toBeNull();
    vi.restoreAllMocks();
  });

  it("drop what is no address of a server", () => {
    expect(iceServers(undefined)).toEqual([]);
    expect(iceServers([{ urls: "stun:a:3478" }, { urls: "javascript:1" }])).toEqual([{ urls: ["stun:a:3478"] }]);
  });

  it("go to the page with an OpenAI token", async () => {
    answering(({ url }) =>
      url.includes("cloudflare.com")
        ? Response.json({ iceServers: both })
        : Response.json({ value: "ek_1", expires_at: 4_000_000_000, session: { model: "gpt-realtime-2.1" } }),
    );
    const minted = await openai.mint(
      {
        slot: "provider_a",
        session_id: "ses_1",
        instructions: "",
        initial_message: null,
        voice: null,
        model: null,
        tools: [],
        safety_identifier: null,
        max_duration_seconds: 60,
        service_origin: "https://voice.example",
      },
      context(configured({ TURN_KEY_ID: "1", TURN_KEY_TOKEN: "t", OPENAI_API_KEY: "sk-test" })),
    );
    expect(minted).toMatchObject({ ephemeral_token: "ek_1", expires_at: 4_000_000_000, ice_servers: usable });
  });
});
