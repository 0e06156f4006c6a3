import { afterEach, beforeEach, expect, vi } from "vitest";
import type { World } from "../../harness/worker/organization.ts";
import { admin } from "../../harness/worker/request.ts";

/** Made where it is asked for: a Durable Object may not use another's response. */
type Answer = (request: Request) => Response | Promise<Response>;

export const SITE = "https://mill.example";
/** What answers at a path of SITE, or at a whole address; the rest is a 404. */
export const site: Record<string, Answer> = {};
/** Every address that was asked for, in order. */
export const asked: string[] = [];

/** All that the crawler meets in this file's tests; empty before each. */
export function standWebsite(): void {
  beforeEach(() => {
    asked.length = 0;
    for (const address of Object.keys(site)) delete site[address];
    vi.stubGlobal(
      "fetch",
      vi.fn(async (input: RequestInfo | URL, init?: RequestInit) => {
        const request = new Request(input, init);
        asked.push(request.url);
        expect(request.headers.get("user-agent")).toMatch(
          /^VoiceWidgetBot\/\d+\.\d+\.\d+ \(\+https:\/\/voice\.example\)$/,
        );
        const answer = site[request.url] ?? site[request.url.replace(SITE, "")];
        return answer ? answer(request) : new Response("Not here", { status: 404 });
      }),
    );
  });
  afterEach(() => vi.unstubAllGlobals());
}

export const html =
  (title: string, text: string, headers: Record<string, string> = {}) =>
  () =>
    new Response(
      `<!doctype html><html lang="en"><title>${title}</title><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`,
      {
        headers: { "content-type": "text/html; charset=utf-8", ...headers },
      },
    );
export const page =
  (body: string, headers: Record<string, string> = {}, head = "", language = "en") =>
  () =>
    new Response(`<!doctype html><html lang="${language}"><head>${head}</head><body>${body}</body></html>`, {
      headers: { "content-type": "text/html", ...headers },
    });
export const sitemap =
  (...pages: string[]) =>
  () =>
    new Response(
      `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${pages.map((page) => `<url><loc>${page.startsWith("http") ? page : SITE + page}</loc></url>`).join("")}</urlset>`,
      { headers: { "content-type": "application/xml" } },
    );
export const moved =
  (to: string, status = 301) =>
  () =>
    new Response(null, { status, headers: { location: to } });
/** A page that says which version of it is known, and is not sent again to who has it. */
export const tagged = (title: string, text: string, etag: string, onSent: () => void) => (request: Request) => {
  if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304 });
  onSent();
  return html(title, text, { etag })();
};
/** An answer without more. */
export const answering = (status: number) => () => new Response("", { status });

/** What a source is once its reading is over. */
export async function settled(id: number) {
  for (;;) {
    const source = await admin("GET", `/sources/${id}`);
    if (source.status !== "pending") return source;
    await scheduler.wait(20);
  }
}
export async function read(here: World, kind: "url" | "sitemap", url: string) {
  const made = await admin("POST", `/projects/${here.project_id}/sources`, { kind, url });
  expect(made.status).toBe("pending");
  return settled(made.id);
}
export async function readAnew(id: number) {
  await admin("POST", `/sources/${id}/refresh`, undefined, { status: 202 });
  return settled(id);
}
export const pagesOf = async (id: number) => (await admin("GET", `/sources/${id}/pages?limit=200`)).items;
export const found = async (here: World, q: string) =>
  (await admin("GET", `/projects/${here.project_id}/knowledge/search?q=${encodeURIComponent(q)}`)).items;
/** The paths of a source's pages that are in this state, sorted. */
export const paths = async (id: number, status: string) =>
  (await pagesOf(id))
    .filter((one: { status: string }) => one.status === status)
    .map(({ url }: { url: string }) => url.replace(SITE, ""))
    .sort();
