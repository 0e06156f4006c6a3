import type { KeyPolicy, Permission } from "../../../shared/keys.ts";
import { originMatches } from "./origin.ts";

/** Whether a key may be used for this at all, from this origin: `false` is a 401. Counts are another matter. */
export const permits = (policy: KeyPolicy, permission: Permission, origin: string | null): boolean =>
  policy.revoked_at === null &&
  policy.permissions.includes(permission) &&
  (policy.allowed_domains.length === 0 || originMatches(policy.allowed_domains, origin));
