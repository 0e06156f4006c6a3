import type { Context } from "hono";
import type * as z from "zod";
import type { Fault } from "../../../shared/errors.ts";
import { MAX_SOURCE_BODY_BYTES, sourceCreate } from "../../../shared/knowledge.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { ValidationError, valueFault } from "../../http/errors.ts";
import { readPage } from "../../http/read-page.ts";
import { pathId, readBody } from "../../http/read-request.ts";
import { loadSource } from "../../knowledge/load.ts";
import { addSource, goOnReadingPending, refreshSource, removeSource } from "../../knowledge/sources.ts";
import { pageProblem } from "../../outbound/target.ts";
import { loadProject } from "../../projects/load.ts";
import { listPages } from "../../storage/knowledge-pages.ts";
import { listSources, type SourceRow, sourceOf } from "../../storage/knowledge-sources.ts";
import { readVariables } from "../../variables.ts";
import { idempotent } from "./idempotent.ts";

const sourceOfPath = (c: Context<AppEnv>) => loadSource(c.env.DB, c.var.actor, pathId(c));
const projectOfPath = (c: Context<AppEnv>) => loadProject(c.env.DB, c.var.actor, pathId(c));

/** Whoever looks at sources has those that stand still read on, after the answer. */
const goOnAfterwards = (c: Context<AppEnv>, rows: readonly SourceRow[]): void =>
  c.executionCtx.waitUntil(goOnReadingPending(c.env, rows));

/** Why this address is not allowed: it must be public, also as the link of an upload. */
const addressFaults = (c: Context<AppEnv>, { url }: Record<string, unknown>): Fault[] => {
  if (typeof url !== "string") return [];
  const problem = pageProblem(url.trim(), readVariables(c.env).ENVIRONMENT === "development");
  return problem === null ? [] : [valueFault(["body", "url"], problem)];
};

/** `GET /admin/v1/projects/{id}/sources` */
export async function list(c: Context<AppEnv>): Promise<Response> {
  const project = await projectOfPath(c);
  const page = await listSources(c.env.DB, project.id, readPage(c));
  goOnAfterwards(c, page.items);
  return c.json({ ...page, items: page.items.map(sourceOf) });
}

/** `POST /admin/v1/projects/{id}/sources` */
export async function create(c: Context<AppEnv>): Promise<Response> {
  const project = await projectOfPath(c);
  const limit = { bytes: MAX_SOURCE_BODY_BYTES, error: "document_too_large" } as const;
  const body: z.output<typeof sourceCreate> = await readBody(c, sourceCreate, (sent) => addressFaults(c, sent), limit);
  const faults = addressFaults(c, body);
  if (faults.length > 0) throw new ValidationError(faults);
  const { origin } = new URL(c.req.url);
  return idempotent(c, body, () => addSource(c.env, c.var.actor, project, body, origin));
}

export async function read(c: Context<AppEnv>): Promise<Response> {
  const source = await sourceOfPath(c);
  goOnAfterwards(c, [source]);
  return c.json(sourceOf(source));
}

/** `GET /admin/v1/sources/{id}/pages`: each page of a source and its state. */
export async function pages(c: Context<AppEnv>): Promise<Response> {
  const source = await sourceOfPath(c);
  return c.json(await listPages(c.env.DB, source.id, readPage(c)));
}

export async function refresh(c: Context<AppEnv>): Promise<Response> {
  const source = await sourceOfPath(c);
  return c.json(await refreshSource(c.env, c.var.actor, source), 202);
}

/** After the answer no search finds anything of it. */
export async function remove(c: Context<AppEnv>): Promise<Response> {
  const source = await sourceOfPath(c);
  await removeSource(c.env, c.var.actor, source);
  return c.body(null, 204);
}
