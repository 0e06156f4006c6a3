// A browser loads them when they are needed; here no test waits for a file.
// A chunk of the page: loaded already, it comes within a turn.
import "../../widget/session/refusal.ts";
import "../../widget/session/connection-switch.ts";
import "../../widget/session/continuation.ts";
import "../../widget/session/tool-calls.ts";
import "../../widget/session/usage.ts";
import { expect, vi } from "vitest";
import type { UnlockedAudio } from "../../widget/audio/audio-unlock.ts";
import type { Voice } from "../../widget/audio/load-voice.ts";
import type { MicrophoneWatcher } from "../../widget/audio/microphone.ts";
import type { MicrophoneFault } from "../../widget/errors.ts";
import type { SessionReport } from "../../widget/session/event-reporter.ts";
import type { VoiceSessionOptions } from "../../widget/session/options.ts";
import type { Ports } from "../../widget/session/ports.ts";
import { VoiceSession } from "../../widget/session/voice-session.ts";
import type { Transport, TransportOptions } from "../../widget/transport/transport.ts";

export const STARTED = {
  success: true,
  session_id: "ses_1",
  session_secret: "sss_1",
  server_time: 1_000_000,
  agent_id: 7,
  agent_name: "Ava",
  model: "provider_a",
  voice_llm_model: "demo",
  client_secret: { ephemeral_token: "ek_1", expires_at: null },
  ice_servers: null,
  initial_message: "Welcome",
  connection: { protocol: "openai-realtime", transport: "websocket", url: "wss://voice.example/" },
  tools: [
    { name: "order", description: "", parameters: {}, kind: "webhook" },
    { name: "page", description: "", parameters: {}, kind: "client" },
  ],
  remaining_seconds: 300,
};
export type Answer = { status: number; body: unknown; headers?: Record<string, string> } | "offline";
export const accepted = (session: object = { status: "active", remaining_seconds: 280, end_reason: null }): Answer => ({
  status: 200,
  body: { success: true, accepted: 1, session },
});

export const over = (end_reason: string): Answer => ({
  status: 409,
  body: { detail: "ended", session: { status: "ended", end_reason, remaining_seconds: 0 } },
});

