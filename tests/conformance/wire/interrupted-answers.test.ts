import { afterEach, expect, test } from "vitest";
import type { CreateProtocol, TransportEvent } from "../../../widget/transport/transport.ts";
import { openaiRealtime } from "../../../widget/transport/vendors/openai-realtime.ts";
import { compatibleStandIn } from "../../harness/vendors/compatible.ts";
import type { StandIn } from "../../harness/vendors/stand-in.ts";
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
