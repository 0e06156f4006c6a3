import { globSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const DOCS = join(root, "node_modules/undici/docs/docs");

/** The documentation that the questions are asked over, by path. */
const documentation = (): Map<string, string> =>
  new Map(globSync("**/*.md", { cwd: DOCS }).map((file) => [`/docs/${file}`, readFileSync(join(DOCS, file), "utf8")]));

/** Paragraphs of the other packages' documentation: words of the same trade, so that they compete. */
function paragraphs(): string[] {
  const files = globSync("node_modules/**/*.md", { cwd: root }).filter(
    (file) => !/undici|LICEN[CS]E|CHANGELOG/i.test(file),
  );
  const texts = files.sort().map((file) => readFileSync(join(root, file), "utf8"));
  return texts.flatMap((text) => text.split(/\n\n+/)).filter((text) => text.length > 80 && text.length < 2_000);
}

/** Numbers that are the same every time, from 0 up to `most`. */
function dice(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

/** Sites on loopback: `/200/6/sitemap.xml` names 200 pages, the documentation among them, the others of 6 paragraphs. */
export async function startSite(): Promise<{ origin: string; server: Server }> {
  const docs = documentation();
  const pool = paragraphs();
  const filler = (number: number, paragraphs: number) => {
    const roll = dice(number + 1);
    const parts = Array.from({ length: paragraphs }, () => pool[roll(pool.length)]);
    return `# Notes ${number}\n\n${parts.join("\n\n")}`;
  };
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://site").pathname;
    const [, size = "0", length = "0"] = /^\/(\d+)\/(\d+)\/sitemap\.xml$/.exec(path) ?? [];
    if (size !== "0") {
      const pages = [...docs.keys(), ...Array.from({ length: +size }, (_, at) => `/notes/${length}/${at}.md`)].slice(
        0,
        +size,
      );
      const host = `http://${request.headers.host}`;
      response.setHeader("content-type", "application/xml");
      response.end(`<urlset>${pages.map((page) => `<url><loc>${host}${page}</loc></url>`).join("")}</urlset>`);
      return;
    }
    const [, paragraphs, note] = /^\/notes\/(\d+)\/(\d+)\.md$/.exec(path) ?? [];
    const text = docs.get(path) ?? (note === undefined ? undefined : filler(Number(note), Number(paragraphs)));
    response.statusCode = text === undefined ? 404 : 200;
    response.setHeader("content-type", "text/markdown; charset=utf-8");
    response.end(text ?? "");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
