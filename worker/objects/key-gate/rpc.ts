import type { KeyPolicy, Permission } from "../../../shared/keys.ts";

/** Requests accepted in the running UTC minute and UTC day. */
export interface Counts {
  minute: number;
  day: number;
}

/**
 * What a request is for. On a busy site those who look must not keep those who talk from talking, so a channel's key has
 * its limits once for each: for what a page needs to show the launcher and to count its views, for the events of running
 * sessions, and for everything else. Console keys have one bucket, as the specification says.
 */
export type Bucket = "talk" | "page" | "session";

export interface AdmitRequest {
  /** What the endpoint needs; `null` where any live key will do. */
  permission: Permission;
  /** The request's `Origin`, as sent. */
  origin: string | null;
  /** Opaque visitor address (IPv6 cut to /64), `null` where no per-visitor limit applies. */
  visitor: string | null;
  /** Accepted requests a visitor may make a minute; 0 for no limit. */
  visitor_limit: number;
  /** What it is for; left out by older callers, and for whatever is no page's and no running session's own. */
  bucket?: Bucket;
  /** Revision of the policy that the caller already has; then it is not sent again; `null` for none. */
  known_revision: number | null;
}

export type Verdict =
  /** The object has not seen the key yet: read it from D1 and `load` it, then ask again. */
  | { kind: "unloaded" }
  /**
   * 401: unknown, revoked, paused, without the permission, or from a disallowed origin. `dead` will not change. A live
   * key's permissions and domains never change either: an isolate that has its policy may refuse such requests by itself.
   * A paused key comes with no policy, since it may go on at any moment.
   */
  | { kind: "refused"; dead: boolean; policy: KeyPolicy | null }
  /**
   * 429. `policy` lets an isolate judge later requests of the window by itself; `until` is unix ms. `day_used` says that
   * it is the visitor's share of the day that is used up; `visitor_minute` is what this visitor may make a minute where
   * that is not the limit of all visitors.
   */
  | {
      kind: "limited";
      by: "key" | "visitor";
      policy: KeyPolicy;
      counts: Counts;
      at: number;
      until: number;
      day_used?: boolean;
      visitor_minute?: number;
    }
  /**
   * `policy` is `null` where it is known. `first_use` is the beginning of the UTC hour, unix ms, for the first request
   * that the key admits in it, else `null`.
   */
  | {
      kind: "admitted";
      policy: KeyPolicy | null;
      counts: Counts;
      at: number;
      project_version: number;
      stale: boolean;
      first_use: number | null;
    };

/** What a gate keeps, as a backup carries it; how it counts is its own affair. */
export interface GateArchive {
  policy: KeyPolicy | null;
  project_version: number;
  revoked_at: number | null;
  counts: object | null;
}

/** RPC of the object that guards one key. Its name is the key's hash. */
export interface KeyGateRpc {
  admit(request: AdmitRequest): Verdict | Promise<Verdict>;
  /**
   * Takes D1's row (`null`: no such key), at the first use and after a change of the key's channel. A revocation that
   * the object knows of beats any load, and so does a newer revision.
   */
  load(policy: KeyPolicy | null, project_version: number): void | Promise<void>;
  /** After it has answered, no request passes. */
  revoke(at: number): void | Promise<void>;
  /** The key is deleted: the object forgets all but that it is dead, and an hour later that as well. */
  forget(): Promise<void>;
  /** The project's snapshot has changed; an object that never loaded its key stores nothing. */
  setProjectVersion(version: number): void | Promise<void>;
  /** All that it keeps, for a backup, the counts of this instant among it. */
  dump(): GateArchive | Promise<GateArchive>;
  /** Puts an archive's gate back. What is known here already stays; a revocation in either holds. */
  restore(archived: GateArchive): void | Promise<void>;
}
