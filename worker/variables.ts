import * as z from "zod";
import { VISITOR_MINUTE_LIMIT } from "../shared/limits.ts";
import { ALL_VENDORS, type AnyVendor, EMBEDDING_VENDORS, SLOT_VENDORS, type VariableKind } from "../shared/vendors.ts";

const httpUrl = (standard: string) =>
  z
    .url({ protocol: /^https?$/, error: "write an http(s) address" })
    .default(standard)
    .transform((value) => value.replace(/\/+$/, ""));
const optionalHttpUrl = z
  .url({ protocol: /^https?$/, error: "write an http(s) address" })
  .transform((value) => value.replace(/\/+$/, ""))
  .optional();
const secret = z.string().trim().min(1).optional();

const KINDS = {
  secret,
  text: secret,
  address: optionalHttpUrl,
  "workers-ai-model": z
    .string()
    .regex(/^@(cf|hf)\/[\w.-]+\/[\w.-]+$/, "write a model of Workers AI, such as @cf/zai-org/glm-4.7-flash")
    .optional(),
};
type SchemaOf<Kind> = Kind extends keyof typeof KINDS ? (typeof KINDS)[Kind] : ReturnType<typeof httpUrl>;
type VariablesOf<Vendor> = Vendor extends AnyVendor
  ? (facts: (typeof ALL_VENDORS)[Vendor]["variables"]) => void
  : never;
type OfAll = VariablesOf<AnyVendor> extends (facts: infer All) => void ? All : never;

const vendorVariables = Object.fromEntries(
  Object.values(ALL_VENDORS).flatMap(({ variables }) =>
    Object.entries<VariableKind>(variables).map(([name, kind]) => [
      name,
      kind in KINDS ? KINDS[kind as keyof typeof KINDS] : httpUrl(kind),
    ]),
  ),
) as { [Name in keyof OfAll]: SchemaOf<OfAll[Name]> };

/** The newest signs, all of them are accepted. */
export type RotatingSecret = readonly [newest: string, ...older: string[]];

const splitSecrets = (value: string): RotatingSecret => {
  const [newest = "", ...older] = value.split(",").map((part) => part.trim());
  return [newest, ...older];
};

/** One or two secrets separated by a comma. */
const rotatingSecret = (missing: string) =>
  z
    .string({ error: missing })
    .transform(splitSecrets)
    .refine((parts) => parts.length <= 2, "give one secret, or two separated by a comma while rotating")
    .refine((parts) => parts.every((part) => part.length >= 16), "each secret needs at least 16 characters");

const variables = z.object({
  ENVIRONMENT: z.enum(["development", "production"]).default("production"),
  PROVIDER_A: z.enum(SLOT_VENDORS).default("demo"),
  PROVIDER_B: z.enum(SLOT_VENDORS).default("demo"),
  ...vendorVariables,
  TURN_KEY_ID: secret,
  TURN_KEY_TOKEN: secret,
  TURN_BASE_URL: httpUrl("https://rtc.live.cloudflare.com"),
  /** Cloudflare Turnstile before a start; off without the secret. */
  TURNSTILE_SECRET: secret,
  TURNSTILE_SITE_KEY: secret,
  TURNSTILE_BASE_URL: httpUrl("https://challenges.cloudflare.com/turnstile/v0"),
  KEY_SECRET: rotatingSecret("set it to at least 16 random characters, e.g. with: openssl rand -hex 32"),
  ADMIN_TOKEN: rotatingSecret("set it to at least 16 random characters"),
  /** Cloudflare Access in front of the console: the team's address, and the application's audience tag. */
  ACCESS_TEAM_URL: optionalHttpUrl,
  ACCESS_AUDIENCE: secret,
  /** The share of requests that are logged; failures always are. */
  LOG_SAMPLE: z.coerce.number({ error: "write a number from 0 to 1" }).min(0).max(1).default(1),
  /** Any server that speaks OpenAI's chat completions; without it a model of Workers AI is used through the binding. */
  ANALYSIS_BASE_URL: optionalHttpUrl,
  ANALYSIS_API_KEY: secret,
  ANALYSIS_MODEL: secret,
  /** Who embeds what agents know; else the vendor whose key is there, `off` for words alone. */
  EMBEDDINGS: z.enum([...EMBEDDING_VENDORS, "off"]).optional(),
  /** A server that speaks OpenAI's embeddings, up to `/v1`. */
  EMBEDDINGS_BASE_URL: optionalHttpUrl,
  EMBEDDINGS_API_KEY: secret,
  EMBEDDINGS_MODEL: secret,
  /** Whether `CF-Connecting-IP` can be trusted: only behind Cloudflare's edge clients cannot forge it. */
  VISITOR_ADDRESS: z.enum(["cloudflare", "none"]).default("cloudflare"),
  /** 0 turns the per-visitor limits of keys off. */
  VISITOR_MINUTE_LIMIT: z.coerce
    .number({ error: "write a whole number, 0 for no limit" })
    .int()
    .min(0)
    .default(VISITOR_MINUTE_LIMIT),
});
export type Variables = z.infer<typeof variables>;
export const VARIABLE_NAMES = variables.keyof().options;

/** What is wrong with the value of this variable, `undefined` where nothing is. */
export const faultOf = (name: keyof Variables, value: string): string | undefined =>
  variables.shape[name].safeParse(value.trim()).error?.issues[0]?.message;

/** An empty variable means that it is not set. `echo … | wrangler secret put` ends a value with a line break. */
const named = (bindings: object) =>
  Object.fromEntries(
    VARIABLE_NAMES.flatMap((name) => {
      const raw = (bindings as Record<string, unknown>)[name];
      const value = typeof raw === "string" ? raw.trim() : raw;
      return value === undefined || value === "" ? [] : [[name, value]];
    }),
  );

/** The Worker is configured wrongly. The message names each variable and what to write there, never a value. */
export class InvalidVariables extends Error {
  override name = "InvalidVariables";
}

const parsed = new WeakMap<object, Variables>();

/** The variables that `readVariables` has parsed, `undefined` before its first call. */
export const knownVariables = (bindings: object): Variables | undefined => parsed.get(bindings);

/**
 * The Worker's variables, parsed once per isolate.
 * @throws InvalidVariables
 */
export function readVariables(bindings: object): Variables {
  const known = knownVariables(bindings);
  if (known) return known;
  const result = variables.safeParse(named(bindings));
  if (!result.success)
    throw new InvalidVariables(
      result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; "),
    );
  parsed.set(bindings, result.data);
  return result.data;
}
