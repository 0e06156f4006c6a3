// Placeholder until its owner writes it.
import type { Publish } from "../objects/org-ledger/contract.ts";
export const publish =
  (_db: D1Database): Publish =>
  async () => {};
