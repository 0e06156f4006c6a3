import type { Context } from "hono";
import * as z from "zod";
import type { ErrorCode, Fault } from "../../shared/errors.ts";
import { isObject } from "../../shared/is-object.ts";
import { MAX_BODY_BYTES } from "../../shared/limits.ts";
import { outOfBounds } from "../deep-json.ts";
import { readCapped, TooLarge } from "../outbound/read-capped.ts";
import { parseWholeJson } from "../whole-json.ts";
import type { AppEnv } from "./app-env.ts";
import { ApiError, ValidationError, valueError } from "./errors.ts";
import { faults } from "./validation.ts";

const invalidJson = (msg: string, at = 0) => new ValidationError([{ type: "json_invalid", loc: ["body", at], msg }]);

/** The most bytes that a body may have, and the refusal of a longer one. */
export interface BodyLimit {
  bytes: number;
  error: ErrorCode;
  /** The most values that its JSON may have, where it may be so long that they would fill the memory. */
  values?: number;
}
const USUAL_LIMIT: BodyLimit = { bytes: MAX_BODY_BYTES, error: "body_too_large" };

/** Reads no more than is allowed, whatever `Content-Length` says. */
async function readBytes(request: Request, limit: BodyLimit): Promise<Uint8Array> {
  const length = request.headers.get("Content-Length");
  if (Number(length ?? 0) > limit.bytes) throw new ApiError(limit.error);
  // The runtime delivers no more than `Content-Length`, and reading at once is much cheaper than in chunks.
  if (length !== null) {
    const whole = new Uint8Array(await request.arrayBuffer());
    if (whole.byteLength > limit.bytes) throw new ApiError(limit.error);
    return whole;
  }
  try {
    return await readCapped(request.body, limit.bytes);
  } catch (error) {
    if (error instanceof TooLarge) throw new ApiError(limit.error);
    throw error;
  }
}

/** Waits for the body before its route reads it, which says what is wrong with it. */
export async function receiveBody(c: Context<AppEnv>, limit = USUAL_LIMIT): Promise<void> {
  const body = readBytes(c.req.raw, limit);
  c.set("body", body);
  await body.catch(() => {});
}

const bytesOf = (c: Context<AppEnv>, limit: BodyLimit): Promise<Uint8Array> =>
  c.get("body") ?? readBytes(c.req.raw, limit);

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

function parseJson(bytes: Uint8Array, { values = Number.POSITIVE_INFINITY }: BodyLimit): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw invalidJson("JSON decode error: the body is not UTF-8");
  }
  const beyond = outOfBounds(text, values);
  if (beyond) throw invalidJson(`JSON decode error: ${beyond.why}`, beyond.at);
  try {
    return parseWholeJson(text);
  } catch (error) {
    const at = /position (\d+)/.exec(String(error))?.[1];
    throw invalidJson("JSON decode error", at === undefined ? text.length : Number(at));
  }
}

/**
 * Faults that a schema cannot find, as of a hash that needs a secret. They are asked for only if the schema found
 * others, so that all are listed at once; otherwise the route itself reports them.
 */
export type ExtraFaults = (body: Record<string, unknown>) => Fault[] | Promise<Fault[]>;

async function checked<T extends z.ZodType>(body: unknown, schema: T, unseen?: ExtraFaults): Promise<z.output<T>> {
  const result = schema.safeParse(body, { reportInput: true });
  if (result.success) return result.data;
  const seen = faults(result.error.issues, "body");
  const more = isObject(body) && unseen ? await unseen(body) : [];
  const places = new Set(seen.map(({ loc }) => loc.join()));
  throw new ValidationError([...seen, ...more.filter(({ loc }) => !places.has(loc.join()))]);
}

/**
 * The request's JSON body, parsed with the schema. Any content type is accepted, since `sendBeacon` cannot choose it.
 * @throws ApiError 413 over the limit, 64 KiB unless said otherwise; ValidationError with every fault
 */
