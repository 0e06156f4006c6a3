import type { KeyPolicy, Permission } from "../../shared/keys.ts";
import { originMatches } from "./origin.ts";

/** Whether the key has the permission and allows the origin: `false` is a 401. Limits are checked elsewhere. */
export const permits = (policy: KeyPolicy, permission: Permission, origin: string | null): boolean =>
  policy.revoked_at === null &&
  policy.permissions.includes(permission) &&
  (policy.allowed_domains.length === 0 || originMatches(policy.allowed_domains, origin));
