import type { KeyPolicy, Permission } from "../../../shared/keys.ts";

/** Requests accepted in the running UTC minute and UTC day. */
export interface Counts {
  minute: number;
  day: number;
}

/**
 * What a request is for. A channel's key has separate limits for each bucket, so that visitors who only look do not keep
 * others from talking: `page` is what a page needs to show the launcher and count its views, `session` the events of
 * running sessions, `talk` everything else. Console keys have one bucket, as the specification says.
 */
export type Bucket = "talk" | "page" | "session";

export interface AdmitRequest {
  /** The permission that the endpoint needs. */
  permission: Permission;
  /** The request's `Origin`, as sent. */
  origin: string | null;
  /** Opaque visitor address (IPv6 cut to /64), `null` where no per-visitor limit applies. */
  visitor: string | null;
  /** Accepted requests a visitor may make a minute; 0 for no limit. */
  visitor_limit: number;
  /** `talk` where it is left out, as by older callers. */
  bucket?: Bucket;
  /** It was admitted and counted before, and has waited since. */
  again?: true;
  /** Revision of the policy that the caller already has, which is not sent again; `null` for none. */
  known_revision: number | null;
}

export type Verdict =
  /** The object has not seen the key yet: read it from D1 and `load` it, then ask again. */
  | { kind: "unloaded" }
  /**
   * 401: unknown, revoked, paused, without the permission, or from a disallowed origin. `dead` never changes back. A live
   * key's permissions and domains never change either, so an isolate that has its policy may refuse such requests itself.
   * A paused key comes without a policy, since it may be resumed at any moment.
   */
  | { kind: "refused"; dead: boolean; policy: KeyPolicy | null }
  /**
   * 429. `policy` lets an isolate refuse later requests of the window itself; `until` is unix ms. `visitor_minute`
   * or `visitor_day`: requests that this visitor may make in the window that is used up, whose count is the visitor's own.
   */
  | {
      kind: "limited";
      by: "key" | "visitor";
      policy: KeyPolicy;
      counts: Counts;
      at: number;
      until: number;
      visitor_minute?: number;
      visitor_day?: number;
    }
  /**
   * `policy` is `null` where the caller has it. `first_use` is set for the first admitted request of a UTC hour: the
   * beginning of that hour, unix ms.
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

/** What a backup holds of a gate. Only the gate knows the form of `counts`. */
export interface GateArchive {
  policy: KeyPolicy | null;
  project_version: number;
  revoked_at: number | null;
  counts: object | null;
}

/** RPC of the object that guards one key. Its name is the key's hash. */
export interface KeyGateRpc {
  admit(request: AdmitRequest): Verdict;
  /**
   * Takes D1's row (`null`: no such key) at the first use and after a change of the key's channel. A revocation or a
   * newer revision that the object already has wins.
   */
  load(policy: KeyPolicy | null, project_version: number): void;
  /** After it has answered, no request passes. @returns the rule that held until then, `null` where no request ever asked */
  revoke(at: number): KeyPolicy | null;
  /** The key is deleted: the object only remembers that it is dead, and after an hour nothing. */
  forget(): Promise<void>;
  /** The project's snapshot has changed; an object that never loaded its key stores nothing. */
  setProjectVersion(version: number): void;
  /** All that it stores, with the counts of this instant, for a backup. */
  dump(): GateArchive;
  /** Restores an archive's gate. What is already known here stays; a revocation in either one holds. */
  restore(archived: GateArchive): void;
}
