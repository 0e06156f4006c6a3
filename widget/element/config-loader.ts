import { hintOwner } from "./owner-hint.ts";

/** Why there is no config. The same words as for a session, so that one set of texts serves both. */
export type ConfigTrouble = "unauthorized" | "rate_limited" | "unreachable";

/** Milliseconds after which the service counts as unreachable. */
const TIME_LIMIT = 15_000;

/**
 * Where the owner's settings come from: the last known ones at once, the service's answer when it is there.
 * The newest request wins.
 */
export class ConfigLoader {
  /** As it came; its readers check it. */
  answer: unknown = null;
  trouble: ConfigTrouble | null = null;
  /** Settles, never rejects, when the newest request has. */
  settled: Promise<void> = Promise.resolve();
  /** Whether the answer is the service's own answer rather than a default or an old one. */
  fresh = false;
  readonly #changed: () => void;
  #attempt = 0;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  load(baseUrl: string, apiKey: string): Promise<void> {
    const attempt = ++this.#attempt;
    this.fresh = false;
    this.trouble = null;
    this.answer = loadCachedConfig(baseUrl, apiKey);
    this.settled = request(baseUrl, apiKey).then((outcome) => {
      if (attempt !== this.#attempt) return;
      if (typeof outcome === "string") {
        this.trouble = outcome;
      } else {
        this.answer = outcome;
        this.fresh = true;
        saveCachedConfig(baseUrl, apiKey, outcome);
      }
      this.#changed();
    });
    return this.settled;
  }
}

async function request(baseUrl: string, apiKey: string): Promise<object | ConfigTrouble> {
  const address = `${baseUrl}/widget/v1/config`;
  if (!apiKey) {
    hintOwner("no_key");
    return "unauthorized";
  }
  try {
    const response = await fetch(address, {
      headers: { "X-API-Key": apiKey },
      credentials: "omit",
      signal: AbortSignal.timeout(TIME_LIMIT),
    });
    const { ok, status } = response;
    if (ok) return (await response.json()) as object;
    hintOwner("answered", address, String(status));
    if (status === 401) return "unauthorized";
    if (status === 429) return "rate_limited";
  } catch (error) {
    hintOwner("no_answer", address, (error as Error).message);
  }
  return "unreachable";
}

// Storage is missing or forbidden in some browsers and frames: then the defaults are painted until the answer is there.
const storageKey = (baseUrl: string, apiKey: string) => `voice-widget:config:${baseUrl}:${apiKey}`;

function loadCachedConfig(baseUrl: string, apiKey: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(storageKey(baseUrl, apiKey)) ?? "null");
  } catch {
    return null;
  }
}

function saveCachedConfig(baseUrl: string, apiKey: string, answer: unknown): void {
  try {
    localStorage.setItem(storageKey(baseUrl, apiKey), JSON.stringify(answer));
  } catch {}
}
