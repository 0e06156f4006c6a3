import type { KeyPolicy } from "../../shared/keys.ts";

/** A request that the key's gate has admitted. */
export interface Caller {
  policy: KeyPolicy;
  /** The project's version as the gate knows it. */
  project_version: number;
  /** The visitor's address as an opaque name, `null` if unknown. */
  visitor: string | null;
  /** Work that may outlast the answer. */
  waitUntil: (work: Promise<unknown>) => void;
}
