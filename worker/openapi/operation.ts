import type { Context } from "hono";
import type * as z from "zod";
import type { ErrorCode } from "../../shared/errors.ts";
import type { BoundedAction } from "../../shared/limits.ts";
import type { AppEnv } from "../http/app-env.ts";
import { type BodyLimit, type ExtraFaults, readBody, readOptionalBody } from "../http/read-request.ts";
import type { Access } from "./access.ts";
import type { HeaderName } from "./headers.ts";
import type { Parameter } from "./parameters.ts";
import type { SchemaName } from "./schemas.ts";
import type { Tag } from "./tags.ts";

export interface Answer {
  description: string;
  schema?: SchemaName;
  /** Media type where it is not JSON. */
  mediaType?: string;
  headers?: HeaderName[];
}

/**
 * What an operation says of itself. The rest follows from its route: method, path and its parameters, and who may call it
 * from the guards. Plain data: a Worker makes all of it before its first request, so nothing here may cost time.
 */
export interface Declaration<Body extends z.ZodType = z.ZodType> {
  id: string;
  summary: string;
  description?: string;
  /** Where it does not stand in the chapter of its file. */
  tag?: Tag;
  /** Who may call, where no guard stands before it. */
  access?: Access;
  /** What `readQuery` of the handler reads; each field says what it is. With a `page` also what pages through it. */
  query?: z.ZodObject;
  /** Headers that it reads. */
  headers?: Parameter[];
  /** What is sent; `readBody` of the handler reads it. */
  body?: Body;
  /** Nothing sent counts as `{}`. */
  bodyOptional?: true;
  /** Where it may be longer than usual. */
  bodyLimit?: BodyLimit;
  /** Media type of a body that is plain text, in place of `body`. */
  textBody?: string;
  /** By status: those below 400, and refusals with a body of their own. A text stands for an answer without a body. */
  answers?: Record<number, string | Answer>;
  /** In place of `answers`: a page of a list, with the parameters that page through it. */
  page?: SchemaName;
  /** Refusals beyond those of its `:id`, its guards, its body, its bounds and its parameters. */
  errors?: ErrorCode[];
  /** What bounds it in number and rate. */
  bounds?: BoundedAction[];
  /** Takes an `Idempotency-Key`. */
  repeatable?: true;
  handle(c: Context<AppEnv>, readBody: ReadBody<Body>): Response | Promise<Response>;
}

/**
 * The body, parsed with the declared schema.
 * @throws ApiError 413 over the limit; ValidationError with every fault
 */
export type ReadBody<Body extends z.ZodType> = (unseen?: ExtraFaults) => Promise<z.output<Body>>;

/** A handler that can be looked up in the document. */
export interface Operation {
  (c: Context<AppEnv>): Response | Promise<Response>;
  declared: Declaration & { tag: Tag };
}

/**
 * Operations of one chapter of the document: `export const update = operation({ id: "updateAgent", …, async handle(c) {…} })`.
 */
export const operationsOf =
  (tag: Tag) =>
  <Body extends z.ZodType>(declared: Declaration<Body>): Operation =>
    Object.assign((c: Context<AppEnv>) => declared.handle(c, (unseen) => read(c, declared, unseen)), {
      declared: { tag, ...declared },
    });

function read<Body extends z.ZodType>(c: Context<AppEnv>, declared: Declaration<Body>, unseen?: ExtraFaults) {
  const { id, body, bodyOptional, bodyLimit } = declared;
  if (!body) throw new Error(`${id} declares no body`);
  return bodyOptional ? readOptionalBody(c, body, unseen) : readBody(c, body, unseen, bodyLimit);
}