export async function readBody<T extends z.ZodType>(
  c: Context<AppEnv>,
  schema: T,
  unseen?: ExtraFaults,
  limit = USUAL_LIMIT,
): Promise<z.output<T>> {
  const bytes = await bytesOf(c, limit);
  if (bytes.byteLength === 0) throw new ValidationError([{ type: "missing", loc: ["body"], msg: "Field required" }]);
  return checked(parseJson(bytes, limit), schema, unseen);
}

/**
 * The request's body as text; invalid UTF-8 becomes U+FFFD.
 * @throws ApiError 413 over 64 KiB
 */
export const readText = async (c: Context<AppEnv>): Promise<string> =>
  new TextDecoder().decode(await readBytes(c.req.raw, USUAL_LIMIT));

/** Like `readBody`, for a body that may be missing, which counts as `{}`. */
export async function readOptionalBody<T extends z.ZodType>(
  c: Context<AppEnv>,
  schema: T,
  unseen?: ExtraFaults,
): Promise<z.output<T>> {
  const bytes = await bytesOf(c, USUAL_LIMIT);
  return checked(bytes.byteLength === 0 ? {} : parseJson(bytes, USUAL_LIMIT), schema, unseen);
}

/**
 * The request's query, parsed with the schema: the first value of each name, a string. Unknown names are ignored.
 * @throws ValidationError with every fault of it
 */
export function readQuery<T extends z.ZodType>(c: Context<AppEnv>, schema: T): z.output<T> {
  const result = schema.safeParse(c.req.query(), { reportInput: true });
  if (!result.success) throw new ValidationError(faults(result.error.issues, "query"));
  return result.data;
}

/** An integer as a query carries it; any that a double holds exactly, where no bounds are given. */
export const queryInteger = (
  { min, max }: { min?: number; max?: number },
  about: { description: string; example?: number },
) =>
  z
    .string()
    .transform((text, check) => {
      const value = /^[+-]?\d{1,16}$/.test(text.trim()) ? Number(text) : Number.NaN;
      const fail = (fault: string, message: string) => {
        check.issues.push({ code: "custom", input: text, message, params: { fault } });
        return z.NEVER;
      };
      if (Number.isNaN(value))
        return fail("int_parsing", "Input should be a valid integer, unable to parse string as an integer");
      const [least, most] = [min ?? Number.MIN_SAFE_INTEGER, max ?? Number.MAX_SAFE_INTEGER];
      if (value < least) return fail("greater_than_equal", `Input should be greater than or equal to ${least}`);
      if (value > most) return fail("less_than_equal", `Input should be less than or equal to ${most}`);
      return value;
    })
    .meta({
      type: "integer",
      ...(min !== undefined && { minimum: min }),
      ...(max !== undefined && { maximum: max }),
      ...about,
    });

/** `true` or `false` as a query carries it. */
export const queryFlag = (description: string) =>
  z
    .enum(["true", "false"], { error: "Write true or false" })
    .transform((text) => text === "true")
    .meta({ type: "boolean", enum: undefined, description });

/** Which calls a list or a sum is about. */
export const queryTestCalls = queryFlag("`true`: only test calls from the console; `false`: all others.");

/** A UTC day of a query. */
export const queryDay = (what: string) =>
  z.iso
    .date("Write a UTC date as YYYY-MM-DD")
    .meta({ description: `${what}, UTC, YYYY-MM-DD.`, example: "2026-09-01", pattern: undefined });

/** @throws ValidationError where the first of a query's days is after the last */
export function requireInOrder({ from, to }: { from?: string | undefined; to?: string | undefined }): void {
  if (from !== undefined && to !== undefined && from > to)
    throw valueError(["query", "from"], "Write a day that is not after `to`");
}

/** A cursor of ours: a caller need not know what is in it, and the document does not say. */
export const queryCursor = (text: z.ZodString) =>
  text.meta({ description: "`next_cursor` of the previous page.", pattern: undefined, maxLength: undefined });

/** A row's id from the path, `null` for anything else: it names nothing, so the answer is the resource's own 404. */
export function pathId(c: Context<AppEnv>): number | null {
  const text = c.req.param("id") ?? "";
  const value = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
  return value !== null && Number.isSafeInteger(value) ? value : null;
}
