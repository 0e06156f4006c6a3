import { setTimeout as sleep } from "node:timers/promises";
import { answerTo, answerToOutputs } from "./answers.ts";
import { type ApiReply, type ApiRequest, HttpApi, standInOf } from "./http-api.ts";
import { speak } from "./speech-clips.ts";
import type { StandIn } from "./stand-in.ts";
import { RATE } from "./voice-rate.ts";
import { type AiSession, newAiSession, WorkersAiCall } from "./workers-ai-call.ts";

// biome-ignore lint/suspicious/noExplicitAny: whatever a Worker sends.
type Loose = Record<string, any>;

const FLUX = "@cf/deepgram/flux";
const VOICE = "@cf/deepgram/aura-2-en";
const SPEAKERS = ["luna", "thalia", "apollo", "agents-voice", "pages-voice"];
const HEARS = ["encoding", "sample_rate", "eot_threshold", "eager_eot_threshold", "eot_timeout_ms", "keyterm"];
const ROLES = ["system", "user", "assistant", "tool"];
/** Milliseconds between two pieces of an answer, and samples of a piece of sound. */
const WORD_MS = 4;
const PIECE_MS = 20;
const PIECE = RATE / 10;

/** Why Flux would refuse: it takes strings only. */
function faultOfHearing(inputs: Loose): string | null {
  const stray = Object.keys(inputs).find((name) => !HEARS.includes(name) || typeof inputs[name] !== "string");
  if (stray) return `inputs.${stray}`;
  return inputs.encoding === "linear16" && inputs.sample_rate === "16000" ? null : "inputs.encoding";
}

function faultOfChat({ messages, tools, stream }: Loose): string | null {
  if (stream !== true) return "stream";
  const calls = new Set<string>();
  for (const { role, content, tool_calls, tool_call_id } of messages) {
    if (!ROLES.includes(role)) return `role ${role}`;
    if (typeof content !== "string" && !(role === "assistant" && tool_calls)) return `content of ${role}`;
    for (const { id, type, function: called } of tool_calls ?? []) {
      if (type !== "function" || typeof called.arguments !== "string") return "tool_calls";
      calls.add(id);
    }
    if (role === "tool" && !calls.has(tool_call_id)) return `tool_call_id ${tool_call_id}`;
  }
  const wrong = (tools ?? []).find((tool: Loose) => tool.type !== "function" || !tool.function?.parameters);
  return wrong ? "tools" : null;
}

/** What the model says to it, and which tools it calls. */
function answerOf({ messages, tools = [] }: Loose) {
  const last = messages.findLastIndex(({ role }: Loose) => role === "assistant" || role === "user");
  const outputs = messages.slice(last + 1).filter(({ role }: Loose) => role === "tool");
  if (outputs.length > 0) return answerToOutputs(outputs.map(({ content }: Loose) => content));
  return answerTo(
    messages[last]?.content ?? "",
    tools.map((tool: Loose) => tool.function.name),
  );
}

/**
 * Workers AI behind its binding's own wire: what workerd's binding sends to `https://workers-binding.ai/run`, as
 * Miniflare's proxy for remote bindings forwards it (the address in `MF-URL`, the headers behind `MF-Header-`).
 */
