import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join } from "node:path";
import { build } from "../../scripts/build/build.ts";
import { widgetConfig } from "../../shared/config.ts";
import type { QueuePlace } from "../../shared/queue.ts";
import { lookOf as paintedLook } from "../../shared/theme/look.ts";
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
  close(): Promise<void>;
}

const REAL_ENGINE = "real-engine.js";

/** Our session in the engine's place. What other chunks take from the engine's, by the build's own names, stays. */
function standIn(engine: string): string {
  const [, exported = ""] = /export\s*\{([^}]*)\}/.exec(engine) ?? [];
  const names = exported.split(",").map((one) => one.split(" as ").at(-1)?.trim());
  return [
    readFileSync(join(import.meta.dirname, "stand-in.js"), "utf8"),
    `import * as real from "./${REAL_ENGINE}";`,
    "const own = (value) => (value.VoiceSession ? { VoiceSession } : value);",
    ...names
      .filter((name) => name && name !== "VoiceSession")
      .map((name) => `export const ${name} = own(real.${name});`),
  ].join("\n");
}

/** The built widget on a page, with a stand-in for its engine and for the service: no state of it needs a call. */
export async function startShotSite(): Promise<ShotSite> {
  const { report } = await build();
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
    const { engine } = report.chunks;
    const engineFile = join(root, "dist/public", engine);
    if (file === engine) return send(200, "text/javascript", standIn(readFileSync(engineFile, "utf8")));
    if (file === join(dirname(engine), REAL_ENGINE)) return send(200, "text/javascript", readFileSync(engineFile));
    if (!(file in report.files)) return send(404, "text/plain", "Not Found");
    send(200, TYPES[extname(file)] ?? "text/plain", readFileSync(join(root, "dist/public", file)));
  });
  await new Promise<void>((done) => server.listen(0, "localhost", done));
  const address = server.address();
  if (!address || typeof address !== "object") throw new Error("the site has no port");
  return {
    origin: `http://localhost:${address.port}`,
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
        name: index ? `${words.agent} ${index + 1}` : words.agent,
        description: state.agents ? words.about : null,
        initial_message: words.greeting,
        provider: "provider_a",
        extprovider_convai_agent_id: null,
        ...state.agent,
      })),
    },
  };
}
