import type { KeyPolicy } from "../../shared/keys.ts";
import type { Actor } from "../actor.ts";
import type { Bindings } from "../env.ts";

/** Hono's types for this app; `policy` is set after the key check, `actor` after the operator check. */
export interface AppEnv {
  Bindings: Bindings;
  Variables: {
    policy: KeyPolicy;
    /** Version of the project's snapshot, as the gate knows it. */
    project_version: number;
    actor: Actor;
    /** The body, where it was waited for before the route. */
    body?: Promise<Uint8Array>;
    /** The sign-in that vouches for `actor`, where one does: it may end while the request is answered. */
    signIn?: { credential_hash: string; cookie_hash: string };
  };
}