/** A world in which everything that is open can be counted. */
export function world() {
  const open = new Set<string>();
  const did: string[] = [];
  const requests: { path: string; body: Record<string, unknown>; keepalive: boolean }[] = [];
  const answers = {
    session: (): Answer | Promise<Answer> => ({ status: 200, body: STARTED }),
    events: (_events: SessionReport[]): Answer | Promise<Answer> => accepted(),
    reconnect: (): Answer | Promise<Answer> => ({
      status: 200,
      body: { ...STARTED, client_secret: { ephemeral_token: "ek_2", expires_at: null }, initial_message: null },
    }),
    tools: (): Answer => ({ status: 200, body: { success: true, call_id: "c1", result: { ok: 1 } } }),
  };
  let microphone: () => Promise<void> = async () => {};
  let hear: () => Promise<void> = async () => {};
  let connect: () => Promise<{ call_id?: string }> = async () => ({ call_id: "rtc_1" });
  let challenge: (signal: AbortSignal) => Promise<string> = async () => "passed";
  let watch: MicrophoneWatcher | null = null;
  let call: TransportOptions | null = null;
  let blocked: (blocked: boolean) => void = () => {};
  /** What the connection says of itself; nothing, as long as no test wants it to. */
  const connection: { lastMessageAt?: number; confirms?: boolean } = {};
  let input = 0.5;
  const page = {
    window: new EventTarget(),
    document: Object.assign(new EventTarget(), { visibilityState: "visible" }),
  };
  let count = 0;
  const track = (kind: string) => {
    const name = `${kind} ${++count}`;
    open.add(name);
    return () => void open.delete(name);
  };

  const ports: Ports = {
    fetch: (async (input: string, init: RequestInit) => {
      const path = input.replace("https://voice.example/widget/v1/", "");
      const body = JSON.parse((init.body as string | undefined) ?? "null");
      requests.push({ path, body, keepalive: init.keepalive ?? false });
      did.push(path);
      const answer = await (path === "session" || path.startsWith("extprovider")
        ? answers.session()
        : path === "tools/execute"
          ? answers.tools()
          : path.endsWith("/reconnect")
            ? answers.reconnect()
            : answers.events(body.events));
      if (answer === "offline") throw new TypeError("fetch failed");
      return new Response(JSON.stringify(answer.body), {
        status: answer.status,
        headers: { "X-Request-Id": "req_1", ...answer.headers },
      });
    }) as typeof fetch,
    unlockAudio: () => {
      const context = {} as AudioContext;
      return { context, player: {} as HTMLAudioElement, close: track("context") };
    },
    preparePeer: () => null,
    loadVoice: () => voice(),
    loadTransport: async () => (given) => {
      call = given;
      const closed = track("socket");
      let level = 0.25;
      const transport: Transport = {
        connect: () => connect(),
        attach: () => void did.push("attach"),
        hear: async () => {
          did.push("hear");
          await hear();
        },
        greet: (text) => did.push(`greet ${text}`),
        sendText: (_id, text) => did.push(`say ${text}`),
        sendNote: (text) => did.push(`note ${text}`),
        answerTool: (call_id, output) => did.push(`answer ${call_id} ${output}`),
        interrupt: () => did.push("interrupt"),
        get level() {
          return level;
        },
        maxMessageBytes: 240_000,
        close: () => {
          level = 0;
          closed();
        },
      };
      return Object.defineProperties(transport, {
        lastMessageAt: { get: () => connection.lastMessageAt },
        confirms: { get: () => connection.confirms },
      });
    },
    preloadTransport: async () => {
      did.push("warm");
      return undefined;
    },
    passTurnstile: ({ site_key }, signal) => {
      did.push(`challenge ${site_key}`);
      return challenge(signal);
    },
    page: () => page,
  };
  const whole = {
    openAudioDevice: ({ close }: UnlockedAudio, onBlocked: typeof blocked) => {
      did.push("audio");
      blocked = onBlocked;
      const play = () => {};
      const tune = ({ volume }: { volume?: number }) => void did.push(`volume ${volume}`);
      const device = { output: {} as AudioNode, play, tune, records: play, hush: play };
      const resume = () => did.push("resume");
      return { context: {} as AudioContext, ready: Promise.resolve(), ...device, resume, close };
    },
    openMicrophone: async (signal: AbortSignal, watcher: MicrophoneWatcher, deviceId?: string) => {
      did.push(deviceId ? `microphone ${deviceId}` : "microphone");
      watch = watcher;
      await microphone();
      const close = track("microphone");
      if (signal.aborted) close();
      const heard = { on: true };
      const kept = {
        get level() {
          return heard.on ? input : 0;
        },
      };
      const mute = (muted: boolean) => {
        did.push(`mute ${muted}`);
        heard.on = !muted;
      };
      return {
        stream: {} as MediaStream,
        kept,
        mute,
        close: () => {
          close();
          heard.on = false;
        },
      };
    },
  } as unknown as Voice;
  let voice: Ports["loadVoice"] = () => whole;
  const events = () =>
    requests.flatMap(({ path, body }) => (path.endsWith("/events") ? (body.events as SessionReport[]) : []));
  return {
    open,
    did,
    requests,
    answers,
    page,
    ports,
    events,
    types: () => events().map((event) => event.type),
    get call() {
      return call;
    },
    connection,
    speak: (loudness: number) => {
      input = loudness;
    },
    emit: (event: Parameters<TransportOptions["emit"]>[0]) => {
      if (connection.lastMessageAt !== undefined) connection.lastMessageAt = Date.now();
      call?.emit(event);
    },
    block: (on: boolean) => blocked(on),
    lose: (fault: MicrophoneFault) => watch?.lost(fault),
    back: () => watch?.back?.(),
    hold: (held: boolean) => watch?.interrupted(held),
    whole,
    onVoice: (load: Ports["loadVoice"]) => {
      voice = load;
    },
    onMicrophone: (run: typeof microphone) => {
      microphone = run;
    },
    onHear: (run: typeof hear) => {
      hear = run;
    },
    onChallenge: (run: typeof challenge) => {
      challenge = run;
    },
    onConnect: (run: typeof connect) => {
      connect = run;
    },
    session: (more: Partial<VoiceSessionOptions> = {}) =>
      new VoiceSession({ apiKey: "svc_pk_x", baseUrl: "https://voice.example/", agentId: 7, ...more }, ports),
  };
}

export const settled = () => vi.advanceTimersByTimeAsync(0);
export function gate<T = void>() {
  let open!: (value: T) => void;
  let fail!: (error: unknown) => void;
  const promise = new Promise<T>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { promise, open, fail };
}

/** A world of its own for a test, with a clock that stands still. */
export type World = ReturnType<typeof world>;

export function startWorld(): World {
  vi.useFakeTimers({ now: 1_000_000 });
  return world();
}

/** Whatever a test did: when nothing runs, nothing is open and no timer is left. */
export function endWorld({ open }: World): void {
  vi.unstubAllGlobals();
  expect([...open], "left open").toEqual([]);
  expect(vi.getTimerCount(), "timers left").toBe(0);
  vi.useRealTimers();
}
