import type { ErrorDetail, Fault } from "../shared/errors.ts";
import type { Whoami } from "../shared/operators.ts";

/** A call that did not succeed, in words for a person; `status` is 0 where no answer came at all. */
export class ApiFailure extends Error {
  readonly status: number;
  /** Faults of single fields, when the answer was a 422. */
  readonly faults: readonly Fault[];

  constructor(status: number, message: string, faults: readonly Fault[] = []) {
    super(message);
    this.name = "ApiFailure";
    this.status = status;
    this.faults = faults;
  }
}

export interface CallOptions {
  body?: unknown;
  query?: Record<string, string | number | null | undefined>;
  /** Makes a repeated click or retry count once. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** A read costs nothing to repeat. A change may have been made all the same, and the longest, a look at a website, takes half a minute. */
const READ_SECONDS = 30;
const CHANGE_SECONDS = 60;

/** Ends what says nothing for as long as a read may take. */
class Silence {
  readonly #end = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.heard();
  }

  get signal(): AbortSignal {
    return this.#end.signal;
  }

  heard(): void {
    this.stop();
    this.#timer = setTimeout(
      () => this.#end.abort(new DOMException("Nothing came.", "TimeoutError")),
      READ_SECONDS * 1000,
    );
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** The operator API of this origin. Every answer is the caller's type: the server validated what it sends. */
export class Api {
  readonly #waitForSignIn: () => Promise<boolean>;

  /** @param waitForSignIn called after a 401: whether the same person is signed in now, so that the call is made again */
  constructor(waitForSignIn: () => Promise<boolean> = async () => false) {
    this.#waitForSignIn = waitForSignIn;
  }

  /** Exchanges a token for a cookie, which the browser sends from then on and no script can read. */
  signIn(token: string): Promise<Whoami> {
    return this.#call<Whoami>("POST", "/sign-in", { token });
  }

  get<T>(path: string, options: CallOptions = {}): Promise<T> {
    return this.#call<T>("GET", path, options);
  }

  post<T>(path: string, options: CallOptions = {}): Promise<T> {
    return this.#call<T>("POST", path, options);
  }

  patch<T>(path: string, options: CallOptions = {}): Promise<T> {
    return this.#call<T>("PATCH", path, options);
  }

  delete<T = void>(path: string, options: CallOptions = {}): Promise<T> {
    return this.#call<T>("DELETE", path, options);
  }

  /** A file: the whole of a list. How long that takes on a slow line is not known: it may last while it goes on. */
  async download(path: string, { query }: CallOptions): Promise<Blob> {
    let silence: Silence | undefined;
    const limit = () => {
      silence?.stop();
      silence = new Silence();
      return silence.signal;
    };
    try {
      const response = await this.#send(path, { query }, {}, READ_SECONDS, limit);
      if (!response.ok) throw failure(response.status, await response.json().catch(() => null));
      const heard = new TransformStream<Uint8Array<ArrayBuffer>>({
        transform(part, out) {
          silence?.heard();
          out.enqueue(part);
        },
      });
      const { headers } = response;
      return await read(new Response(response.body?.pipeThrough(heard), { headers }).blob(), READ_SECONDS);
    } finally {
      silence?.stop();
    }
  }

  async #call<T>(
    method: Method,
    path: string,
    { body, query, idempotencyKey, signal, token }: CallOptions & { token?: string },
  ): Promise<T> {
    const headers: Record<string, string> = { Accept: "application/json" };
    if (token !== undefined) headers.Authorization = `Bearer ${token}`;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (idempotencyKey) headers["Idempotency-Key"] = idempotencyKey;

    const init = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) };
    const seconds = method === "GET" ? READ_SECONDS : CHANGE_SECONDS;
    const response = await this.#send(path, { query, signal }, init, seconds);
    if (response.ok) return (response.status === 204 ? undefined : await read(response.json(), seconds, signal)) as T;
    throw failure(response.status, await response.json().catch(() => null));
  }

  /**
   * A 401 did nothing on the server, so the same call is repeated once the person has signed in again.
   * @param seconds how long each of the two may take, its body too, unless it has a `limit` of its own
   */
  async #send(
    path: string,
    { query, signal }: CallOptions,
    init: RequestInit,
    seconds: number,
    limit = () => AbortSignal.timeout(seconds * 1000),
  ): Promise<Response> {
    const send = () => {
      const ends = [signal, limit()];
      return fetch(`/admin/v1${path}${search(query)}`, {
        ...init,
        signal: AbortSignal.any(ends.filter((end) => end !== undefined)),
        cache: "no-store",
        credentials: "same-origin",
      }).catch((cause: unknown) => {
        throw unanswered(
          cause,
          seconds,
          signal,
          "The server did not answer. Check that it runs and that you are online, then try again.",
        );
      });
    };
    const response = await send();
    if (response.status !== 401 || !(await this.#waitForSignIn())) return response;
    return send();
  }
}

/** @throws ApiFailure where the connection breaks in the middle of the answer, as it does when somebody leaves the page */
function read<T>(body: Promise<T>, seconds: number, signal?: AbortSignal): Promise<T> {
  return body.catch((cause: unknown) => {
    const broken = "The server's answer could not be read. Check that you are online, then try again.";
    throw unanswered(cause, seconds, signal, broken);
  });
}

/** The error of a call without an answer; if the caller itself ended the call, its own reason. */
function unanswered(cause: unknown, seconds: number, signal: AbortSignal | undefined, text: string): unknown {
  if (signal?.aborted) return cause;
  if (!(cause instanceof DOMException && cause.name === "TimeoutError")) return new ApiFailure(0, text);
  const late = `The server has not answered for ${seconds} seconds.`;
  if (seconds === READ_SECONDS) return new ApiFailure(0, `${late} Check that you are online, then try again.`);
  return new ApiFailure(
    0,
    `${late} It may have done this all the same: look in another tab whether it has before you try again.`,
  );
}

function search(query: CallOptions["query"]): string {
  const pairs = Object.entries(query ?? {}).filter(
    ([, value]) => value !== null && value !== undefined && value !== "",
  );
  return pairs.length ? `?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}` : "";
}

function failure(status: number, body: { detail?: ErrorDetail } | null): ApiFailure {
  const detail = body?.detail;
  if (Array.isArray(detail)) return new ApiFailure(status, "Check the highlighted fields.", detail);
  if (typeof detail === "string") return new ApiFailure(status, detail);
  if (detail) return new ApiFailure(status, detail.message);
  return new ApiFailure(status, `The server answered ${status} and gave no reason. Try again in a moment.`);
}
