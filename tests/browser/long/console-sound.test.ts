import type { Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openConsole } from "../../harness/browser/console-page.ts";
import { admin, browser, demo, server, startDemo } from "../../harness/browser/demo-site.ts";
import { connectWithinAMinute, energyIn, keepPeers } from "../../harness/browser/peers.ts";
import { PlainVisitor } from "../../harness/service/plain-visitor.ts";

/** Sound between the inbox and the visitor's page, by WebRTC on loopback; the microphones of both beep. */

let page: Page;
let visitor: PlainVisitor;

startDemo();
beforeEach(async () => {
  const [agent_id = 0] = demo.agent_ids;
  await admin.call("PATCH", `/agents/${agent_id}`, { name: "Ava", person: { enabled: true, wait_seconds: 600 } });
  visitor = await PlainVisitor.start(server.origin, demo.api_key, agent_id, "https://harbour.example/");
  page = await (await browser.context()).newPage();
  await page.addInitScript(keepPeers);
  await openConsole(page, server.origin, `#/projects/${demo.project_id}/inbox`);
  await page.getByRole("button", { name: /^Ava/ }).click();
  await page.getByRole("button", { name: "Join and reply" }).click();
  await page.getByLabel("To the visitor").waitFor();
});
afterEach(() => visitor.close());

/** Runs in the page: its microphone opens when `allow` is called. */
function holdMicrophone(): void {
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    await new Promise<void>((allow) => Object.assign(window, { allow }));
    return open(wanted);
  };
}

interface Credentials {
  url: string;
  protocols: string[];
}

/** Runs in the visitor's page: the polite side of a perfect negotiation, with a microphone. */
async function speakAsVisitor({ url, protocols }: Credentials): Promise<void> {
  const microphone = await navigator.mediaDevices.getUserMedia({ audio: true });
  const socket = new WebSocket(url, protocols);
  const heard: string[] = [];
  const send = (signal: object) => socket.send(JSON.stringify({ type: "signal", ...signal }));
  let peer: RTCPeerConnection | null = null;
  const open = () => {
    const made = new RTCPeerConnection();
    made.onicecandidate = ({ candidate }) => candidate && send({ kind: "candidate", candidate: candidate.toJSON() });
    const describe = async () => {
      await made.setLocalDescription();
      send({ kind: "description", description: made.localDescription?.toJSON() });
    };
    // A browser decodes only what is played.
    const speaker = new Audio();
    made.ontrack = ({ streams: [stream] }) => {
      speaker.srcObject = stream ?? null;
      void speaker.play();
    };
    // Both offer at once, as it may happen.
    made.onnegotiationneeded = describe;
    for (const track of microphone.getTracks()) made.addTrack(track, microphone);
    return Object.assign(made, { describe });
  };
  let ours: ReturnType<typeof open> | null = null;
  socket.onmessage = async ({ data }) => {
    const frame = JSON.parse(String(data));
    if (frame.type !== "signal") return;
    heard.push(frame.kind);
    if (frame.kind === "ask") {
      send({ kind: "accept" });
      ours = open();
      peer = ours;
    }
    if (frame.kind === "description") {
      // As the widget does: Chromium's first offer that is rolled back may leave its connection without a candidate for good.
      if (frame.description.type === "offer" && ours && ours.signalingState !== "stable" && !ours.remoteDescription) {
        ours.close();
        peer = ours = open();
        ours.onnegotiationneeded = null;
      }
      await peer?.setRemoteDescription(frame.description);
      if (frame.description.type === "offer") await ours?.describe();
    }
    if (frame.kind === "candidate") await peer?.addIceCandidate(frame.candidate).catch(() => {});
  };
  Object.assign(window, { heard, end: () => send({ kind: "end" }) });
  await new Promise((done) => {
    socket.onopen = done;
  });
}

test("both hear each other once the visitor agreed, until one of them ends it", async () => {
  const visitors = await (await browser.context()).newPage();
  await visitors.addInitScript(keepPeers);
  await visitors.goto(`${server.origin}/playground/`);
  await visitors.evaluate(speakAsVisitor, visitor.credentials);
  await page.evaluate(connectWithinAMinute);
  await page.getByRole("button", { name: "Ask for sound" }).click();
  await page.getByText("You and the visitor hear each other.").waitFor();
  for (const [name, side] of Object.entries({ console: page, visitor: visitors }))
    await expect.poll(() => energyIn(side), { message: `sound in the ${name}` }).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Mute" }).click();
  const heard = () => visitors.evaluate(() => (window as unknown as { heard: string[] }).heard);
  await expect.poll(heard).toContain("mute");
  await visitors.evaluate(() => (window as unknown as { end: () => void }).end());
  await page.getByText("The visitor ended the sound.").waitFor();
  const states = () =>
    page.evaluate(() =>
      (window as unknown as { peers: RTCPeerConnection[] }).peers.map(({ connectionState }) => connectionState),
    );
  expect(await states()).toEqual(["closed"]);
});

test("who declines goes on in writing", async () => {
  await visitor.listen();
  await page.getByRole("button", { name: "Ask for sound" }).click();
  await visitor.hears((frame) => frame.type === "signal" && frame.kind === "ask");
  visitor.tell({ type: "signal", kind: "decline" });
  await page.getByText("The visitor prefers to write.").waitFor();
  visitor.tell({ type: "signal", kind: "ask" });
  await page.getByText("The visitor asks to talk by voice.").waitFor();
  await page.getByRole("button", { name: "Decline" }).click();
  await visitor.hears((frame) => frame.type === "signal" && frame.kind === "decline");
  await page.getByRole("button", { name: "Ask for sound" }).waitFor();
});

test("what does not connect is given up, and both are told", async () => {
  await visitor.listen();
  visitor.tell({ type: "signal", kind: "ask" });
  await page.getByRole("button", { name: "Accept" }).click();
  await visitor.hears((frame) => frame.type === "signal" && frame.kind === "accept");
  await visitor.hears((frame) => frame.type === "signal" && frame.kind === "description");
  await page.getByText("The sound did not connect. Go on in writing.").waitFor();
  await visitor.hears((frame) => frame.type === "signal" && frame.kind === "end");
});

test("who both asked, while the browser still asked for a microphone, have both agreed", async () => {
  await visitor.listen();
  await page.evaluate(holdMicrophone);
  await page.getByRole("button", { name: "Ask for sound" }).click();
  visitor.tell({ type: "signal", kind: "ask" });
  await page.getByText("The visitor asks to talk by voice.").waitFor();
  await page.evaluate(() => (window as unknown as { allow: () => void }).allow());
  await visitor.hears((frame) => frame.type === "signal" && frame.kind === "accept");
  await visitor.hears((frame) => frame.type === "signal" && frame.kind === "description");
  await page.getByText("Connecting the sound…").waitFor();
});
