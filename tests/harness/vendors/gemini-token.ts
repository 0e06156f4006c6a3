import { randomBytes } from "node:crypto";
import type { ApiReply, ApiRequest, HttpApi } from "./http-api.ts";

// biome-ignore lint/suspicious/noExplicitAny: whatever a client sends.
export type Message = Record<string, any>;

export const MINT = "/v1alpha/auth_tokens";
const LONGEST_MS = 20 * 3600_000;
const FIELDS = ["uses", "expireTime", "newSessionExpireTime", "bidiGenerateContentSetup", "fieldMask"];
const SETUP_FIELDS = [
  "model",
  "generationConfig",
  "systemInstruction",
  "tools",
  "realtimeInputConfig",
  "inputAudioTranscription",
  "outputAudioTranscription",
  "contextWindowCompression",
  "sessionResumption",
  "historyConfig",
];
const GENERATION_FIELDS = [
  "responseModalities",
  "temperature",
  "speechConfig",
  "thinkingConfig",
  "maxOutputTokens",
  "topP",
  "topK",
];

export interface Token {
  setup: Message | null;
  mask: string[];
  connect_until: number;
  talk_until: number;
  uses_left: number;
}

/** Why a set-up is refused, or `null`. */
export function faultOf(setup: Message): string | null {
  const unknown =
    Object.keys(setup).find((name) => !SETUP_FIELDS.includes(name)) ??
    Object.keys(setup.generationConfig ?? {}).find((name) => !GENERATION_FIELDS.includes(name));
  if (unknown) return `Unknown name "${unknown}"`;
  for (const tool of setup.tools ?? [])
    for (const { parametersJsonSchema, parameters, name } of tool.functionDeclarations ?? [])
      if (!name || parameters?.additionalProperties !== undefined || !parametersJsonSchema) return "Invalid function";
  return null;
}

/** Why a model does not take a whole set-up, or `null`. */
export function modelFaultOf({ model = "", generationConfig = {}, tools = [] }: Message): string | null {
  const { thinkingLevel, thinkingBudget } = generationConfig.thinkingConfig ?? {};
  if (!/gemini-3\.8-live-extended-thinking$/.test(model))
    return /gemini-3\.8-live$/.test(model) && generationConfig.thinkingConfig ? `${model} does not think` : null;
  if ((thinkingLevel === undefined) === (thinkingBudget === undefined))
    return "Exactly one of thinking_level and thinking_budget must be set";
  const behaviors = tools.flatMap((tool: Message) =>
    (tool.functionDeclarations ?? []).map((one: Message) => one.behavior),
  );
  return behaviors.includes("BLOCKING") ? "Only NON_BLOCKING functions are supported" : null;
}

/** `POST /v1alpha/auth_tokens`. */
export function mintToken(
  { header, body }: ApiRequest,
  key: string,
  tokens: Map<string, Token>,
  api: HttpApi,
): ApiReply {
  if (header("x-goog-api-key") !== key) return api.refusal(400, "INVALID_ARGUMENT", "API key not valid");
  const asked = JSON.parse(body || "{}") as Message;
  const refuse = (why: string) => api.refusal(400, "INVALID_ARGUMENT", why);
  const unknown = Object.keys(asked).find((name) => !FIELDS.includes(name));
  if (unknown) return refuse(`Unknown name "${unknown}"`);
  const now = Date.now();
  const times = [asked.newSessionExpireTime ?? now + 60_000, asked.expireTime ?? now + 1_800_000].map((time) =>
    new Date(time).getTime(),
  );
  if (times.some((time) => !(time > now && time < now + LONGEST_MS))) return refuse("times must be within 20 hours");
  const setup = (asked.bidiGenerateContentSetup ?? null) as Message | null;
  const fault = setup && faultOf(setup);
  if (fault) return refuse(fault);
  const mask = asked.fieldMask ? String(asked.fieldMask).split(",") : [];
  const stray = mask.find((path) => !SETUP_FIELDS.includes(path.split(".")[0] ?? ""));
  if (stray !== undefined) return refuse(`Invalid field mask ${stray}`);
  const name = `auth_tokens/${randomBytes(20).toString("hex")}`;
  const [connect_until = 0, talk_until = 0] = times;
  tokens.set(name, {
    setup,
    mask,
    connect_until,
    talk_until,
    uses_left: asked.uses === 0 ? Number.POSITIVE_INFINITY : (asked.uses ?? 1),
  });
  return { status: 200, body: { name } };
}

/**
 * What a session works with. Without a set-up in the token: the client's. Without a mask: the token's, whatever the
 * client says. With one: the client's, the masked fields from the token.
 */
export function effective({ setup, mask }: Token, sent: Message): Message {
  if (!setup) return sent;
  if (!mask.length) return setup;
  const whole = { ...sent };
  for (const path of mask) {
    if (setup[path] === undefined) delete whole[path];
    else whole[path] = setup[path];
  }
  return whole;
}
