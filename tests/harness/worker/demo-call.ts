/// <reference lib="es2024.promise" />
/// <reference lib="esnext.typedarrays" />
import { env } from "cloudflare:workers";
import { expect, onTestFinished } from "vitest";
import type { VoiceAgent } from "../../../worker/objects/voice-agent/voice-agent.ts";
import { demo } from "../../../worker/providers/demo.ts";
import type { AgentSetup } from "../../../worker/providers/provider.ts";
import { readVariables } from "../../../worker/variables.ts";
import { ORIGIN, request } from "./request.ts";

// biome-ignore lint/suspicious/noExplicitAny: the wire is untyped, and the assertions say what is expected of it.
export type ServerEvent = { type: string; event_id: string } & Record<string, any>;

let calls = 0;

export async function mint(over: Partial<AgentSetup> & { session_id?: string; service_origin?: string } = {}) {
  const { session_id: named, service_origin = ORIGIN, ...agent } = over;
  const session_id = named ?? `call_${++calls}`;
  const minted = await demo.mint(
    {
      slot: "provider_a",
      session_id,
      agent: { instructions: "You are Ava.", greeting: null, voice: null, model: null, tools: [], ...agent },
      safety_identifier: null,
      max_duration_seconds: 3600,
      service_origin,
    },
    { bindings: env, variables: readVariables(env), signal: AbortSignal.timeout(60_000) },
  );
  return { ...minted, session_id, stub: env.VOICE_AGENT.getByName(session_id) as DurableObjectStub<VoiceAgent> };
}

export const upgrade = (headers: Record<string, string>, query = "?model=demo-echo") =>
  request("GET", `/demo/v1/realtime${query}`, { headers: { Upgrade: "websocket", ...headers } });

export const subprotocols = (token: string) => ({
  "Sec-WebSocket-Protocol": `realtime, openai-insecure-api-key.${token}`,
});

/** A client of the protocol that reads events in their order and leaves none unread by accident. */
export class Client {
  readonly events: ServerEvent[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly #socket: WebSocket;
  #read = 0;
  #arrived = Promise.withResolvers<void>();

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.accept();
    socket.addEventListener("message", ({ data }) => {
      this.events.push({ ...JSON.parse(String(data)), at: performance.now() });
      this.#arrived.resolve();
      this.#arrived = Promise.withResolvers();
    });
    this.closed = new Promise((resolve) =>
      socket.addEventListener("close", ({ code, reason }) => resolve({ code, reason })),
    );
    onTestFinished(() => socket.close(1000, "test over"));
  }

  send(event: object | string | ArrayBuffer): void {
    this.#socket.send(typeof event === "string" || event instanceof ArrayBuffer ? event : JSON.stringify(event));
  }

  close(): void {
    this.#socket.close(1000, "bye");
  }

  async next(): Promise<ServerEvent> {
    for (;;) {
      const event = this.events[this.#read];
      if (event) {
        this.#read++;
        return event;
      }
      await this.#arrived.promise;
    }
  }

  /** All events up to and with the first of this type. */
  async until(type: string): Promise<ServerEvent[]> {
    const events: ServerEvent[] = [];
    do events.push(await this.next());
    while (events.at(-1)?.type !== type);
    return events;
  }

  /** Reads on to the first event of this type. */
  async wait(type: string): Promise<ServerEvent> {
    return (await this.until(type)).at(-1) as ServerEvent;
  }

  /** Sends and reads the answer, which must be of this type. */
  async ask(event: object | string | ArrayBuffer, type: string): Promise<ServerEvent> {
    this.send(event);
    const answer = await this.next();
    expect(answer.type, JSON.stringify(answer)).toBe(type);
    return answer;
  }

  async respond(response?: object): Promise<ServerEvent[]> {
    this.send({ type: "response.create", ...(response && { response }) });
    return this.until("rate_limits.updated");
  }

  async type(text: string): Promise<ServerEvent[]> {
    const content = [{ type: "input_text", text }];
    this.send({ type: "conversation.item.create", item: { type: "message", role: "user", content } });
    await this.wait("conversation.item.done");
    return this.respond();
  }

  /** Sends audio in chunks as a microphone's worklet does. */
  speak(samples: Int16Array<ArrayBuffer>, chunk_ms = 40): void {
    const chunk = chunk_ms * 24;
    for (let at = 0; at < samples.length; at += chunk)
      this.send({ type: "input_audio_buffer.append", audio: base64(samples.slice(at, at + chunk)) });
  }
}

export async function connect(over: Partial<AgentSetup> & { session_id?: string; service_origin?: string } = {}) {
  const minted = await mint(over);
  const answer = await upgrade(subprotocols(minted.ephemeral_token));
  expect(answer.status).toBe(101);
  const client = new Client(answer.webSocket as WebSocket);
  const created = await client.next();
  expect(created.type).toBe("session.created");
  return { ...minted, client, session: created.session };
}

export const base64 = (samples: Int16Array<ArrayBuffer>) => new Uint8Array(samples.buffer).toBase64();

const pcm = (data: string) => new Int16Array(Uint8Array.fromBase64(data).buffer);

/** The audio of a response's events. */
export function audioOf(events: ServerEvent[]): Int16Array {
  const chunks = events.filter(({ type }) => type === "response.output_audio.delta").map(({ delta }) => pcm(delta));
  const all = new Int16Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

export const typesOf = (events: ServerEvent[]) =>
  events.map(({ type }) => type).filter((type, at, all) => type !== all[at - 1]);

export const joined = (events: ServerEvent[], type: string) =>
  events
    .filter((event) => event.type === type)
    .map(({ delta }) => delta)
    .join("");
