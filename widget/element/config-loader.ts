import { homeOrigin } from "#chunks";
import type { Service } from "../config/service.ts";
import { embeddedConfig } from "./embedded.ts";
import { hintOwner } from "./owner-hint.ts";

/** Why there is no config. The same codes as for a session, so that one set of texts serves both. */
type ConfigError = string;

/** Milliseconds after which the service counts as unreachable. */
const TIME_LIMIT = 15_000;

/** Milliseconds until a service that is down is asked again. */
const RETRY_DELAY = 30_000;

/** The owner's settings and how loading them went. */
export interface ConfigLoader {
  /** Unchecked: its readers check it. */
  readonly answer: unknown;
  readonly error: ConfigError | null;
  /** Whether `answer` is the service's answer to this key. */
  readonly fresh: boolean;
  /** Settles when the newest request has; never rejects. */
  readonly settled: Promise<void>;
  /** Loads the settings of this service with this key. */
  load(service: Service): void;
  /** Loads them again. The old answer stays until the new one comes. */
  reload(): void;
  /** Loads them again if the last try failed, for example when the page is back online. */
  retry(): void;
}

/**
 * Loads the owner's settings: those inside the script, else the service's answer. The newest request wins; after a failure
 * it tries again by itself. `changed` is called for each answer and each failure; `first`: the request before did not fail.
 */
export function createConfigLoader(element: Element, changed: () => void): ConfigLoader {
  let service: Service;
  const config = {
    load(next: Service) {
      // Used once: a second load means that the embedded settings may be outdated.
      const inside = !service && next.baseUrl === homeOrigin && embeddedConfig(next.apiKey);
      service = next;
      config.answer = inside;
      awaitAnswer(inside || request(service), !!inside);
    },
    reload() {
      awaitAnswer(request(service), false);
    },
    retry() {
      if (config.error && element.isConnected) config.reload();
    },
    // The rest is there from the first load() on.
  } as { -readonly [Name in keyof ConfigLoader]: ConfigLoader[Name] };

  /** Takes the answer, unless a newer request has been made meanwhile. */
  function awaitAnswer(answer: unknown, fresh: boolean): void {
    const own = Promise.resolve(answer).then((outcome) => {
      if (own !== config.settled) return;
      if (typeof outcome === "string") {
        config.error = outcome as ConfigError;
        setTimeout(() => own === config.settled && config.retry(), RETRY_DELAY);
      } else {
        config.answer = outcome;
        config.fresh = true;
      }
      changed();
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
    return "401";
  }
  try {
    const response = await fetch(address, {
      headers: { "X-API-Key": apiKey },
      credentials: "omit",
      signal: AbortSignal.timeout(TIME_LIMIT),
    });
    const status: ConfigError = `${response.status}`;
    if (response.ok) return (await response.json()) as object;
    hintOwner("answered", address, status);
    return status;
  } catch (error) {
    hintOwner("no_answer", address, (error as Error).message);
  }
  return "0";
}
