import * as z from "zod";
import type { TurnTaking } from "../../../shared/speech-settings.ts";
import { ClientError } from "./client-error.ts";
import type { DemoCall, WorkersAiCall } from "./rpc.ts";
import { MODEL, newId, RATE } from "./wire.ts";

/** This agent hears and speaks only PCM at 24 kHz. */
const format = z.strictObject({ type: z.literal("audio/pcm"), rate: z.literal(RATE).default(RATE) });
const voice = z.union([z.string().min(1).max(64), z.strictObject({ id: z.string().min(1).max(64) })]);
const modalities = z.array(z.enum(["audio", "text"])).length(1);
const maxTokens = z.union([z.literal("inf"), z.int().min(1).max(4096)]);
const tools = z
  .array(
    z.strictObject({
      type: z.literal("function"),
      name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
      description: z.string().optional(),
      parameters: z.record(z.string(), z.unknown()).optional(),
    }),
  )
  .max(128);
const toolChoice = z.union([
  z.enum(["none", "auto", "required"]),
  z.strictObject({ type: z.literal("function"), name: z.string() }),
]);

const serverVad = z.strictObject({
  type: z.literal("server_vad"),
  threshold: z.number().min(0).max(1).optional(),
  prefix_padding_ms: z.int().min(0).max(5_000).optional(),
  silence_duration_ms: z.int().min(50).max(10_000).optional(),
  idle_timeout_ms: z.int().min(5_000).max(30_000).nullish(),
  create_response: z.boolean().optional(),
  interrupt_response: z.boolean().optional(),
});
/** Treated like server VAD: this agent knows when speech stops, but not what was meant. */
const semanticVad = z.strictObject({
  type: z.literal("semantic_vad"),
  eagerness: z.enum(["low", "medium", "high", "auto"]).optional(),
  create_response: z.boolean().optional(),
  interrupt_response: z.boolean().optional(),
});

/** Taken and shown as it is; the agent's own recogniser decides. */
const transcription = z.strictObject({
  model: z.string().optional(),
  language: z.string().optional(),
  languages: z.array(z.string()).optional(),
  prompt: z.string().optional(),
  keywords: z.array(z.string()).optional(),
  delay: z.string().optional(),
});
const input = z.strictObject({
  format: format.optional(),
  noise_reduction: z.looseObject({ type: z.enum(["near_field", "far_field"]).optional() }).nullish(),
  transcription: transcription.nullish(),
  turn_detection: z.discriminatedUnion("type", [serverVad, semanticVad]).nullish(),
});
const output = z.strictObject({
  format: format.optional(),
  voice: voice.optional(),
  speed: z.number().min(0.25).max(1.5).optional(),
});

/** The fields of a session that a client may change. */
export const sessionUpdate = z.strictObject({
  type: z.literal("realtime"),
  model: z.string().optional(),
  instructions: z.string().max(65_536).optional(),
  output_modalities: modalities.optional(),
  audio: z.strictObject({ input: input.optional(), output: output.optional() }).optional(),
  tools: tools.optional(),
  tool_choice: toolChoice.optional(),
  parallel_tool_calls: z.boolean().optional(),
  reasoning: z.looseObject({}).optional(),
  max_output_tokens: maxTokens.optional(),
  prompt: z.looseObject({ id: z.string() }).nullish(),
  include: z.array(z.string()).nullish(),
  tracing: z.union([z.literal("auto"), z.looseObject({})]).nullish(),
  truncation: z.union([z.enum(["auto", "disabled"]), z.looseObject({})]).optional(),
});
export type SessionUpdate = z.infer<typeof sessionUpdate>;

/** The fields that a client may set for one response. */
export const responseParams = z.strictObject({
  instructions: z.string().max(65_536).optional(),
  input: z.array(z.unknown()).nullish(),
  conversation: z.enum(["auto", "none"]).optional(),
  metadata: z.record(z.string(), z.string()).nullish(),
  output_modalities: modalities.optional(),
  audio: z.strictObject({ output: output.omit({ speed: true }).optional() }).optional(),
  tools: tools.optional(),
  tool_choice: toolChoice.optional(),
  parallel_tool_calls: z.boolean().optional(),
  reasoning: z.looseObject({}).optional(),
  max_output_tokens: maxTokens.optional(),
  prompt: z.looseObject({ id: z.string() }).nullish(),
});
export type ResponseParams = z.infer<typeof responseParams>;

/** Server VAD with all values set; milliseconds. */
export interface TurnDetection {
  type: "server_vad" | "semantic_vad";
  threshold: number;
  prefix_padding_ms: number;
  silence_duration_ms: number;
  create_response: boolean;
  interrupt_response: boolean;
  [option: string]: unknown;
}

