import type { SourcePatterns } from "../../../shared/knowledge.ts";
import { fits, normal, readPattern } from "./path-pattern.ts";

export const NOT_CHOSEN = "The source's patterns leave it out";

/** Whether an owner wants an address of a site read. */
export type Choice = (address: string) => boolean;

/** What is in `exclude` is not read, nor, where `include` names anything, what is not in there. */
export function choiceOf({ include, exclude }: SourcePatterns): Choice {
  const wanted = include.map(readPattern);
  const unwanted = exclude.map(readPattern);
  if (wanted.length + unwanted.length === 0) return () => true;
  return (address) => {
    const { pathname, search } = new URL(address);
    const path = normal(pathname + search);
    return (
      (wanted.length === 0 || wanted.some((pattern) => fits(pattern, path))) &&
      !unwanted.some((pattern) => fits(pattern, path))
    );
  };
}
