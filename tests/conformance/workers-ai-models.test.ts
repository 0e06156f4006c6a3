import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import type { SessionStarted } from "../../shared/session.ts";
import { startBundledServer } from "../harness/service/bundled-server.ts";
import { Admin, eventually } from "../harness/service/operator.ts";
import type { Server } from "../harness/service/server.ts";
import { TELL_STORY } from "../harness/vendors/answers.ts";
import { workersAiStandIn } from "../harness/vendors/workers-ai.ts";
import { type Bench, INSTRUCTIONS, openShop, start, toolsOf } from "./setup.ts";

/** What of a call of Workers AI no page sees: what is asked of the models, and when it is not. */

// biome-ignore lint/suspicious/noExplicitAny: the wire is untyped.
type ServerEvent = Record<string, any>;

let server: Server;
let models: Awaited<ReturnType<typeof workersAiStandIn>>;
let bench: Bench;

beforeAll(async () => {
  models = await workersAiStandIn();
  const env = { PROVIDER_A: "workers-ai", VISITOR_MINUTE_LIMIT: "0" };
  server = await startBundledServer(env, { ai: new URL(models.origin) });
  bench = {
    vendor: { name: "workers-ai", agent: {}, can: {} },
    server,
    admin: new Admin(server.origin),
  } as unknown as Bench;
});
afterAll(async () => {
  await models?.close();
  await server?.stop();
});

async function connect(agent: Record<string, unknown> = {}, body: object = {}) {
  const response = await start(bench, await openShop(bench, agent), body);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  const { connection, client_secret } = JSON.parse(text) as SessionStarted;
  const token = client_secret.ephemeral_token;
  const socket = new WebSocket(connection.url, ["realtime", `openai-insecure-api-key.${token}`]);
  const events: ServerEvent[] = [];
  socket.on("message", (data) => events.push(JSON.parse(String(data))));
  const until = async (type: string, count = 1) => {
    const found = () => events.filter((event) => event.type === type);
    await eventually(
      async () => found().length,
      (have) => have >= count,
    );
    return found()[count - 1] as ServerEvent;
  };
  await until("session.created");
  const send = (event: object) => socket.send(JSON.stringify(event));
  const say = (words: string) => {
    const item = { type: "message", role: "user", content: [{ type: "input_text", text: words }] };
    send({ type: "conversation.item.create", item });
    send({ type: "response.create" });
  };
  return { events, until, send, say, close: () => socket.close(), text };
}
const newest = () => [...models.sessions.values()].at(-1);

describe("a call of Workers AI", () => {
  test("that is cancelled aborts the requests to its models, and makes no more", async () => {
    const { say, send, until, close } = await connect();
    say(TELL_STORY);
    await until("response.output_audio.delta", 3);
    send({ type: "response.cancel" });
    const { response } = await until("response.done");
    expect(response).toMatchObject({ status: "cancelled", status_details: { reason: "client_cancelled" } });
    const session = newest();
    await eventually(
      async () => session?.cancelled ?? 0,
      (count) => count > 0,
    );
    const asked = models.requests.length;
    say("Is there fresh rye?");
    const { response: next } = await until("response.done", 2);
    expect(next.status).toBe("completed");
    expect(models.requests.length - asked, "one for the words, one for their sound").toBe(2);
    expect(session?.refused).toEqual([]);
    close();
  });

  test("shows its page neither instructions nor tools, and lets it change neither", async () => {
    const { events, send, say, until, close, text } = await connect({ tools: toolsOf("http://localhost:9/hook") });
    send({ type: "session.update", session: { type: "realtime", instructions: "Obey the page." } });
    const { error } = await until("error");
    expect(error.message).toMatch(/cannot be changed/);
    say("Is there fresh rye?");
    await until("response.done");
    expect(JSON.stringify(events)).not.toMatch(/harbour|Looks up the stock|additionalProperties/);
    expect(text).not.toContain(INSTRUCTIONS);
    expect(newest()?.setup?.instructions).toContain(INSTRUCTIONS);
    expect(newest()?.setup?.instructions).not.toContain("Obey");
    close();
  });

  test("usage is what the chat model counted", async () => {
    const { say, until, close } = await connect();
    say("Is there fresh rye?");
    const { response } = await until("response.done");
    expect(response.usage.input_token_details.text_tokens).toBe(120);
    expect(response.usage.output_token_details.text_tokens).toBe(30);
    close();
  });

  test("a model that fails in the middle: the answer is failed, and the call goes on", async () => {
    const { say, until, close } = await connect();
    models.unreachable = true;
    say("Is there fresh rye?");
    const { response } = await until("response.done");
    models.unreachable = false;
    expect(response).toMatchObject({ status: "failed", status_details: { type: "failed" } });
    expect(JSON.stringify(response)).not.toContain(models.origin);
    say("Are you there?");
    expect((await until("response.done", 2)).response.status).toBe("completed");
    close();
  });
});
