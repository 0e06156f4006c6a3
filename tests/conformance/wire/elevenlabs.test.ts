import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { type ElevenLabsStandIn, elevenLabsStandIn } from "../../harness/vendors/elevenlabs.ts";
import { LAST_WORDS } from "../../harness/vendors/elevenlabs-call.ts";

/** The stand-in refuses what the vendor refuses: else the suite would prove nothing. */

let standIn: ElevenLabsStandIn;
const sockets: WebSocket[] = [];
beforeAll(async () => {
  standIn = await elevenLabsStandIn();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
  vi.useRealTimers();
});
afterAll(() => standIn.close());

const ask = (query: string, key = standIn.key) =>
  fetch(`${standIn.origin}/v1/convai/conversation/get-signed-url${query}`, { headers: { "xi-api-key": key } });

async function signed(agent_id: string, more = "&include_conversation_id=true"): Promise<string> {
  return ((await (await ask(`?agent_id=${agent_id}${more}`)).json()) as { signed_url: string }).signed_url;
}

interface Connection {
  socket: WebSocket;
  /** The next message of this type. */
  next(type: string): Promise<Record<string, unknown>>;
  /** Code and reason of the end. */
  closed: Promise<string>;
}

function open(url: string, protocols = ["convai"]): Connection {
  const socket = new WebSocket(url, protocols);
  sockets.push(socket);
  const seen: Record<string, unknown>[] = [];
  let look = () => {};
  socket.on("message", (data) => {
    seen.push(JSON.parse(String(data)));
    look();
  });
  const closed = new Promise<string>((done) => {
    socket.on("error", (error) => done(error.message));
    socket.on("close", (code, reason) => done(`${code} ${reason}`));
  });
  const next = (type: string) =>
    new Promise<Record<string, unknown>>((done) => {
      look = () => {
        const place = seen.findIndex((message) => message.type === type);
        if (place >= 0) done(seen.splice(place, 1)[0] as Record<string, unknown>);
      };
      look();
    });
  return { socket, next, closed };
}

async function begin(agent_id: string, data: object = {}): Promise<Connection> {
  const connection = open(await signed(agent_id));
  await new Promise((done) => connection.socket.once("open", done));
  connection.socket.send(JSON.stringify({ type: "conversation_initiation_client_data", ...data }));
  return connection;
}

describe("the HTTP API", () => {
  it("wants the key and an agent it knows", async () => {
    const status = async (query: string, key?: string) => (await ask(query, key)).status;
    expect(await status("?agent_id=agent_bakery", "sk_wrong")).toBe(401);
    expect(await status("")).toBe(422);
    expect(await status("?agent_id=agent_nobody")).toBe(404);
    const misspelt = `${standIn.origin}/v1/convai/conversation/get_signed_url?agent_id=agent_bakery`;
    expect((await fetch(misspelt, { headers: { "xi-api-key": standIn.key } })).status).toBe(404);
    const bearer = { authorization: `Bearer ${standIn.key}` };
    expect((await fetch(misspelt.replaceAll("_signed_", "-signed-"), { headers: bearer })).status).toBe(401);
    expect(await (await ask("")).json()).toMatchObject({ detail: [{ loc: ["query", "agent_id"] }] });
    expect(new URL(await signed("agent_bakery", "")).searchParams.has("conversation_id")).toBe(false);
  });

  it("knows the cost some time after the call", async () => {
    const connection = await begin("agent_bakery");
    const id = standIn.calls.at(-1)?.call_id;
    const read = async () => {
      const response = await fetch(`${standIn.origin}/v1/convai/conversations/${id}`, {
        headers: { "xi-api-key": standIn.key },
      });
      return (await response.json()) as { status: string; metadata: { cost: number | null } };
    };
    await connection.next("conversation_initiation_metadata");
    expect((await read()).status).toBe("in-progress");
    connection.socket.close(1000);
    await connection.closed;
    expect(await read()).toMatchObject({ status: "processing", metadata: { cost: null } });
    expect(await read()).toMatchObject({ status: "done", metadata: { cost: expect.any(Number) } });
  });
});

