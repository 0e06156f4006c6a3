import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { hex, sha256 } from "../../../worker/crypto/digest.ts";
import type { WorkersAiCall } from "../../../worker/objects/voice-agent/rpc.ts";
import type { VoiceAgent } from "../../../worker/objects/voice-agent/voice-agent.ts";

const CALL: WorkersAiCall = {
  ...{ kind: "workers-ai", session_id: "ses_x1", instructions: "", initial_message: null, voice: "luna", tools: [] },
  ...{ expires_at: 0, chat_model: "@cf/chat", speech_model: null, language: "en", keyterms: [] },
};

test("a page that waits until the object is forgotten, and connects again, has no more answers", async () => {
  const stub = env.VOICE_AGENT.getByName("ses_forgotten") as DurableObjectStub<VoiceAgent>;
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
  let chats = 0;
  const run = async (_model: string, _inputs: unknown, { websocket }: { websocket?: true }) => {
    if (!websocket) {
      chats += 1;
      throw new Error("busy");
    }
    const { 0: client, 1: server } = new WebSocketPair();
    server.accept();
    return new Response(null, { status: 101, webSocket: client });
  };
  const began = Date.now();
  const ask = async (token: string) => {
    await runInDurableObject(stub, async (agent) => {
      Object.assign(Reflect.get(agent, "env"), { AI: { run } });
      Object.assign(agent, { connected: async () => true, closed: () => {} });
      const expires_at = Math.floor(Date.now() / 1_000) + 600;
      expect(await agent.prepare({ ...CALL, expires_at }, hex(await sha256(token)))).toBeNull();
    });
    const headers = { Upgrade: "websocket", Authorization: `Bearer ${token}` };
    const { webSocket } = await stub.fetch("https://voice.example/", { headers });
    if (!webSocket) throw new Error("refused");
    webSocket.accept();
    let answered = 0;
    webSocket.addEventListener("message", ({ data }) => {
      if (/"response\.done"|"rate_limit_exceeded"/.test(String(data))) answered += 1;
    });
    for (let n = 1; n <= 40; n++) {
      webSocket.send(JSON.stringify({ type: "response.create" }));
      await vi.waitFor(() => expect(answered).toBeGreaterThanOrEqual(n), { timeout: 20_000 });
    }
    return webSocket;
  };
  const socket = await ask("first");
  socket.close(1000, "bye");
  await vi.waitFor(
    async () => expect(await runInDurableObject(stub, (_, { storage }) => storage.kv.get("ticket"))).toBeUndefined(),
    { timeout: 20_000 },
  );
  await evictDurableObject(stub);
  await ask("second");
  expect(chats).toBeGreaterThanOrEqual(30);
  expect(chats).toBeLessThanOrEqual(31 + (Date.now() - began) / 2_000);
  await runInDurableObject(stub, (agent) => agent.hangUp());
  await runDurableObjectAlarm(stub);
  expect(await runInDurableObject(stub, (_, { storage }) => [...storage.kv.list()])).toEqual([]);
});
