import { hex, sha256 } from "../crypto/digest.ts";
import { ApiError } from "../http/errors.ts";
import type { RenderedConfig } from "./config-answer.ts";

/**
 * The scripts of `GET /embed/{key}.js`: the loader with a key's config inside, or a warning for the site's owner.
 */

interface Loader {
  text: string;
  digest: string;
}

/** Part of the deployment, like this code: read once in an isolate. */
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

/** The JSON as a JavaScript expression that is safe anywhere in a script. */
const expression = (json: string): string =>
  json.replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");

/**
 * Everything else is found beside this script's own address, also behind a proxy of the site. A copy has none, as plugins for
 * speed put it into a file of the site or into the page itself: there `home`, this service as the request has it, stays.
 */
const FIND_HOME =
  "var own=/https?:\\/\\/[^\\s)]+?\\/(?=embed\\/[^/\\s]+\\.js)/.exec(Error().stack);if(own)voiceWidgetEmbed.home=own[0];";

/** With it Chromium compiles each function once, in the background, and does not pre-parse it first. */
const COMPILE_AT_ONCE = "//# allFunctionsCalledOnLoad\n";

export interface EmbedScript {
  /** Quoted, as in an `ETag`. */
  etag: string;
  text: () => string;
}

/**
 * The loader finds `voiceWidgetEmbed`, `{key, config, home}`, as an argument of the function around it. So the page gets no
 * global, and the loader is the same file that is served as `voice-widget.js`.
 * @throws ApiError `unavailable` where the loader cannot be read
 */
export async function embedScript(
  assets: Fetcher,
  key: string,
  config: RenderedConfig,
  home: string,
): Promise<EmbedScript> {
  const { text, digest } = await loadLoader(assets);
  const etag = `"${hex((await sha256(`${digest} ${config.etag} ${home}`)).subarray(0, 16))}"`;
  return {
    etag,
    text: () =>
      `${COMPILE_AT_ONCE}(function(voiceWidgetEmbed){${FIND_HOME}${text}\n})({"key":${JSON.stringify(key)},"config":${expression(config.text)},"home":${JSON.stringify(home)}});\n`,
  };
}

/** Why a page gets no widget. Like the 401 of a key, the first is the same whatever is wrong. */
const REFUSALS = {
  refused:
    "The service refused this page's key: it is mistyped, unknown or revoked, lacks the permission widget:read, or " +
    "this page's origin is not among its allowed domains. With allowed domains the service must also see the origin: a " +
    "page that sends no referrer needs referrerpolicy=\"origin\" on the script's tag. See the website's key in the console.",
  limited:
    "The key's limit of requests is reached, so this page shows no widget for now. The website's key in the console " +
    "shows its limits; they reset every minute and every UTC day.",
  project_not_found:
    "The key's project no longer exists, so this page shows no widget. Remove the script's tag from the page.",
} as const;
export type RefusalReason = keyof typeof REFUSALS;

/**
 * For a classic script whose page sends no referrer: as a module it is asked for once more, which names the page in `Origin`.
 * The tag stays the one that the loader finds. A page's `<img name="currentScript">` is no tag of ours.
 */
export const SCRIPT_THAT_ASKS_AGAIN =
  "(function(s){s instanceof HTMLScriptElement&&import(s.src)})(document.currentScript);\n";

/** Only tells the owner: a script tag whose request fails would say nothing. */
export const refusalScript = (reason: RefusalReason): string =>
  `console.warn(${JSON.stringify(`[voice-widget] ${REFUSALS[reason]}`)});\n`;
