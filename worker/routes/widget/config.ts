import { CORS_HEADERS, PreparedHeaders } from "../../http/cors.ts";
import { matchesEtag } from "../../http/etag.ts";
import { finishedWithLimits } from "../../http/finished.ts";
import { requestContextOf } from "../../http/request-context.ts";
import { memoryOf } from "../../memory-of.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { IF_NONE_MATCH } from "../../openapi/parameters.ts";
import { loadCallersProject } from "../../sessions/callers-project.ts";
import { type RenderedConfig, renderConfig } from "../../sessions/config-answer.ts";
import { readVariables } from "../../variables.ts";
import { keyHolderOf } from "./caller.ts";

const operation = operationsOf("Widget");

/** Made once for each version. */
const headersOf = memoryOf(({ etag }: RenderedConfig) => {
  // A revoked key must fail at once, so a browser has to ask each time.
  const unchanged = { ...CORS_HEADERS, ETag: etag, "Cache-Control": "private, no-cache" };
  return {
    headers: new PreparedHeaders({ ...unchanged, "Content-Type": "application/json" }),
    unchanged: new PreparedHeaders(unchanged),
  };
});

export const config = operation({
  id: "getConfig",
  summary: "Read the widget's settings and the active agents",
  description:
    "`widget_config` always comes complete: the owner's settings, applied over the defaults. Inactive agents are left out. Send the `ETag` back as `If-None-Match` to get a 304 while nothing has changed.",
  headers: [IF_NONE_MATCH],
  answers: {
    200: {
      description: "The settings of the key's project.",
      schema: "ConfigAnswer",
      headers: ["ETag", "Cache-Control"],
    },
    304: { description: "Nothing has changed since that `ETag`.", headers: ["ETag", "Cache-Control"] },
  },
  errors: ["project_not_found"],
  async handle(c) {
    const snapshot = await loadCallersProject(c.env, keyHolderOf(c));
    const rendered = await renderConfig(snapshot, c.get("policy").agent_id, readVariables(c.env));
    const { headers, unchanged } = headersOf(rendered);
    const context = requestContextOf(c);
    return matchesEtag(c.req.header("If-None-Match"), rendered.etag)
      ? finishedWithLimits(context, unchanged, null, 304)
      : finishedWithLimits(context, headers, rendered.body);
  },
});
