import { type Result, type Router, UnsupportedPathError } from "hono/router";
import { RegExpRouter } from "hono/router/reg-exp-router";
import { TrieRouter } from "hono/router/trie-router";

/**
 * Hono's router, but that one path cannot make all of them slow. The fast `RegExpRouter` takes no plain name beside a
 * parameter, as in `/session/queue` and `/session/:session_id/events`; with a single such path Hono would leave every
 * request to `TrieRouter`, which takes eight times as long. Here only that path is left to it.
 */
export class RouteTable<T> implements Router<T> {
  readonly name = "RouteTable";
  readonly #fast = new RegExpRouter<T>();
  /** Knows every route, so that a path that is left to it passes all that stands above it. */
  readonly #complete = new TrieRouter<T>();
  readonly #beside = new Set<string>();

  /** @throws UnsupportedPathError for a path with parameters beside a plain one that was added before: add it first */
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
    return (this.#beside.has(path) ? this.#complete : this.#fast).match(method, path);
  }
}
