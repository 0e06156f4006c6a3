import type { Context } from "hono";
import { VERSION } from "../../../shared/version.ts";
import type { AppEnv } from "../../http/app-env.ts";

let page: Promise<{ html: string; policy: string }> | undefined;

async function make() {
  const [{ openApiDocument }, { docsPage }, { STYLE }] = await Promise.all([
    import("../../openapi/document.ts"),
    import("../../openapi/page/page.ts"),
    import("../../openapi/page/style.ts"),
  ]);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(STYLE));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return {
    html: docsPage(openApiDocument(VERSION)),
    policy: `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  };
}

/** The same for people: one page with no script, that loads nothing from anywhere. */
export async function docs(c: Context<AppEnv>) {
  page ??= make();
  const { html, policy } = await page;
  return c.html(html, 200, {
    "Cache-Control": "public, max-age=300",
    "Content-Security-Policy": policy,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  });
}
