import { afterEach, expect, test, vi } from "vitest";
import type { CreateProtocol, TransportEvent } from "../../../widget/transport/transport.ts";
import { create as geminiLive } from "../../../widget/transport/vendors/gemini-live.ts";
import { askingAgain } from "../../../widget/transport/vendors/openai-again.ts";
import { create as openaiRealtime } from "../../../widget/transport/vendors/openai-realtime.ts";
import { create as xaiRealtime } from "../../../widget/transport/vendors/xai-realtime.ts";
import { TELL_STORY } from "../../harness/vendors/answers.ts";
import { compatibleStandIn } from "../../harness/vendors/compatible.ts";
import { geminiStandIn } from "../../harness/vendors/gemini.ts";
import { RealtimeCall } from "../../harness/vendors/realtime-call.ts";
import { sentence } from "../../harness/vendors/speech-recognizer.ts";
import type { StandIn } from "../../harness/vendors/stand-in.ts";
import { RATE } from "../../harness/vendors/voice-rate.ts";
import type { PeerEvents } from "../../harness/vendors/webrtc-peer.ts";
import { xaiStandIn } from "../../harness/vendors/xai.ts";
import type { Frame } from "./recordings/frame.ts";
import { StandInClient } from "./stand-in-client.ts";

/** The widget's protocols against the stand-ins, where an answer does not come to its end. */

let standIn: StandIn | undefined;
let client: StandInClient | undefined;
afterEach(async () => {
  await client?.close();
  await standIn?.close();
  client = standIn = undefined;
});

/** A protocol at the client's end of the connection; nothing is heard there. */
function speak(create: CreateProtocol, client: Pick<StandInClient, "frames" | "receive" | "send">) {
  const events: TransportEvent[] = [];
  const ignore = () => {};
  const emit = (event: TransportEvent) => {
    events.push(event);
  };
  const wire = { opened: ignore, play: ignore, finish: ignore, expired: ignore, flush: () => [], emit };
  const options = {
    url: "",
    token: "",
    setup: {},
    ice_servers: null,
    device: null,
  };
  const protocol = create({ ...wire, send: (message) => client.send(message) }, options);
  for (const frame of client.frames) protocol.receive(frame);
  client.receive = (frame) => protocol.receive(frame);
  const said = () => events.flatMap((event) => (event.type === "agent_transcript" ? event.text.trim() : []));
  return { protocol, events, said };
}

test("openai: what is typed after a refused answer is answered", async () => {
  const server = await compatibleStandIn();
  standIn = server;
  const address = `${server.origin.replace("http", "ws")}/v1/realtime?model=m`;
  client = await StandInClient.open(address, [], { authorization: `Bearer ${server.key}` });
  const { protocol, events, said } = speak(openaiRealtime, client);
  server.calls[0]?.overload();
  protocol.sendText("msg_1", "Hello");
  await client.until(({ type }) => type === "error");
  expect(events.at(-1)).toEqual({ type: "turn_done", more: false });
  protocol.sendText("msg_2", "Still there");
  await client.until(({ type }) => type === "response.done");
  expect(said()).toEqual(["You said: Still there"]);
  expect(server.calls[0]?.refused).toEqual([]);
});

// github.com/livekit/agents/issues/6040
test("openai: what one call refuses four times is answered by the call that replaces it", async () => {
  const server = await compatibleStandIn();
  standIn = server;
  const address = `${server.origin.replace("http", "ws")}/v1/realtime?model=m`;
  const open = async () => {
    client = await StandInClient.open(address, [], { authorization: `Bearer ${server.key}` });
    return { client, ...speak(askingAgain(openaiRealtime), client) };
  };
  const call = await open();
  server.calls[0]?.overload(9);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  call.protocol.sendText("msg_1", "Hello");
  for (let refusals = 1; refusals <= 4; refusals++) {
    await call.client.until(({ type }) => type === "error", refusals);
    vi.advanceTimersByTime(6_000);
  }
  vi.useRealTimers();
  expect(call.events.at(-1)).toMatchObject({ type: "closed", orderly: false, fault: { code: "vendor_failed" } });
  await call.client.close();
  const next = await open();
  next.protocol.sendText("msg_1", "Hello");
  await next.client.until(({ type }) => type === "response.done");
  expect(next.said()).toEqual(["You said: Hello"]);
});

