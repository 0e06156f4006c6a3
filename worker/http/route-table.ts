import { type Result, type Router, UnsupportedPathError } from "hono/router";
import { RegExpRouter } from "hono/router/reg-exp-router";
import { TrieRouter } from "hono/router/trie-router";

/**
 * Hono's router, except that one path cannot slow down all others. The fast `RegExpRouter` does not support a plain
 * name beside a parameter, as in `/session/queue` and `/session/:session_id/events`. With a single such path Hono would
 * use `TrieRouter` for every request, which takes eight times as long. Here only that path uses it.
 */
export class RouteTable<T> implements Router<T> {
  readonly name = "RouteTable";
  readonly #fast = new RegExpRouter<T>();
  /** Has every route, so that its paths also pass the middleware above them. */
  readonly #complete = new TrieRouter<T>();
  readonly #beside = new Set<string>();
  /** `withTelemetry` matches each request before Hono does. */
  #last: { method: string; path: string; result: Result<T> } | null = null;

  /** @throws UnsupportedPathError for a path with a parameter where a plain one was added before; add it first */
  add(method: string, path: string, handler: T): void {
    this.#complete.add(method, path, handler);
    try {
      this.#fast.add(method, path, handler);
    } catch (error) {
      if (!(error instanceof UnsupportedPathError) || /[:*]/.test(path)) throw error;
      this.#beside.add(path);
    }
  }

  match(method: string, path: string): Result<T> {
    const last = this.#last;
    if (last?.path === path && last.method === method) return last.result;
    const result = (this.#beside.has(path) ? this.#complete : this.#fast).match(method, path);
    this.#last = { method, path, result };
    return result;
  }
}
