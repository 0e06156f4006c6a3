import { homeOrigin } from "#chunks";
import { loadCachedConfig, saveCachedConfig } from "../persistence/config-cache.ts";
import { embeddedConfig } from "./embedded.ts";
import { hintOwner } from "./owner-hint.ts";

/** The service, and the key that it is asked with. */
interface Service {
  readonly apiKey: string;
  /** Without a trailing slash. */
  readonly baseUrl: string;
}

/** Why there is no config. The same words as for a session, so that one set of texts serves both. */
export type ConfigTrouble = "unauthorized" | "rate_limited" | "unreachable";

/** Milliseconds after which the service counts as unreachable. */
const TIME_LIMIT = 15_000;

/** Milliseconds until a service that is down is asked again. */
const RETRY_DELAY = 30_000;

/**
 * Where the owner's settings come from: those inside the script; else the last known ones at once, the service's answer
 * when it is there.
 * The newest request wins; after a failure it is asked again by itself.
 */
export class ConfigLoader {
  /** As it came; its readers check it. */
  answer: unknown = null;
  trouble: ConfigTrouble | null = null;
  /** Settles, never rejects, when the newest request has. */
  settled: Promise<unknown> = Promise.resolve();
  /** Whether the answer is the service's own answer rather than a default or an old one. */
  fresh = false;
  readonly #element: Element;
  readonly #changed: (first: boolean) => void;
  #retryTimer = 0;
  #service: Service | null = null;
  #asked = false;

  /** `changed` hears of each answer and of each failure; `first` where no failure came right before it. */
  constructor(element: Element, changed: (first: boolean) => void) {
    this.#element = element;
    this.#changed = changed;
  }

  load(service: Service): void {
    const own = { ...service };
    const { baseUrl, apiKey } = own;
    this.#service = own;
    this.fresh = false;
    this.trouble = null;
    // Once: whoever loads again has a reason to think that it is old.
    const inside = !this.#asked && baseUrl === homeOrigin() && embeddedConfig(apiKey);
    this.#asked = true;
    if (inside) {
      this.answer = inside;
      this.fresh = true;
      this.settled = Promise.resolve().then(() => own === this.#service && this.#changed(true));
      return;
    }
    this.answer = loadCachedConfig(baseUrl, apiKey);
    this.settled = request(baseUrl, apiKey).then((outcome) => {
      if (own !== this.#service) return;
      const first = !this.#retryTimer;
      if (typeof outcome === "string") {
        this.trouble = outcome;
      } else {
        this.answer = outcome;
        this.fresh = true;
        saveCachedConfig(baseUrl, apiKey, outcome);
      }
      clearTimeout(this.#retryTimer);
      this.#retryTimer = this.trouble ? setTimeout(() => this.retry(), RETRY_DELAY) : 0;
      this.#changed(first);
    });
  }

  /** A service that was down, or a page that was offline, may be so no longer. */
  retry(): void {
    if (this.trouble && this.#service && this.#element.isConnected) this.load(this.#service);
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
