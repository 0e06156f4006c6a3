import type { Hono } from "hono";
import type { ErrorCode } from "../../shared/errors.ts";
import type { AppEnv } from "../http/app-env.ts";
import type { Access, Guard } from "./access.ts";
import type { Answer, Declaration, Operation } from "./operation.ts";
import { type Parameter, queryParameters } from "./parameters.ts";
import { notFoundOf, pathParameters } from "./path-parameters.ts";
import { nameOf, type SchemaName } from "./schemas.ts";

type Routes = Hono<AppEnv>["routes"];
type Route = Routes[number];

/** A declaration, and what follows from its place in the map. */
export interface RoutedOperation
  extends Omit<Operation["declared"], "body" | "query" | "headers" | "answers" | "errors" | "handle"> {
  method: string;
  /** With its parameters in braces. */
  path: string;
  access: Access;
  parameters: Parameter[];
  body?: SchemaName;
  answers: Record<number, Answer>;
  errors: ErrorCode[];
}

const idempotencyKey: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "Your own name for this call: the same request again changes nothing and gets the same answer; a different request is a 409.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
  example: "invoice-2026-09-17",
};

export const declarationOf = ({ handler }: Route): Operation["declared"] | undefined =>
  (handler as Partial<Operation>).declared;

/** `/embed/:key{[^/]+\\.js}` → `/embed/{key}.js` */
const documentedPath = (path: string) => path.replace(/:(\w+)(?:\{\[\^\/\]\+\\(\.\w+)\})?/g, "{$1}$2");

const standsBefore = (guard: Route, { method, path }: Route) =>
  (guard.method === "ALL" || guard.method === method) &&
  (guard.path === path || (guard.path.endsWith("/*") && path.startsWith(guard.path.slice(0, -1))));

/** Whom the last guard before the route lets through; a declaration says it where none stands. */
function accessOf(route: Route, declared: Declaration, routes: Routes): Access {
  const guard = routes.findLast((other) => "access" in other.handler && standsBefore(other, route));
  const access = (guard?.handler as Guard | undefined)?.access ?? declared.access;
  if (!access) throw new Error(`${declared.id} has no guard: give it one in worker/app.ts, or declare its \`access\``);
  return access;
}

function answersOf({ id, answers = {}, page }: Declaration): Record<number, Answer> {
  const all = page ? { 200: { description: "A page.", schema: page } } : answers;
  const each = Object.entries(all).map(([status, answer]): [string, Answer] => [
    status,
    typeof answer === "string" ? { description: answer } : answer,
  ]);
  const lacking = each.find(([status, { schema, mediaType }]) => /^20[0-3]$/.test(status) && !schema && !mediaType);
  if (each.length === 0 || (lacking && !("101" in all)))
    throw new Error(
      `${id} answers ${lacking?.[0] ?? "nothing"} without a schema: name that of its body in \`answers\``,
    );
  return Object.fromEntries(each);
}

/** @throws Error that says what its declaration lacks */
export function routedOperation(route: Route, declared: Operation["declared"], routes: Routes): RoutedOperation {
  const { handle: _, body, query, headers = [], repeatable, page, errors = [], ...rest } = declared;
  const path = documentedPath(route.path);
  const name = body && nameOf(body);
  if (body && !name) throw new Error(`${declared.id} takes a body without a name: add it in worker/openapi/schemas.ts`);
  return {
    ...rest,
    method: route.method.toLowerCase(),
    path,
    access: accessOf(route, declared, routes),
    parameters: [
      ...pathParameters(path),
      ...headers,
      ...(repeatable ? [idempotencyKey] : []),
      ...queryParameters(query, page !== undefined),
    ],
    ...(name && { body: name }),
    answers: answersOf(declared),
    errors: [...notFoundOf(path), ...errors],
  };
}

/** Every declared operation of the map, in its order. */
export const routedOperations = (routes: Routes): RoutedOperation[] =>
  routes.flatMap((route) => {
    const declared = declarationOf(route);
    return declared ? [routedOperation(route, declared, routes)] : [];
  });
