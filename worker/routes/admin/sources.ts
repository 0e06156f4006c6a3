import type { Context } from "hono";
import type * as z from "zod";
import type { Fault } from "../../../shared/errors.ts";
import { MAX_SOURCE_BODY_BYTES, sourceCreate } from "../../../shared/knowledge.ts";
import { type AppEnv, scopeOf } from "../../http/app-env.ts";
import { ApiError, ValidationError } from "../../http/errors.ts";
import { readPage } from "../../http/read-page.ts";
import { pathId, readBody } from "../../http/read-request.ts";
import { addSource, refreshSource, removeSource } from "../../knowledge/sources.ts";
import { crawlerOf } from "../../objects/source-crawler/client.ts";
import { pageProblem } from "../../outbound/target.ts";
import { listPages } from "../../storage/knowledge-pages.ts";
import { findSource, listSources, type SourceRow, sourceOf } from "../../storage/knowledge-sources.ts";
import { findProject } from "../../storage/projects.ts";
import { readVariables } from "../../variables.ts";
import { idempotent } from "./idempotent.ts";
import { auditActor, loadProjectOfPath } from "./load.ts";

async function loadSource(c: Context<AppEnv>): Promise<SourceRow> {
  const id = pathId(c);
  const found = id === null ? null : await findSource(c.env.DB, id, scopeOf(c.var.actor));
  if (!found) throw new ApiError("source_not_found");
  return found;
}

const actorOf = async (c: Context<AppEnv>, source: SourceRow) =>
  auditActor(c, (await findProject(c.env.DB, source.project_id, null))?.org_id ?? null);

/** A reading whose alarm was lost, as at a restart, goes on when somebody looks at it. */
function wake(c: Context<AppEnv>, rows: readonly SourceRow[]): void {
  for (const row of rows)
    if (row.status === "pending")
      c.executionCtx.waitUntil(
        crawlerOf(c.env, row.id)
          .resume()
          .catch(() => {}),
      );
}

/** Why pages at this address are not read; a link to a page that visitors open themselves may lead anywhere public. */
const addressFaults = (c: Context<AppEnv>, { url }: Record<string, unknown>): Fault[] => {
  if (typeof url !== "string") return [];
  const problem = pageProblem(url.trim(), readVariables(c.env).ENVIRONMENT === "development");
  return problem === null ? [] : [{ type: "value_error", loc: ["body", "url"], msg: `Value error, ${problem}` }];
};

/** `GET /admin/v1/projects/{id}/sources` */
export async function list(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProjectOfPath(c);
  const page = await listSources(c.env.DB, project.id, readPage(c));
  wake(c, page.items);
  return c.json({ ...page, items: page.items.map(sourceOf) });
}

/** `POST /admin/v1/projects/{id}/sources` */
export async function create(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProjectOfPath(c);
  const limit = { bytes: MAX_SOURCE_BODY_BYTES, error: "document_too_large" } as const;
  const body: z.output<typeof sourceCreate> = await readBody(c, sourceCreate, (sent) => addressFaults(c, sent), limit);
  const faults = addressFaults(c, body);
  if (faults.length > 0) throw new ValidationError(faults);
  const { origin } = new URL(c.req.url);
  return idempotent(c, body, () => addSource(c.env, project.id, body, auditActor(c, project.org_id), origin));
}

export async function read(c: Context<AppEnv>): Promise<Response> {
  const source = await loadSource(c);
  wake(c, [source]);
  return c.json(sourceOf(source));
}

/** `GET /admin/v1/sources/{id}/pages`: each page of a sitemap with what became of it. */
export async function pages(c: Context<AppEnv>): Promise<Response> {
  const source = await loadSource(c);
  return c.json(await listPages(c.env.DB, source.id, readPage(c)));
}

export async function refresh(c: Context<AppEnv>): Promise<Response> {
  const source = await loadSource(c);
  return c.json(await refreshSource(c.env, source, await actorOf(c, source)), 202);
}

/** After the answer no search finds a word of it. */
export async function remove(c: Context<AppEnv>): Promise<Response> {
  const source = await loadSource(c);
  await removeSource(c.env, source, await actorOf(c, source));
  return c.body(null, 204);
}
