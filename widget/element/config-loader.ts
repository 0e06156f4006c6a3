import { homeOrigin } from "#chunks";
import { embeddedConfig } from "./embedded.ts";
import { hintOwner } from "./owner-hint.ts";

/** The service, and the key that it is asked with. */
interface Service {
  readonly apiKey: string;
  /** Without a trailing slash. */
  readonly baseUrl: string;
}

/** Why there is no config. The same words as for a session, so that one set of texts serves both. */
export type ConfigTrouble = "unauthorized" | "rate_limited" | "service_failed" | "unreachable";

/** Milliseconds after which the service counts as unreachable. */
const TIME_LIMIT = 15_000;

/** Milliseconds until a service that is down is asked again. */
const RETRY_DELAY = 30_000;

/**
 * Where the owner's settings come from: those inside the script, else the service's answer. The newest request wins; after
 * a failure it is asked again by itself.
 */
export class ConfigLoader {
  /** As it came; its readers check it. */
  answer: unknown = null;
  trouble: ConfigTrouble | null = null;
  /** Settles, never rejects, when the newest request has. */
  settled: Promise<unknown> = Promise.resolve();
  /** Whether the answer is the service's own answer to this key rather than none or another's. */
  fresh = false;
  readonly #element: Element;
  readonly #changed: (first: boolean) => void;
  #service: Service | null = null;

  /** `changed` hears of each answer and of each failure; `first` where no failure came right before it. */
  constructor(element: Element, changed: (first: boolean) => void) {
    this.#element = element;
    this.#changed = changed;
  }

  load({ baseUrl, apiKey }: Service): void {
    // Once: whoever loads again has a reason to think that what is inside is old.
    const inside = !this.#service && baseUrl === homeOrigin() && embeddedConfig(apiKey);
    const first = !this.trouble;
    const own = { baseUrl, apiKey };
    const { apiKey: formerKey, baseUrl: formerUrl } = this.#service ?? {};
    // The last answer to the same key is better than none.
    if (formerKey !== apiKey || formerUrl !== baseUrl) this.answer = inside || null;
    this.#service = own;
    this.fresh = !!inside;
    this.trouble = null;
    this.settled = Promise.resolve(inside || request(own)).then((outcome) => {
      if (own !== this.#service) return;
      if (typeof outcome === "string") {
        this.trouble = outcome as ConfigTrouble;
        setTimeout(() => own === this.#service && this.retry(), RETRY_DELAY);
      } else {
        this.answer = outcome;
        this.fresh = true;
      }
      this.#changed(first);
    });
  }

  /** A service that was down, or a page that was offline, may be so no longer. */
  retry(): void {
    if (this.trouble && this.#service && this.#element.isConnected) this.load(this.#service);
  }
}

async function request({ baseUrl, apiKey }: Service): Promise<object | ConfigTrouble> {
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
    return status === 429 ? "rate_limited" : "service_failed";
  } catch (error) {
    hintOwner("no_answer", address, (error as Error).message);
  }
  return "unreachable";
}
