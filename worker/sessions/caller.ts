import type { KeyPolicy } from "../../shared/keys.ts";

/** A request that the key's gate has admitted. */
export interface Caller {
  policy: KeyPolicy;
  /** The project's version as the gate knows it. */
  project_version: number;
  /** Work that may outlast the answer. */
  waitUntil: (work: Promise<unknown>) => void;
}
