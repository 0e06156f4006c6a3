import type { Hono } from "hono";
import { VERSION } from "../../shared/version.ts";
import type { AppEnv } from "../../worker/http/app-env.ts";
import { exampleOf } from "../../worker/openapi/examples/example.ts";
import { declarationOf, routedOperation } from "../../worker/openapi/routed-operation.ts";

/** Pages for people, and our own agents' protocols: no part of the API. A new entry is a decision. */
export const UNDECLARED: readonly string[] = [
  ...["", "/again", "/console", "/playground"].map((folder) => `GET ${folder}/assets/*`),
  ...["/", "/voice-widget.js", `/voice-widget-${VERSION}.js`, "/release.json"].map((path) => `GET ${path}`),
  ...["demo", "compatible", "workers-ai"].map((agent) => `GET /${agent}/v1/realtime`),
];

/** What the declarations of the map lack, a sentence each. */
export function operationFaults(routes: Hono<AppEnv>["routes"], undeclared = UNDECLARED): string[] {
  const faults: string[] = [];
  const ids = new Map<string, string>();
  const served = routes.filter(({ method }) => method !== "ALL");
  for (const name of new Set(served.map(({ method, path }) => `${method} ${path}`))) {
    const route = served.find((one) => `${one.method} ${one.path}` === name && declarationOf(one));
    const declared = route && declarationOf(route);
    if (!declared) {
      if (!undeclared.includes(name))
        faults.push(`${name} is not declared: make its handler an operation, as docs/extending.md shows`);
      continue;
    }
    const other = ids.get(declared.id);
    if (other) faults.push(`${name} has the id of ${other}, ${declared.id}: give it one of its own`);
    ids.set(declared.id, name);
    try {
      const { id, body, answers } = routedOperation(route, declared, routes);
      for (const schema of [body, ...Object.values(answers).map((answer) => answer.schema)])
        if (schema) exampleOf(id, schema);
    } catch (error) {
      faults.push(`${name}: ${(error as Error).message}`);
    }
  }
  return faults;
}