test("xai: what is typed over an answer is answered, whether or not its end is told", async () => {
  const vendor = await xaiStandIn();
  standIn = vendor;
  const minted = await fetch(`${vendor.origin}/v1/realtime/client_secrets`, {
    method: "POST",
    headers: { authorization: `Bearer ${vendor.key}` },
    body: "{}",
  });
  const { value } = (await minted.json()) as { value: string };
  const address = `${vendor.origin.replace("http", "ws")}/v1/realtime?model=grok-voice-latest`;
  client = await StandInClient.open(address, [`xai-client-secret.${value}`]);
  const { protocol, said } = speak(xaiRealtime, client);
  const sounds = ({ type }: { type?: string }) => type === "response.output_audio.delta";
  await client.until(({ type }) => type === "session.updated");
  for (const text of ["First", "Second"]) {
    const from = client.frames.length;
    protocol.sendText(`tell_${text}`, TELL_STORY);
    await client.until(sounds, 1, from);
    protocol.sendText(`msg_${text}`, text);
    await client.until(
      ({ type, transcript }) => /transcript\.done$/.test(`${type}`) && transcript === `You said: ${text}`,
    );
  }
  expect(said()).toEqual(["You said: First", "You said: Second"]);
  const { calls } = vendor;
  expect(calls[0]?.refused).toEqual([]);
});

test("openai: words before a call that are still heard in the next answer are marked as cut", async () => {
  const client = { frames: [] as Frame[], receive: (_: Frame) => {}, send: (_: object) => {} };
  let vendor: PeerEvents | undefined;
  const session = { type: "realtime", tools: [{ name: "check_stock" }], audio: { input: { turn_detection: {} } } };
  new RealtimeCall("rtc_1", session, {}, (events) => {
    vendor = events;
    client.send = (message) => events.message(JSON.stringify(message));
    // What is played here takes for ever.
    return { send: (frame) => client.receive(frame), play: () => {}, clear: () => {}, close: () => {} };
  });
  const { protocol, events } = speak(openaiRealtime, client);
  const find = <Type extends TransportEvent["type"]>(type: Type) =>
    events.find((event): event is Extract<TransportEvent, { type: Type }> => event.type === type);
  vendor?.opened();
  protocol.sendText("msg_1", 'check_stock {"item":"rye"}');
  await vi.waitFor(() => expect(find("tool_call")).toBeDefined(), 30_000);
  protocol.answerTool(find("tool_call")?.call.call_id ?? "", "Seven loaves");
  vendor?.sound(new Int16Array(RATE / 4).fill(9_000));
  expect(find("speech_started")).toBeDefined();
  expect(find("interrupted")?.ids).toContain(find("agent_transcript")?.id);
});

test("gemini: words that come before their interruption are one message with the rest", async () => {
  const vendor = await geminiStandIn();
  standIn = vendor;
  const minted = await fetch(`${vendor.origin}/v1alpha/auth_tokens`, {
    method: "POST",
    headers: { "x-goog-api-key": vendor.key },
    body: "{}",
  });
  const { name } = (await minted.json()) as { name: string };
  const service = "google.ai.generativelanguage.v1alpha.GenerativeService.BidiGenerateContentConstrained";
  client = await StandInClient.open(`${vendor.origin.replace("http", "ws")}/ws/${service}?access_token=${name}`);
  client.send({ setup: { model: "models/gemini-3.8-live", inputAudioTranscription: {} } });
  await client.until(({ setupComplete }) => setupComplete);
  const { protocol, events } = speak(geminiLive, client);
  for (const call of vendor.calls) call.interruptsLate = true;
  protocol.sendText("msg_1", TELL_STORY);
  await client.until(({ serverContent }) => serverContent?.modelTurn);
  const question = "When do you open tomorrow?";
  client.say(sentence(question), 16_000, (data) => ({
    realtimeInput: { audio: { data, mimeType: "audio/pcm;rate=16000" } },
  }));
  await client.until(({ serverContent }) => serverContent?.turnComplete, 2);
  const words = events.flatMap((event) => (event.type === "user_transcript" && event.final ? [event.text] : []));
  expect(words).toEqual([question]);
});
