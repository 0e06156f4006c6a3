import { evictDurableObject } from "cloudflare:test";
import { expect, it, vi } from "vitest";
import { PHRASES } from "../../../worker/objects/voice-agent/demo/speech/phrases.ts";
import { audioOf, connect, subprotocols, upgrade } from "../../harness/worker/demo-call.ts";
import { stopClock } from "../../harness/worker/stop-clock.ts";
import { concat, correlation, noise, sentence } from "./speech.ts";

const sleep = (stub: DurableObjectStub) => evictDurableObject(stub, { webSockets: "hibernate" });

it("keeps the session and the items, and that its token was used", async () => {
  const { client, stub, ephemeral_token } = await connect();
  const audio = { input: { turn_detection: { type: "server_vad", silence_duration_ms: 300 } } };
  const change = { type: "session.update", session: { type: "realtime", instructions: "Be kind.", audio } };
  await client.ask(change, "session.updated");
  const said = await client.type("Oat milk?");
  await sleep(stub);

  expect((await upgrade(subprotocols(ephemeral_token))).status).toBe(401);
  const { session } = await client.ask({ type: "session.update", session: { type: "realtime" } }, "session.updated");
  expect(session).toMatchObject({ instructions: "Be kind.", audio });
  const { error } = await client.ask(
    { type: "session.update", session: { type: "realtime", audio: { output: { voice: "other" } } } },
    "error",
  );
  expect(error.code).toBe("cannot_update_voice");
  const item_id = said.find(({ type }) => type === "response.output_item.added")?.item.id;
  const kept = await client.ask({ type: "conversation.item.retrieve", item_id }, "conversation.item.retrieved");
  expect(kept.item.content[0].transcript).toContain("“Oat milk?”");
});

it("keeps its place in the conversation and in the audio", async () => {
  const { client, stub } = await connect();
  client.speak(noise(2_000, -60));
  const said = await client.type("Oat milk?");
  await sleep(stub);

  // However slowly the sound comes in: one who sends nothing for a while is taken to be muted.
  stopClock();
  client.speak(concat(noise(1_000, -60), sentence, noise(700, -60)));
  const { audio_start_ms } = await client.wait("input_audio_buffer.speech_started");
  expect(audio_start_ms).toBeGreaterThanOrEqual(2_600);
  expect(audio_start_ms).toBeLessThan(3_000);
  const committed = await client.wait("input_audio_buffer.committed");
  vi.useRealTimers();
  expect(committed.previous_item_id).toBe(said.find(({ type }) => type === "response.output_item.added")?.item.id);
  expect(correlation(audioOf(await client.until("response.done")), sentence)).toBeGreaterThan(0.99);
});

it("does not let the client wait for a response that was lost with the memory", async () => {
  const { client, stub } = await connect({ greeting: PHRASES.ava });
  client.send({ type: "response.create" });
  const { response } = await client.wait("response.created");
  await sleep(stub);
  client.send({ type: "input_audio_buffer.clear" });
  const lost = (await client.wait("response.done")).response;
  // Either the object was let finish before it slept, or the client is told that it did not.
  expect(lost.id).toBe(response.id);
  expect(["failed", "completed"]).toContain(lost.status);
  await client.wait("input_audio_buffer.cleared");
  const next = await client.respond();
  expect(next.at(-2)?.response.status).toBe("completed");
});
