import fc from "fast-check";
import { VERSION } from "../../../shared/version.ts";
import { app } from "../../../worker/app.ts";
import { openApiDocument } from "../../../worker/openapi/document.ts";
import { type RoutedOperation, routedOperations } from "../../../worker/openapi/routed-operation.ts";
import { hostileBody, hostileHeaders, hostileJson, hostileQuery, hostileSegment } from "./hostile.ts";
import { valid } from "./schema-arbitrary.ts";

/** One request as it travels. */
export interface FuzzRequest {
  /** The documented operation it was made from, `null` where the path is none. */
  operation: string | null;
  method: string;
  target: string;
  headers: Record<string, string>;
  body: Buffer | null;
}

/** What really exists, for requests that should get far. */
export interface Fixture {
  project: number;
  org: number;
  agent: number;
  external: number;
  /** Some running sessions: events end them one by one. */
  sessions: string[];
  keys: string[];
  tokens: string[];
}

const schemas = openApiDocument(VERSION, app.routes).components.schemas;
const OPERATIONS = routedOperations(app.routes);
/** Those that the runtime knows; it refuses others by itself, before the Worker. */
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "QUERY", "LOCK"];
const JUNK_KEYS = [
  "svc_pk_",
  "svc_pk_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  `svc_pk_${"A".repeat(4_000)}`,
  "SVC_PK_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  "svc_pk_\u00e9AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  "' OR 1=1 --",
  "__proto__",
  "null",
];

/** Operations that would take away what the other requests need. */
const DESTRUCTIVE = /^(delete|revoke|regenerate|update|rotate|end|forget)/;
const UNUSED = fc.constant("987654");

/** Another method may make another operation of the same path. */
const reached = (operation: RoutedOperation, method: string): RoutedOperation =>
  OPERATIONS.find(({ path, method: own }) => path === operation.path && own.toUpperCase() === method) ?? operation;

function idFor(operation: RoutedOperation, fixture: Fixture): fc.Arbitrary<string> {
  if (operation.path.includes("/sessions/")) return fc.constantFrom(...fixture.sessions);
  if (operation.path.includes("/organizations/")) return fc.constant(String(fixture.org));
  if (operation.path.includes("/agents/")) return fc.constant(String(fixture.agent));
  return fc.constant(String(fixture.project));
}

/** The sessions are there to be ended; of all else, what takes away gets an id that nobody needs. */
function segmentFor(name: string, operation: RoutedOperation, fixture: Fixture): fc.Arbitrary<string> {
  const hostile = (arbitrary: fc.Arbitrary<string>) => [
    { weight: 3, arbitrary },
    { weight: 2, arbitrary: hostileSegment },
  ];
  if (name === "{session_id}") return fc.oneof(...hostile(fc.constantFrom(...fixture.sessions)));
  if (name === "{subject}") return fc.oneof(...hostile(fc.constant("nobody")));
  if (DESTRUCTIVE.test(operation.id) && !operation.path.includes("/sessions/"))
    return fc.oneof(...hostile(UNUSED)).filter((segment) => !/^\d{1,4}$/.test(segment));
  return fc.oneof(...hostile(idFor(operation, fixture)));
}

const target = (operation: RoutedOperation, fixture: Fixture): fc.Arbitrary<string> => {
  const segments = operation.path
    .split("/")
    .map((segment) => (segment.startsWith("{") ? segmentFor(segment, operation, fixture) : fc.constant(segment)));
  const query = operation.parameters.some((parameter) => parameter.in === "query")
    ? fc.oneof(fc.constant(`?agent_id=${fixture.external}`), hostileQuery)
    : fc.oneof({ weight: 4, arbitrary: fc.constant("") }, { weight: 1, arbitrary: hostileQuery });
  return fc.tuple(fc.tuple(...segments), query).map(([path, rest]) => path.join("/") + rest);
};

/** Real ids in their places, so that a valid body means something. */
const meaningful = (body: fc.Arbitrary<unknown>, fixture: Fixture) =>
  fc.tuple(body, fc.constantFrom(...fixture.sessions)).map(([value, session_id]) =>
    typeof value === "object" && value !== null
      ? {
          ...value,
          ...("agent_id" in value && { agent_id: fixture.agent }),
          ...("project_id" in value && { project_id: fixture.project }),
          ...("org_id" in value && { org_id: fixture.org }),
          ...("session_id" in value && { session_id }),
        }
      : value,
  );

/** A valid body with one field replaced, as text, so that no serialiser tidies it. */
const nearly = (body: fc.Arbitrary<unknown>) =>
  fc.tuple(body, hostileJson, fc.nat(), fc.boolean()).map(([value, hostile, pick, extra]) => {
    const fields = Object.entries(value as Record<string, unknown>).map(([name, field]) => [
      name,
      JSON.stringify(field),
    ]);
    if (extra || fields.length === 0) fields.push(["unexpected", hostile]);
    else fields[pick % fields.length] = [fields[pick % fields.length]?.[0] ?? "", hostile];
    return Buffer.from(`{${fields.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(",")}}`);
  });