/** The whole effective session, as `session.created` shows it. */
export interface Session {
  type: "realtime";
  object: "realtime.session";
  id: string;
  model: string;
  expires_at: number;
  output_modalities: ("audio" | "text")[];
  instructions: string;
  tools: NonNullable<SessionUpdate["tools"]>;
  tool_choice: NonNullable<SessionUpdate["tool_choice"]>;
  audio: {
    input: {
      format: z.infer<typeof format>;
      noise_reduction: null;
      transcription: object | null;
      turn_detection: TurnDetection | null;
    };
    output: { format: z.infer<typeof format>; voice: z.infer<typeof voice>; speed: number };
  };
  max_output_tokens: number | "inf";
  /** Names of the fields that the page has set itself. */
  set_by_page?: string[];
  [option: string]: unknown;
}

const VAD: TurnDetection = {
  type: "server_vad",
  threshold: 0.5,
  prefix_padding_ms: 300,
  silence_duration_ms: 500,
  idle_timeout_ms: null,
  create_response: true,
  interrupt_response: true,
};

/** Turn detection by the agent's settings; server VAD by default. */
function wantedTurns(turns: TurnTaking | null | undefined): TurnDetection {
  if (!turns) return VAD;
  const { mode, eagerness = "auto", silence_ms = 0 } = turns;
  if (mode === "silence") return { ...VAD, silence_duration_ms: silence_ms || VAD.silence_duration_ms };
  const semantic = turnDetection(VAD, { type: "semantic_vad", eagerness }) ?? VAD;
  // Here silence ends a turn in both modes.
  return { ...semantic, silence_duration_ms: Math.max(semantic.silence_duration_ms, silence_ms) };
}

/** @param expires_at Unix seconds at which the session ends. */
export function newSession(call: DemoCall | WorkersAiCall, expires_at: number): Session {
  const model = call.kind === "demo" ? MODEL : call.chat_model;
  return {
    type: "realtime",
    object: "realtime.session",
    id: newId("sess"),
    model,
    expires_at,
    output_modalities: ["audio"],
    instructions: call.instructions,
    tools: call.tools.map(({ name, description, parameters }) => ({ type: "function", name, description, parameters })),
    tool_choice: "auto",
    audio: {
      input: {
        format: { type: "audio/pcm", rate: RATE },
        noise_reduction: null,
        transcription: { model },
        turn_detection: { ...wantedTurns(call.turn_taking), interrupt_response: !call.uninterrupted },
      },
      output: { format: { type: "audio/pcm", rate: RATE }, voice: call.voice, speed: 1 },
    },
    max_output_tokens: "inf",
    tracing: null,
    truncation: "auto",
    prompt: null,
    include: null,
  };
}

/** Characters of a session as JSON: it must fit into one stored value. */
const MAX_SESSION = 500_000;

/**
 * The session with the update applied over it, field by field. What this agent cannot do (another speed, noise
 * reduction, an idle timeout) is off in the result, whatever was asked.
 * @param spoken whether the conversation already holds audio of the agent: its voice is fixed from then on
 * @throws ClientError
 */
export function updateSession(session: Session, update: SessionUpdate, spoken: boolean): Session {
  const { audio, ...plain } = update;
  if (plain.model !== undefined && plain.model !== session.model)
    throw new ClientError("cannot_update_model", "A session's model cannot be changed.", "session.model");
  const wanted = audio?.output?.voice;
  if (spoken && wanted !== undefined && JSON.stringify(wanted) !== JSON.stringify(session.audio.output.voice))
    throw new ClientError(
      "cannot_update_voice",
      "Cannot update a conversation's voice if assistant audio is present.",
      "session.audio.output.voice",
    );
  const { turn_detection, ...heard } = audio?.input ?? {};
  const updated = {
    ...session,
    ...plain,
    set_by_page: [...new Set([...(session.set_by_page ?? []), ...Object.keys(plain)])],
    audio: {
      input: {
        ...session.audio.input,
        ...heard,
        noise_reduction: null,
        transcription: heard.transcription === undefined ? session.audio.input.transcription : heard.transcription,
        turn_detection: turnDetection(session.audio.input.turn_detection, turn_detection),
      },
      output: { ...session.audio.output, ...audio?.output, speed: 1 },
    },
  };
  if (JSON.stringify(updated).length > MAX_SESSION)
    throw new ClientError(
      "session_too_large",
      `A session may have at most ${MAX_SESSION} characters as JSON.`,
      "session",
    );
  return updated;
}

type TurnUpdate = NonNullable<NonNullable<SessionUpdate["audio"]>["input"]>["turn_detection"];

function turnDetection(now: TurnDetection | null, update: TurnUpdate): TurnDetection | null {
  if (update === undefined) return now;
  if (update === null) return null;
  const base = now?.type === update.type ? now : { ...VAD, type: update.type };
  if (update.type === "server_vad") return { ...base, ...update, idle_timeout_ms: null };
  const eagerness = update.eagerness ?? (now?.eagerness as string | undefined) ?? "auto";
  const silence_duration_ms = { low: 900, high: 300 }[eagerness] ?? VAD.silence_duration_ms;
  return { ...base, ...update, eagerness, silence_duration_ms };
}