export async function workersAiStandIn(): Promise<StandIn & { readonly sessions: ReadonlyMap<string, AiSession> }> {
  const sessions = new Map<string, AiSession>();
  const calls: WorkersAiCall[] = [];
  let newest: AiSession | null = null;
  let shapes = 0;
  const words = {
    error: (_status: number, name: string, description: string) => ({ internalCode: 3001, name, description }),
    tokenless: { result: null },
  };

  const sessionOf = (options: Loose): AiSession => {
    const tag = String(options.tags?.[0] ?? "");
    const session = sessions.get(tag) ?? newAiSession();
    if (!/^[A-Za-z0-9:./@-]{1,50}$/.test(tag)) session.refused.push(`tag ${tag}`);
    sessions.set(tag, session);
    newest = session;
    return session;
  };
  const refuse = (session: AiSession, fault: string): ApiReply => {
    session.refused.push(fault);
    return api.refusal(400, "InvalidInput", fault);
  };

  const chat = (session: AiSession, model: string, inputs: Loose): ApiReply => {
    const fault = faultOfChat(inputs);
    if (fault) return refuse(session, fault);
    const [system] = inputs.messages;
    const tools = (inputs.tools ?? []).map((tool: Loose) => tool.function.name);
    session.setup = {
      model,
      instructions: system.content,
      voice: session.voice,
      tools,
      transcribes: true,
      interrupts: true,
    };
    session.messages = JSON.stringify(inputs.messages);
    for (const { role, tool_call_id, content } of inputs.messages)
      if (role === "tool" && !session.outputs.some(({ call_id }) => call_id === tool_call_id))
        session.outputs.push({ call_id: tool_call_id, output: content });
    const answer = answerOf(inputs);
    // Models of Workers AI stream in one shape or the other.
    const own = shapes++ % 2 === 0;
    const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
    async function* stream(stopped: () => boolean) {
      for (const text of answer.text.match(/\S+\s*/g) ?? []) {
        if (stopped()) {
          session.cancelled++;
          return;
        }
        yield event(own ? { response: text, p: "abc" } : { choices: [{ index: 0, delta: { content: text } }] });
        await sleep(WORD_MS);
      }
      if (own)
        yield event({
          response: "",
          tool_calls: answer.calls.map((call) => ({ name: call.name, arguments: JSON.parse(call.arguments) })),
        });
      else
        for (const [index, call] of answer.calls.entries())
          for (const part of [{ name: call.name, arguments: "" }, { arguments: call.arguments }])
            yield event({ choices: [{ index: 0, delta: { tool_calls: [{ index, id: "call_1", function: part }] } }] });
      yield event({ response: "", usage: { prompt_tokens: 120, completion_tokens: 30, total_tokens: 150 } });
      yield "data: [DONE]\n\n";
    }
    return { status: 200, headers: { "content-type": "text/event-stream" }, stream };
  };

  const voice = (session: AiSession, inputs: Loose): ApiReply => {
    const { text, speaker, encoding, container, sample_rate, ...rest } = inputs;
    const [stray] = Object.keys(rest);
    if (typeof text !== "string" || text === "" || stray) return refuse(session, `voice: ${stray ?? "text"}`);
    if (!SPEAKERS.includes(speaker)) return refuse(session, `speaker ${speaker}`);
    if (encoding !== "linear16" || container !== "none" || sample_rate !== RATE) return refuse(session, "format");
    session.voice = speaker;
    if (session.setup) session.setup.voice = speaker;
    const pcm = speak(text);
    async function* stream(stopped: () => boolean) {
      for (let from = 0; from < pcm.length; from += PIECE) {
        if (stopped()) {
          session.cancelled++;
          return;
        }
        const part = pcm.subarray(from, from + PIECE);
        yield new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
        await sleep(PIECE_MS);
      }
    }
    return { status: 200, headers: { "content-type": `audio/l16;rate=${RATE};channels=1` }, stream };
  };

  const answer = async ({ method, header, body }: ApiRequest): Promise<ApiReply> => {
    if (method !== "POST" || header("mf-url") !== "https://workers-binding.ai/run?version=3")
      return api.refusal(404, "not_found", `No ${header("mf-url")}`);
    const { inputs, options } = JSON.parse(body) as { inputs: Loose; options: Loose };
    const session = sessionOf(options);
    const model = header("mf-header-cf-consn-model-id");
    return model === VOICE ? voice(session, inputs) : chat(session, model, inputs);
  };
  const api = await HttpApi.open(words, () => false, answer);
  api.acceptSockets({ mint: true }, (_url, request) => {
    const url = new URL(String(request.headers["mf-url"] ?? "https://nowhere.example"));
    if (url.host !== "workers-binding.ai" || request.headers["mf-header-cf-consn-model-id"] !== FLUX)
      return { status: 404 };
    const { inputs, options } = JSON.parse(url.searchParams.get("body") ?? "{}");
    const session = sessionOf(options ?? {});
    const fault = options?.websocket === true ? faultOfHearing(inputs) : "options.websocket";
    if (fault) {
      session.refused.push(fault);
      return { status: 400, reason: fault };
    }
    return { status: 101, opened: (socket) => calls.push(new WorkersAiCall(socket, session)) };
  });

  return standInOf(api, {
    /** There is none: the binding is the account's own. */
    key: "no key at all",
    calls,
    sessions,
    get setup() {
      return newest?.setup ?? null;
    },
  });
}