describe("the socket", () => {
  it("wants its subprotocol, a signature, and the address only once", async () => {
    const url = await signed("agent_bakery");
    expect(await open(url, ["other"]).closed).toContain("400");
    expect(await open(url.replace(/conversation_signature=[^&]+/, "conversation_signature=x")).closed).toContain("403");
    const first = open(url);
    await new Promise((done) => first.socket.once("open", done));
    expect(await open(url).closed).toContain("403");
    const often = await signed("agent_bakery", "");
    for (let time = 0; time < 2; time++) await new Promise((done) => open(often).socket.once("open", done));
  });

  it("opens no address whose fifteen minutes are over", async () => {
    const url = await signed("agent_bakery");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 15 * 60_000 + 1 });
    expect(await open(url).closed).toContain("403");
  });

  it("hangs up where nobody answers its pings", async () => {
    const eager = await elevenLabsStandIn({ ping_ms: 20 });
    const answer = await fetch(`${eager.origin}/v1/convai/conversation/get-signed-url?agent_id=agent_bakery`, {
      headers: { "xi-api-key": eager.key },
    });
    const connection = open(((await answer.json()) as { signed_url: string }).signed_url);
    connection.socket.once("open", () => connection.socket.send('{"type":"conversation_initiation_client_data"}'));
    expect(await connection.closed).toBe("1002 No pong");
    await eager.close();
  });

  it("wants the initiation data first", async () => {
    const connection = open(await signed("agent_bakery"));
    connection.socket.once("open", () => connection.socket.send(JSON.stringify({ type: "user_message", text: "Hi" })));
    expect(await connection.closed).toMatch(/^1002 /);
  });

  it("refuses overrides that the agent does not allow, and empty ones", async () => {
    const greet = (first_message: unknown) => ({ conversation_config_override: { agent: { first_message } } });
    expect(await (await begin("agent_bakery", greet("Hi"))).closed).toBe(
      "1008 Override for field 'first_message' is not allowed by config",
    );
    const mute = { conversation_config_override: { conversation: { text_only: true } } };
    expect(await (await begin("agent_open", mute)).closed).toContain("'text_only'");
    for (const nothing of ["", null]) expect(await (await begin("agent_open", greet(nothing))).closed).toMatch(/^1008/);
    const connection = await begin("agent_open", greet("Hi Ana"));
    expect(await connection.next("agent_response")).toMatchObject({
      agent_response_event: { agent_response: "Hi Ana" },
    });
  });

  it("wants the variables that the agent's prompt names", async () => {
    const connection = await begin("agent_needy");
    expect(await connection.next("error")).toMatchObject({ error_event: { error_type: "missing_dynamic_variable" } });
    expect(await connection.closed).toMatch(/^1008/);
    await (await begin("agent_needy", { dynamic_variables: { plan: "pro" } })).next("conversation_initiation_metadata");
    const nested = await begin("agent_bakery", { dynamic_variables: { cart: { rye: 2 } } });
    expect(await nested.next("error")).toMatchObject({ error_event: { message: expect.stringContaining("cart") } });
  });

  it("complains of audio with a type, of results that are no text, of foreign pongs", async () => {
    const connection = await begin("agent_bakery");
    await connection.next("conversation_initiation_metadata");
    for (const wrong of [
      { type: "user_audio_chunk", user_audio_chunk: "AAAA" },
      { type: "client_tool_result", tool_call_id: "none", result: "x", is_error: false },
      { type: "pong", event_id: 999 },
      { type: "input_audio_buffer.append" },
      { type: "mcp_tool_approval_result", tool_call_id: "none" },
      { type: "user_message", text: "" },
      { type: "feedback", event_id: 1, score: 5 },
    ]) {
      connection.socket.send(JSON.stringify(wrong));
      await connection.next("error");
    }
    connection.socket.send(Buffer.alloc(320));
    await connection.next("error");
    expect(standIn.calls.at(-1)?.refused).toHaveLength(8);
  });

  it("corrects what was cut: at once where the visitor speaks, after the next answer where they type", async () => {
    // However long the machine takes, the greeting is not over.
    vi.useFakeTimers({ toFake: ["Date"] });
    const connection = await begin("agent_bakery");
    const greeting = (await connection.next("agent_response")).agent_response_event as { agent_response: string };
    vi.setSystemTime(Date.now() + 100);
    connection.socket.send(JSON.stringify({ type: "user_message", text: "Is there rye?" }));
    await connection.next("interruption");
    const answer = (await connection.next("agent_response")) as { agent_response_event: { event_id: number } };
    const { agent_response_correction_event: cut } = (await connection.next("agent_response_correction")) as {
      agent_response_correction_event: Record<string, string | number>;
    };
    expect(cut).toEqual({
      original_agent_response: greeting.agent_response,
      corrected_agent_response: expect.stringMatching(/\.\.\.$/),
      event_id: expect.any(Number),
    });
    expect(cut.event_id).toBeGreaterThan(answer.agent_response_event.event_id);
    expect(greeting.agent_response.startsWith(String(cut.corrected_agent_response).slice(0, -3))).toBe(true);
    connection.socket.close(1000);
    await connection.closed;
  });

  it("says goodbye with its own tool, after its last words, and waits for the client to end", async () => {
    const connection = await begin("agent_bakery");
    await connection.next("agent_response");
    connection.socket.send(JSON.stringify({ type: "user_message", text: "Goodbye." }));
    expect(await connection.next("agent_response")).toMatchObject({
      agent_response_event: { agent_response: LAST_WORDS },
    });
    expect(await connection.next("agent_tool_response")).toMatchObject({
      agent_tool_response: { tool_name: "end_call" },
    });
    expect(connection.socket.readyState).toBe(connection.socket.OPEN);
    connection.socket.close(1000);
    await connection.closed;
  });
});
