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

  /** A file: the whole of a list. */
  async download(path: string, { query }: CallOptions): Promise<Blob> {
    const response = await this.#send(path, { query }, {});
    if (!response.ok) throw failure(response.status, await response.json().catch(() => null));
    return read(response.blob());
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

    const init = { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal };
    const response = await this.#send(path, { query, signal }, init);
    if (response.ok) return (response.status === 204 ? undefined : await read(response.json(), signal)) as T;
    throw failure(response.status, await response.json().catch(() => null));
  }

  /** A 401 did nothing on the server, so the same call is repeated once the person has signed in again. */
  async #send(path: string, { query, signal }: CallOptions, init: RequestInit): Promise<Response> {
    const send = () =>
      fetch(`/admin/v1${path}${search(query)}`, { ...init, cache: "no-store", credentials: "same-origin" }).catch(
        (cause: unknown) => {
          if (signal?.aborted) throw cause;
          throw new ApiFailure(
            0,
            "The server did not answer. Check that it runs and that you are online, then try again.",
          );
        },
      );
    const response = await send();
    if (response.status !== 401 || !(await this.#waitForSignIn())) return response;
    return send();
  }
}

/** @throws ApiFailure where the connection breaks in the middle of the answer, as it does when somebody leaves the page */
function read<T>(body: Promise<T>, signal?: AbortSignal): Promise<T> {
  return body.catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new ApiFailure(0, "The server's answer could not be read. Check that you are online, then try again.");
  });
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
