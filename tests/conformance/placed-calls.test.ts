import { join } from "node:path";
import type { Page } from "playwright-core";
import { build, type Rolldown } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SessionStarted } from "../../shared/session.ts";
import { launch, type TestBrowser } from "../harness/browser/browser.ts";
import { Visitor } from "../harness/browser/speaking-visitor.ts";
import { Widget } from "../harness/browser/widget-page.ts";
import { Admin, eventually } from "../harness/service/operator.ts";
import type { Server } from "../harness/service/server.ts";
import { elementTags, type Site, startSite } from "../harness/service/website.ts";
import { INWORLD_API_KEY } from "../harness/vendors/inworld.ts";
import type { StandIn } from "../harness/vendors/stand-in.ts";
import { type Bench, INSTRUCTIONS, openShop, start, toolsOf } from "./setup.ts";
import { startWithWebRtcVendors } from "./webrtc-vendors.ts";

/** What of an agent must stay with the service: the words of its set-up, its voice, and whatever gives access to a vendor. */
const VOICE = "voice-of-the-harbour";
const OWN_WORDS = [INSTRUCTIONS, VOICE, "Shows an offer on the page", "Looks up the stock", "additionalProperties"];

let server: Server;
let browser: TestBrowser;
let openai: StandIn;
let inworld: StandIn;

beforeAll(async () => {
  [{ server, openai, inworld }, browser] = await Promise.all([startWithWebRtcVendors(), launch()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await openai?.close();
  await inworld?.close();
});

/** All that the service and anybody else on the web sends to a page: bodies, headers, messages of sockets. */
function everythingSentTo(page: Page): { text(): Promise<string>; hosts(): string[] } {
  const pieces: Promise<string>[] = [];
  const hosts = new Set<string>();
  page.on("response", (response) => {
    hosts.add(new URL(response.url()).host);
    const body = response.text().catch(() => "");
    pieces.push(body.then((text) => `${response.url()}\n${JSON.stringify(response.headers())}\n${text}`));
  });
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => pieces.push(Promise.resolve(String(payload)))),
  );
  return { text: async () => (await Promise.all(pieces)).join("\n"), hosts: () => [...hosts] };
}

/** Runs in the page: keeps what data channels bring. */
function recordChannels(): void {
  const frames: string[] = [];
  Object.assign(window, { frames });
  const create = RTCPeerConnection.prototype.createDataChannel;
  RTCPeerConnection.prototype.createDataChannel = function (...options) {
    const channel = create.apply(this, options);
    channel.addEventListener("message", ({ data }) => frames.push(String(data)));
    return channel;
  };
}

