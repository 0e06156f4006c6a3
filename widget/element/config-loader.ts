import { homeOrigin } from "#chunks";
import type { Service } from "../config/service.ts";
import { embeddedConfig } from "./embedded.ts";
import { hintOwner } from "./owner-hint.ts";

/** Why there is no config. The same words as for a session, so that one set of texts serves both. */
export type ConfigError = "unauthorized" | "rate_limited" | "service_failed" | "unreachable";

/** Milliseconds after which the service counts as unreachable. */
const TIME_LIMIT = 15_000;

/** Milliseconds until a service that is down is asked again. */
const RETRY_DELAY = 30_000;

/** What is known of the owner's settings. */
export interface ConfigLoader {
  /** As it came; its readers check it. */
  readonly answer: unknown;
  readonly error: ConfigError | null;
  /** Whether the answer is the service's own answer to this key rather than none or another's. */
  readonly fresh: boolean;
  /** Settles, never rejects, when the newest request has. */
  readonly settled: Promise<void>;
  /** From here on of this service, with this key. */
  load(service: Service): void;
  /** Asks once more. What is known stays until the answer comes. */
  reload(): void;
  /** A service that was down, or a page that was offline, may be so no longer. */
  retry(): void;
}

/**
 * Where the owner's settings come from: those inside the script, else the service's answer. The newest request wins; after
 * a failure it is asked again by itself. `changed` hears of each answer and of each failure; `first` where no failure came
 * right before it.
 */
export function createConfigLoader(element: Element, changed: (first: boolean) => void): ConfigLoader {
  let service: Service | undefined;
  const config = {
    answer: null as unknown,
    error: null as ConfigError | null,
    fresh: false,
    settled: Promise.resolve(),
    load(next: Service) {
      // Once: whoever loads again has a reason to think that what is inside is old.
      const inside = !service && next.baseUrl === homeOrigin() && embeddedConfig(next.apiKey);
      service = next;
      config.answer = inside || null;
      awaitAnswer(inside || request(service), !!inside);
    },
    reload() {
      if (service) awaitAnswer(request(service), false);
    },
    retry() {
      if (config.error && element.isConnected) config.reload();
    },
  };

  /** The newest one counts. */
  function awaitAnswer(answer: unknown, fresh: boolean): void {
    const first = !config.error;
    const own = Promise.resolve(answer).then((outcome) => {
      if (own !== config.settled) return;
      if (typeof outcome === "string") {
        config.error = outcome as ConfigError;
        setTimeout(() => own === config.settled && config.retry(), RETRY_DELAY);
      } else {
        config.answer = outcome;
        config.fresh = true;
      }
      changed(first);
    });
    config.settled = own;
    config.error = null;
    config.fresh = fresh;
  }
  return config;
}

async function request({ baseUrl, apiKey }: Service): Promise<object | ConfigError> {
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
    hintOwner("answered", address, `${status}`);
    if (status === 401) return "unauthorized";
    return status === 429 ? "rate_limited" : "service_failed";
  } catch (error) {
    hintOwner("no_answer", address, (error as Error).message);
  }
  return "unreachable";
}
