import { hex, sha256 } from "../crypto/digest.ts";
import { ApiError } from "../http/errors.ts";
import type { RenderedConfig } from "./config-answer.ts";

/**
 * The scripts of `GET /embed/{key}.js`: the loader with a key's config inside, or a word to the site's owner.
 */

interface Loader {
  text: string;
  digest: string;
}

/** Belongs to the deployment, as this code does: read once in an isolate. */
let loader: Promise<Loader> | null = null;

async function readLoader(assets: Fetcher): Promise<Loader> {
  const answer = await assets.fetch(new Request("https://assets.local/voice-widget.js"));
  if (!answer.ok) throw new ApiError("unavailable", { cause: `voice-widget.js: ${answer.status}` });
  const text = await answer.text();
  return { text, digest: hex(await sha256(text)) };
}

const loadLoader = (assets: Fetcher): Promise<Loader> => {
  loader ??= readLoader(assets).catch((error: unknown) => {
    loader = null;
    throw error;
  });
  return loader;
};

/** JSON that is a JavaScript expression of the same value, wherever a script's text may stand. */
const expression = (json: string): string =>
  json.replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");

/** Chromium compiles each function once then, beside the page; else it first skims what it compiles a moment later. */
const COMPILE_AT_ONCE = "//# allFunctionsCalledOnLoad\n";

export interface EmbedScript {
  /** Quoted, as in an `ETag`. */
  etag: string;
  text: () => string;
}

/**
 * The loader finds `voiceWidgetEmbed`, `{key, config}`, as an argument around it: nothing is left on the page, and the
 * file that is served as `voice-widget.js` is the same.
 * @throws ApiError `unavailable` where the loader cannot be read
 */
export async function embedScript(assets: Fetcher, key: string, config: RenderedConfig): Promise<EmbedScript> {
  const { text, digest } = await loadLoader(assets);
  const etag = `"${hex((await sha256(`${digest} ${config.etag}`)).subarray(0, 16))}"`;
  return {
    etag,
    text: () =>
      `${COMPILE_AT_ONCE}(function(voiceWidgetEmbed){${text}\n})({"key":${JSON.stringify(key)},"config":${expression(config.text)}});\n`,
  };
}

/** Why a page gets no widget. Like the 401 of a key, the first says the same whatever was wrong. */
export const REFUSALS = {
  refused:
    "The service refused this page's key: it is mistyped, unknown or revoked, lacks the permission widget:read, or its " +
    "allowed domains do not hold this page's origin. A key with allowed domains also needs to be told the origin: a page " +
    "that sends no referrer writes referrerpolicy=\"origin\" on the script's tag. See the website's key in the console.",
  limited:
    "The key's limit of requests is reached, so that this page shows no widget for now. The website's key in the console " +
    "shows its limits; they begin anew with each minute and each UTC day.",
  project_not_found:
    "The key's project is gone, so that this page shows no widget. Take the script's tag off the page.",
} as const;
export type RefusalReason = keyof typeof REFUSALS;

/** Does nothing but tell the owner: a script tag whose request fails would tell nothing. */
export const refusalScript = (reason: RefusalReason): string =>
  `console.warn(${JSON.stringify(`[voice-widget] ${REFUSALS[reason]}`)});\n`;