describe.each(["provider_a", "provider_b"])("an agent of %s", (provider) => {
  const standIn = () => (provider === "provider_a" ? openai : inworld);
  const bench = (): Bench =>
    ({
      vendor: { name: provider, agent: {}, can: { place: true } },
      server,
      admin: new Admin(server.origin),
    }) as unknown as Bench;
  const agent = () => ({ provider, voice: VOICE, tools: toolsOf("http://localhost:9/hook") });
  let site: Site | undefined;

  test("keeps instructions, voice, tools and the vendor's keys from everything that its page receives", async () => {
    const shop = await openShop(bench(), agent());
    site = await startSite(
      `<script type="module" src="${server.origin}/voice-widget.js"></script><voice-widget api-key="${shop.key}"></voice-widget>`,
    );
    const page = await (await browser.context()).newPage();
    const sent = everythingSentTo(page);
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") asked.push(new URL(request.url()).pathname);
    });
    await page.addInitScript(recordChannels);
    await page.goto(site.origin);
    const widget = new Widget(page);
    await page.evaluate(() => document.querySelector("voice-widget")?.start({ input: "text" }));
    await widget.hears("agent", "Hello!");
    // One round trip from the click to the call, where the vendor wants no ICE servers first; else two.
    const ways = () => asked.filter((path) => !/\/(events|analytics)$/.test(path));
    await expect.poll(() => ways().length).toBe(provider === "provider_a" ? 1 : 2);
    expect(ways()[0]).toBe("/widget/v1/session");
    expect(standIn().setup).toMatchObject({ instructions: expect.stringContaining(INSTRUCTIONS), voice: VOICE });
    expect(standIn().setup?.tools).toEqual(["show_offer", "look_up"]);
    // Another connection of the same session gets no more.
    standIn().calls.at(-1)?.drop();
    await eventually(
      async () => standIn().calls.at(-1)?.over,
      (over) => over === null,
    );
    await page.evaluate(() => document.querySelector("voice-widget")?.sendText("Is there fresh rye?"));
    await widget.hears("agent", "You said: Is there fresh rye?");
    // The words come before the end of the answer, which tells of the voice too.
    const kindOf = (frame: string) => (JSON.parse(frame) as { type: string }).type;
    const framesOf = () => page.evaluate(() => (window as unknown as { frames: string[] }).frames);
    const isEnd = (frame: string) => kindOf(frame) === "response.done" && frame.includes("fresh rye");
    await expect.poll(async () => (await framesOf()).some(isEnd)).toBe(true);
    await page.evaluate(() => document.querySelector("voice-widget")?.end());
    await expect.poll(() => sent.text()).toContain("ephemeral_token");
    const text = await sent.text();
    // The one exception is nobody's to keep: a vendor itself tells a connected browser its session.
    const frames = await framesOf();
    expect(frames.length).toBeGreaterThan(5);
    const ownWordsIn = (frame: string) => OWN_WORDS.filter((word) => frame.includes(word));
    const revealing = new Set(frames.filter((frame) => ownWordsIn(frame).length > 0).map(kindOf));
    expect([...revealing].sort()).toEqual(["response.created", "response.done", "session.created"]);
    // Of an answer it tells the voice alone.
    for (const frame of frames)
      if (kindOf(frame) !== "session.created") expect(ownWordsIn(frame).filter((word) => word !== VOICE)).toEqual([]);
    for (const secret of [openai.key, inworld.key, INWORLD_API_KEY, "whsec_", "localhost:9/hook"])
      expect(frames.join("\n"), secret).not.toContain(secret);
    for (const word of [...OWN_WORDS, openai.key, inworld.key, INWORLD_API_KEY, "whsec_"])
      expect(text.includes(word), word).toBe(false);
    expect(sent.hosts().sort()).toEqual([new URL(server.origin).host, new URL(site.origin).host].sort());
    await page.context().close();
    await site.close();
  });

  test("hears at once what the team whispers into its call, and goes on; its visitor reads nothing of it", async () => {
    const shop = await openShop(bench(), agent());
    site = await startSite(elementTags(server.origin, shop.key));
    const page = await (await browser.context()).newPage();
    await page.goto(site.origin);
    const widget = new Widget(page);
    await page.evaluate(() => document.querySelector("voice-widget")?.start({ input: "text" }));
    await widget.hears("agent", "Hello!");
    const id = await widget.sessionId();
    const text = "Offer them ten percent off";
    await bench().admin.call("POST", `/sessions/${id}/whisper`, { text });
    const call = standIn().calls.at(-1);
    const told = () => call?.received.filter((one) => JSON.stringify(one).includes(text));
    // The call was answered before the whisper was: by the service itself, without a word of the page's.
    expect(told()).toMatchObject([{ type: "conversation.item.create", item: { role: "system" } }]);
    await page.evaluate(() => document.querySelector("voice-widget")?.sendText("Is there fresh rye?"));
    await widget.hears("agent", "You said: Is there fresh rye?");
    expect(JSON.stringify(await widget.messages())).not.toContain(text);
    expect(told()).toHaveLength(1);
    expect(call?.refused).toEqual([]);
    expect(call?.over).toBe(null);
    await page.evaluate(() => document.querySelector("voice-widget")?.end());
    const record = await bench().admin.call<{ transcript: object[]; events: { type: string }[] }>(
      "GET",
      `/sessions/${id}`,
    );
    expect(JSON.stringify(record.transcript)).not.toContain(text);
    expect(record.events).toContainEqual(expect.objectContaining({ type: "whisper" }));
    await page.context().close();
    await site.close();
  });

  test("lets one call through its address: the browser's offer is answered, a second one refused", async () => {
    const shop = await openShop(bench(), agent());
    const started = (await (await start(bench(), shop, {}, { offer: false })).json()) as SessionStarted;
    const page = await (await browser.context()).newPage();
    await page.goto(`${server.origin}/healthz`);
    const { url } = started.connection;
    const token = started.client_secret.ephemeral_token;
    const statuses = await page.evaluate(
      async ([address, bearer]) => {
        const call = async () => {
          const peer = new RTCPeerConnection();
          const opened = new Promise((open) => {
            peer.createDataChannel("oai-events").onmessage = open;
          });
          peer.addTransceiver("audio");
          await peer.setLocalDescription(await peer.createOffer());
          await new Promise<void>((done) => {
            peer.onicegatheringstatechange = () => peer.iceGatheringState === "complete" && done();
            if (peer.iceGatheringState === "complete") done();
          });
          const response = await fetch(address ?? "", {
            method: "POST",
            headers: { authorization: `Bearer ${bearer}`, "content-type": "application/sdp" },
            body: peer.localDescription?.sdp ?? "",
          });
          if (!response.ok) return [response.status, "refused"];
          await peer.setRemoteDescription({ type: "answer", sdp: await response.text() });
          await opened;
          return [response.status, response.headers.get("location")];
        };
        return [await call(), await call()];
      },
      [url, token],
    );
    expect(statuses).toEqual([
      [201, `/v1/realtime/calls/${standIn().calls.at(-1)?.call_id}`],
      [409, "refused"],
    ]);
    await page.context().close();
  });
});