function body(operation: RoutedOperation, fixture: Fixture): fc.Arbitrary<Buffer | null> {
  const schema = operation.body && schemas[operation.body];
  if (!schema) return fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: hostileBody });
  const good = meaningful(valid(schema, schemas), fixture);
  return fc.oneof(
    { weight: 3, arbitrary: good.map((value) => Buffer.from(JSON.stringify(value))) },
    { weight: 4, arbitrary: nearly(good) },
    { weight: 3, arbitrary: hostileBody },
    { weight: 1, arbitrary: fc.constant(null) },
  );
}

function credential(operation: RoutedOperation, fixture: Fixture): fc.Arbitrary<Record<string, string>> {
  const key = (value: string) => ({ "x-api-key": value });
  const token = (value: string) => ({ authorization: `Bearer ${value}` });
  const good = operation.access.startsWith("widget:") ? fixture.keys.map(key) : fixture.tokens.map(token);
  return fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...good) },
    { weight: 1, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.constantFrom(...JUNK_KEYS).map(key) },
    { weight: 1, arbitrary: fc.constantFrom(...JUNK_KEYS).map(token) },
  );
}

const ofOperation = (operation: RoutedOperation, fixture: Fixture): fc.Arbitrary<FuzzRequest> => {
  const own = operation.method.toUpperCase();
  return fc
    .oneof({ weight: 9, arbitrary: fc.constant(own) }, { weight: 1, arbitrary: fc.constantFrom(...METHODS) })
    .chain((method) =>
      fc.record({
        method: fc.constant(method),
        target: target(reached(operation, method), fixture),
        credential: credential(operation, fixture),
        headers: hostileHeaders,
        body: body(operation, fixture),
      }),
    )
    .map(({ method, target, credential, headers, body }) => ({
      operation: method === own ? `${own} ${operation.path}` : null,
      method,
      target,
      headers: { "content-type": "application/json", ...credential, ...headers },
      body: method === "HEAD" || method === "TRACE" ? null : body,
    }));
};

/** Paths that are no operation, or nearly one. */
const elsewhere = (fixture: Fixture): fc.Arbitrary<FuzzRequest> =>
  fc
    .record({
      method: fc.constantFrom(...METHODS),
      target: fc.oneof(
        fc.constantFrom(
          "/",
          "//",
          "/widget/v1/config/",
          "//widget/v1/config",
          "/widget//v1/config",
          "/Widget/V1/Config",
          "/widget/v1/%63onfig",
          "/widget/v1/config%00",
          "/widget/v1/config;a=b",
          "/widget/v1/../v1/config",
          "/widget/v1/%2e%2e/v1/config",
          "/widget/v1/session/",
          "/widget/v1/session//events",
          "/admin/v1",
          "/admin/v1/",
          "/admin/v1/organizations/1/",
          "/admin/v2/organizations",
          "/openapi.json?x=1",
          "/docs/",
          "/docs?%ff",
          "/demo/v1/realtime",
          "/demo/v1/realtime?model=",
          "/healthz?x=%",
          "/.env",
          "/cdn-cgi/trace",
          "/%",
          "/%ff%fe",
          "/*",
        ),
        fc.tuple(hostileSegment, hostileQuery).map(([segment, query]) => `/widget/v1/${segment}${query}`),
        fc.tuple(hostileSegment, hostileQuery).map(([segment, query]) => `/admin/v1/${segment}${query}`),
        fc.tuple(hostileSegment, hostileQuery).map(([segment, query]) => `/${segment}${query}`),
      ),
      credential: fc.constantFrom<Record<string, string>>(
        {},
        { "x-api-key": fixture.keys[0] ?? "" },
        { authorization: `Bearer ${fixture.tokens[0]}` },
      ),
      headers: hostileHeaders,
      body: fc.oneof(fc.constant(null), hostileBody),
    })
    .map(({ credential, headers, method, body, target }) => ({
      operation: null,
      method,
      target,
      headers: { ...credential, ...headers },
      body: method === "HEAD" || method === "TRACE" ? null : body,
    }));

/** Requests over all routes: valid, nearly valid and hostile. */
export const requests = (fixture: Fixture): fc.Arbitrary<FuzzRequest> =>
  fc.oneof(
    ...OPERATIONS.map((operation) => ({
      weight: operation.access.startsWith("widget:") ? 6 : 2,
      arbitrary: ofOperation(operation, fixture),
    })),
    { weight: 10, arbitrary: elsewhere(fixture) },
  );
