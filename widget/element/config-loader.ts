import { loadCachedConfig, saveCachedConfig } from "../persistence/config-cache.ts";
import { hintOwner } from "./owner-hint.ts";

/** Why there is no config. The same words as for a session, so that one set of texts serves both. */
export type ConfigTrouble = "unauthorized" | "rate_limited" | "unreachable";

/** Milliseconds after which the service counts as unreachable. */
const TIME_LIMIT = 15_000;

/** Milliseconds until a service that is down is asked again. */
const RETRY_DELAY = 30_000;

/**
 * Where the owner's settings come from: the last known ones at once, the service's answer when it is there.
 * The newest request wins; after a failure it is asked again by itself.
 */
export class ConfigLoader {
  /** As it came; its readers check it. */
  answer: unknown = null;
  trouble: ConfigTrouble | null = null;
  /** Settles, never rejects, when the newest request has. */
  settled: Promise<void> = Promise.resolve();
  /** Whether the answer is the service's own answer rather than a default or an old one. */
  fresh = false;
  /** Requests in a row that brought nothing. */
  failures = 0;
  readonly #element: Element;
  readonly #changed: () => void;
  #attempt = 0;
  #retryTimer = 0;
  #service: { baseUrl: string; apiKey: string } | null = null;

  /** `changed` hears of each answer and of each failure. */
  constructor(element: Element, changed: () => void) {
    this.#element = element;
    this.#changed = changed;
  }

  load(baseUrl: string, apiKey: string): void {
    const attempt = ++this.#attempt;
    this.#service = { baseUrl, apiKey };
    this.fresh = false;
    this.trouble = null;
    this.answer = loadCachedConfig(baseUrl, apiKey);
    this.settled = request(baseUrl, apiKey).then((outcome) => {
      if (attempt !== this.#attempt) return;
      if (typeof outcome === "string") {
        this.trouble = outcome;
        this.failures++;
      } else {
        this.failures = 0;
        this.answer = outcome;
        this.fresh = true;
        saveCachedConfig(baseUrl, apiKey, outcome);
      }
      clearTimeout(this.#retryTimer);
      if (this.trouble) this.#retryTimer = setTimeout(this.retry, RETRY_DELAY);
      this.#changed();
    });
  }

  reload(): void {
    if (this.#service) this.load(this.#service.baseUrl, this.#service.apiKey);
  }

  /** A service that was down, or a page that was offline, may be so no longer. */
  readonly retry = (): void => {
    if (this.trouble && this.#element.isConnected) this.reload();
  };
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