describe("OpenAI's own browser client", () => {
  test("connects unchanged through our address, from another origin, and is answered", async () => {
    const admin = new Admin(server.origin);
    const bench = { vendor: { name: "openai", agent: {}, can: { place: true } }, server, admin } as unknown as Bench;
    const shop = await openShop(bench, { provider: "provider_a" });
    const started = (await (await start(bench, shop, {}, { offer: false })).json()) as SessionStarted;
    const built = (await build({
      configFile: false,
      logLevel: "error",
      define: { "process.env.NODE_ENV": '"production"' },
      build: {
        write: false,
        lib: {
          entry: join(import.meta.dirname, "../fixtures/openai-browser-client.ts"),
          formats: ["iife"],
          name: "client",
        },
      },
    })) as Rolldown.RolldownOutput[];
    const content = built[0]?.output[0].code ?? "";
    const site = await startSite("");
    const visitor = await Visitor.on(browser, site.origin);
    await visitor.page.addScriptTag({ content });
    const heard = await visitor.page.evaluate(
      async ([baseUrl, apiKey]) => {
        type Transport = {
          on(name: string, hear: (event: { type: string; transcript?: string }) => void): void;
          connect(options: { apiKey: string; model: string }): Promise<void>;
          sendMessage(text: string, other: object): void;
          callId?: string;
          close(): void;
        };
        const { OpenAIRealtimeWebRTC } = (
          window as unknown as { client: { OpenAIRealtimeWebRTC: new (options: object) => Transport } }
        ).client;
        const transport = new OpenAIRealtimeWebRTC({ baseUrl });
        const answered = new Promise<string>((done) => {
          transport.on("*", (event) => {
            if (event.type === "response.output_audio_transcript.done") done(event.transcript ?? "");
          });
        });
        await transport.connect({ apiKey: apiKey ?? "", model: "gpt-realtime-2.1" });
        transport.sendMessage("Is there fresh rye?", {});
        const text = await answered;
        const id = transport.callId;
        transport.close();
        return { text, id };
      },
      [started.connection.url, started.client_secret.ephemeral_token],
    );
    expect(heard.text).toBe("You said: Is there fresh rye?");
    expect(heard.id).toBe(openai.calls.at(-1)?.call_id);
    await visitor.page.context().close();
    await site.close();
  });
});
