import type { Context } from "hono";
import { acceptedSecrets } from "../../auth/accepted-secrets.ts";
import { countPublicLook } from "../../auth/public-looks.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { ApiError } from "../../http/errors.ts";
import { requestContextOf } from "../../http/request-context.ts";
import { findLiveDemoKey } from "../../projects/demo-key.ts";
import { snippet } from "../../projects/snippet.ts";
import { readVariables } from "../../variables.ts";

/** `GET /`: the fictional business's page with the demo key in its widget and snippet; 404 until it is seeded. */
export async function demoSite(c: Context<AppEnv>): Promise<Response> {
  countPublicLook(requestContextOf(c), readVariables(c.env));
  const live = await findLiveDemoKey(c.env.DB, await acceptedSecrets(c.env));
  if (!live) throw new ApiError("not_found");
  const { origin } = new URL(c.req.url);
  const page = await c.env.ASSETS.fetch(new Request(`${origin}/demo/`));
  if (!page.ok) throw new ApiError("not_found");
  const filled = new HTMLRewriter()
    .on("voice-widget", {
      element(element) {
        element.setAttribute("api-key", live.key);
      },
    })
    .on("[data-snippet]", {
      element(element) {
        element.setInnerContent(snippet(origin, live.key));
      },
    })
    .transform(new Response(page.body));
  // The page's security policy came with it, from `_headers`; headers that describe the unfilled file are removed.
  const headers = new Headers(page.headers);
  for (const name of ["ETag", "Content-Length", "CF-Cache-Status"]) headers.delete(name);
  headers.set("Cache-Control", "no-store");
  return new Response(filled.body, { headers });
}
