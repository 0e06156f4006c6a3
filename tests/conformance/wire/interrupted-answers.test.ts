import { afterEach, expect, test } from "vitest";
import type { CreateProtocol, TransportEvent } from "../../../widget/transport/transport.ts";
import { openaiRealtime } from "../../../widget/transport/vendors/openai-realtime.ts";
import { xaiRealtime } from "../../../widget/transport/vendors/xai-realtime.ts";
import { TELL_STORY } from "../../harness/vendors/answers.ts";
import { compatibleStandIn } from "../../harness/vendors/compatible.ts";
import type { StandIn } from "../../harness/vendors/stand-in.ts";
import { xaiStandIn } from "../../harness/vendors/xai.ts";
import { StandInClient } from "./stand-in-client.ts";

/** The widget's protocols against the stand-ins, where an answer does not come to its end. */

let standIn: StandIn;
let client: StandInClient;
afterEach(async () => {
  await client.close();
  await standIn.close();
});

/** A protocol at the client's end of the connection; nothing is heard there. */
function speak(create: CreateProtocol) {
  const events: TransportEvent[] = [];
  const ignore = () => {};
  const emit = (event: TransportEvent) => {
    events.push(event);
  };
  const wire = { opened: ignore, play: ignore, finish: ignore, expired: ignore, flush: () => [], emit };
  const options = { url: "", token: "", setup: {}, ice_servers: null, device: null, emit, unknown: () => 1 };
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
  const { protocol, events, said } = speak(openaiRealtime);
  server.calls[0]?.overload();
  protocol.sendText("msg_1", "Hello");
  await client.until(({ type }) => type === "error");
  expect(events.at(-1)).toEqual({ type: "turn_done", more: false });
  protocol.sendText("msg_2", "Still there");
  await client.until(({ type }) => type === "response.done");
  expect(said()).toEqual(["You said: Still there"]);
  expect(server.calls[0]?.refused).toEqual([]);
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
  const { protocol, said } = speak(xaiRealtime);
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
