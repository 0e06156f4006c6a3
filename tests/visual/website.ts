import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { type Plugin, build as viteBuild } from "vite";
import { type BuildReport, build } from "../../scripts/build/build.ts";
import { literals } from "../../scripts/build/literals.ts";
import { minifyChunks } from "../../scripts/build/minify-chunks.ts";
import { fillFromCache } from "../../scripts/test/cached-files.ts";
import { widgetConfig } from "../../shared/config.ts";
import type { QueuePlace } from "../../shared/queue.ts";
import { lookOf as paintedLook } from "../../shared/theme/look.ts";
import * as targets from "../../vite.config.ts";
import { launcherLabels } from "../../worker/sessions/launcher-labels.ts";
import { LOOKS, type Look, type LookName } from "./looks.ts";
import { wordsOf } from "./sample-texts.ts";
import { type ShotState, statesOf } from "./states.ts";

const root = join(import.meta.dirname, "../..");
const TYPES: Record<string, string> = { ".js": "text/javascript", ".svg": "image/svg+xml" };

export const lookOf = (name: LookName): Look => LOOKS[name];
export const stateOf = (look: LookName, state: string): ShotState | undefined =>
  statesOf(wordsOf(lookOf(look).locale))[state];

const KEYS = new Map<string, { look: LookName; state: string }>();

/** A key that looks like any other; by it the site knows which look and which state the config is asked for. */
export function keyOf(look: LookName, state: string): string {
  const key = `svc_pk_${createHash("sha256").update(`${look} ${state}`).digest("hex").slice(0, 38)}`;
  KEYS.set(key, { look, state });
  return key;
}

const PAGE = (dark: boolean) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>A shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
  html { color-scheme: ${dark ? "dark" : "light"}; background: ${dark ? "#0b0d12" : "#eef0f4"}; font: 16px/1.5 system-ui, sans-serif }
  body { margin: 0; padding: 24px; color: ${dark ? "#8a91a1" : "#5d6472"} }
  .trigger { padding: 12px 24px; border: 0; border-radius: 8px; background: #7a3e1d; color: #fff; font: inherit }
  p { max-inline-size: 60ch; overflow-wrap: anywhere }
</style>
<main><h1>A shop</h1><p>Freshly roasted, every Tuesday and Friday.</p></main>
<script type="module" src="/voice-widget.js"></script></html>`;

export interface ShotSite {
  origin: string;
  /** Addresses of the panel's chunks. */
  chunks: string[];
  close(): Promise<void>;
}

/** The widget's chunks with our conversations in place of the real ones, by their paths. */
async function chunksWithStandIn({ version, chunks, files }: BuildReport): Promise<Map<string, string>> {
  const texts = Object.keys(files).flatMap((file) => /^assets\/(texts-[^/]+)\//.exec(file)?.[1] ?? [])[0];
  const config = targets.chunks("", { version, worklet: chunks.worklet, texts });
  const standIn: Plugin = {
    name: "stand-in",
    enforce: "pre",
    resolveId: (source) => (source.endsWith("/session-engine.ts") ? join(import.meta.dirname, "stand-in.js") : null),
  };
  const result = await viteBuild({
    ...config,
    // The same short names as in the loader.
    plugins: [standIn, literals(), minifyChunks()],
    build: {
      ...config.build,
      write: false,
      rolldownOptions: {
        ...config.build?.rolldownOptions,
        // The loader knows the panel by its name.
        output: { format: "es", entryFileNames: chunks.panel, chunkFileNames: "assets/[name]-[hash:7].js" },
      },
    },
  });
  const outputs = [result].flat().flatMap((one) => ("output" in one ? one.output : []));
  return new Map(outputs.flatMap((one) => (one.type === "chunk" ? [[one.fileName, one.code] as const] : [])));
}

/** The same for all files of a run: what makes them takes ten seconds of a core. */
async function keptChunks(report: BuildReport): Promise<Map<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), "voice-widget-stand-in-"));
  const kept = (where: string) => join(where, "chunks.json");
  try {
    const patterns = ["tests/visual/{stand-in.js,website.ts}"];
    await fillFromCache(folder, { patterns, more: [report.inputs] }, async (to) =>
      writeFileSync(kept(to), JSON.stringify([...(await chunksWithStandIn(report))])),
    );
    return new Map(JSON.parse(readFileSync(kept(folder), "utf8")) as [string, string][]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The built widget on a page, with a stand-in for its session and for the service: no state of it needs a call. */
export async function startShotSite(): Promise<ShotSite> {
  const { report } = await build();
  const chunks = await keptChunks(report);
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const send = (status: number, type: string, body: string | Buffer) =>
      response.writeHead(status, { "content-type": type }).end(body);
    if (pathname === "/") return send(200, "text/html", PAGE(searchParams.has("dark")));
    if (pathname.startsWith("/widget/v1/")) {
      const key = String(request.headers["x-api-key"]);
      if (pathname.endsWith("/session/queue")) return send(200, "application/json", JSON.stringify(placeInLine(key)));
      const { status, body } = answer(key);
      return send(pathname.endsWith("/config") ? status : 200, "application/json", JSON.stringify(body));
    }
    const file = pathname.slice(1);
    const chunk = chunks.get(file);
    if (chunk !== undefined) return send(200, "text/javascript", chunk);
    if (!(file in report.files)) return send(404, "text/plain", "Not Found");
    send(200, TYPES[extname(file)] ?? "text/plain", readFileSync(join(root, "dist/public", file)));
  });
  await new Promise<void>((done) => server.listen(0, "localhost", done));
  const address = server.address();
  if (!address || typeof address !== "object") throw new Error("the site has no port");
  const origin = `http://localhost:${address.port}`;
  return {
    origin,
    chunks: [...chunks.keys()].map((file) => `${origin}/${file}`),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function placeInLine(key: string): QueuePlace {
  const asked = KEYS.get(key);
  const place = asked && stateOf(asked.look, asked.state)?.queue;
  return { success: true, ticket: `wait_${"0".repeat(24)}`, place: 1, ...place };
}

function answer(key: string): { status: number; body: unknown } {
  const asked = KEYS.get(key);
  const state = asked && stateOf(asked.look, asked.state);
  if (!state) return { status: 404, body: { detail: "Not Found" } };
  if (state.refusal) return { status: state.refusal, body: { detail: "refused" } };
  const { locale, tokens } = lookOf(asked.look);
  const words = wordsOf(locale);
  const { designTokens, ...groups } = state.config ?? {};
  const settings = widgetConfig.parse({ ...groups, designTokens: { ...designTokens, ...tokens } });
  return {
    status: 200,
    body: {
      project_id: 1,
      project_name: "A shop",
      agent_id: null,
      ...(state.hours && { hours: state.hours }),
      launcher_labels: launcherLabels(settings.copy),
      look: paintedLook(settings.designTokens),
      widget_config: settings,
      agents: Array.from({ length: state.agents ?? 1 }, (_, index) => ({
        id: index + 1,
        description: state.agents ? words.about : null,
        initial_message: words.greeting,
        provider: "provider_a",
        extprovider_convai_agent_id: null,
        ...state.agent,
        name: `${state.agent?.name ?? words.agent}${index ? ` ${index + 1}` : ""}`,
      })),
    },
  };
}
