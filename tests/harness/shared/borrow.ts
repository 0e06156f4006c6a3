import { inject } from "vitest";
import type {} from "./processes.ts";

/**
 * The address of what all files of a run share: see processes.ts.
 * @throws Error that says why it does not run
 */
export async function borrow(name: string): Promise<string> {
  const response = await fetch(`${inject("lender")}/${encodeURIComponent(name)}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`${name} could not be started: ${text}`);
  return text;
}
