import type { KeyPolicy, Permission } from "../../../shared/keys.ts";
import { BoundedMap } from "../../bounded-map.ts";
import { permits } from "../../keys/permits.ts";
import { BUCKETS } from "./buckets.ts";
import type { Bucket, Verdict } from "./rpc.ts";

type Limited = Extract<Verdict, { kind: "limited" }>;

/** A refusal that the isolate may give by itself. */
export type Denial = { kind: "refused" } | Limited;

/** Keys without a channel have one bucket for everything. */
const bucketOf = (policy: KeyPolicy | undefined, bucket: Bucket = "talk"): Bucket =>
  policy?.visitor_limited ? bucket : "talk";

/** How long a denial holds before the gate is asked again. */
const CACHE_MS = 60_000;

/**
 * What an isolate remembers of the gates' verdicts, so that a flood costs no hop and no write. It can only refuse: no
 * entry ever lets a request pass. A key's permissions and domains never change, so a missing permission or wrong origin
 * can be refused without asking the gate.
 */
export class DenialCache {
  /** Until when the key is considered dead, unix milliseconds. */
  #dead: BoundedMap<string, number>;
  #policies: BoundedMap<string, KeyPolicy>;
  #limited: BoundedMap<string, { verdict: Limited; until: number }>;

  constructor(size = 5_000) {
    this.#dead = new BoundedMap(size);
    this.#policies = new BoundedMap(size);
    this.#limited = new BoundedMap(size);
  }

  policyOf(key_hash: string): KeyPolicy | null {
    return this.#policies.get(key_hash) ?? null;
  }

  find(
    key_hash: string,
    request: { permission: Permission; origin: string | null; visitor: string | null; bucket?: Bucket },
    now: number,
  ): Denial | null {
    const dead = this.#dead.get(key_hash);
    if (dead !== undefined) {
      if (now < dead) return { kind: "refused" };
      this.#dead.delete(key_hash);
    }
    const policy = this.#policies.get(key_hash);
    if (policy && !permits(policy, request.permission, request.origin)) return { kind: "refused" };
    const { visitor } = request;
    return (
      this.#limit(`${key_hash} ${bucketOf(policy, request.bucket)}`, now) ??
      (visitor === null ? null : this.#limit(`${key_hash} ${visitor}`, now))
    );
  }

  #limit(name: string, now: number): Limited | null {
    const limit = this.#limited.get(name);
    if (!limit) return null;
    if (now < limit.until) return limit.verdict;
    this.#limited.delete(name);
    return null;
  }

  note(key_hash: string, visitor: string | null, verdict: Verdict, now: number, bucket?: Bucket): void {
    switch (verdict.kind) {
      case "unloaded":
        return;
      case "refused":
        if (verdict.dead) this.#dead.set(key_hash, now + CACHE_MS);
        else if (verdict.policy) this.#policies.set(key_hash, verdict.policy);
        return;
      case "limited": {
        const name = `${key_hash} ${verdict.by === "key" ? bucketOf(verdict.policy, bucket) : visitor}`;
        // Both times are of the gate's clock; this isolate's clock only measures how long it is until then.
        this.#limited.set(name, { verdict, until: now + Math.min(verdict.until - verdict.at, CACHE_MS) });
        this.#policies.set(key_hash, verdict.policy);
        return;
      }
      case "admitted":
        if (verdict.policy) this.#policies.set(key_hash, verdict.policy);
    }
  }

  /** For a key that was just created or resumed: it may be cached as unknown. */
  forget(key_hash: string): void {
    this.#dead.delete(key_hash);
    this.#policies.delete(key_hash);
    for (const bucket of BUCKETS) this.#limited.delete(`${key_hash} ${bucket}`);
  }
}

/** The cache of this isolate. */
export const denialCache = new DenialCache();
