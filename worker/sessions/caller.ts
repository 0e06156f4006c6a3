import type { KeyPolicy } from "../../shared/keys.ts";

/** The key of a request that its gate has admitted. */
export interface KeyHolder {
  policy: KeyPolicy;
  /** The project's version as the gate knows it. */
  project_version: number;
  /** Work that may outlast the answer. */
  waitUntil: (work: Promise<unknown>) => void;
}

export interface Caller extends KeyHolder {
  /** The visitor's address as an opaque name, `null` if unknown. */
  visitor: string | null;
}

/** Whether the console calls: its key of an agent has no channel. `undefined` where the gate does not know that: D1 says it later. */
export const isTest = ({ agent_id, channel_id }: KeyPolicy): boolean | undefined =>
  agent_id === null ? false : channel_id === undefined ? undefined : channel_id === null;
