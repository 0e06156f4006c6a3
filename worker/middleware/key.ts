// Placeholder until its owner writes it.
import type { Permission } from "../../shared/keys.ts";
export const key = (_permission: Permission) => (_c: unknown, next: () => Promise<void>) => next();
