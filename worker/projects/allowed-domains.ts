import type { Fault } from "../../shared/errors.ts";
import { ValidationError, valueFault } from "../http/errors.ts";
import { parseDomainEntry } from "../keys/allowed-domain.ts";

/**
 * Allowed domains as they are stored: normalised and without repeats.
 * @throws ValidationError that names every invalid entry and says what to write instead
 */
export function parseDomains(entries: readonly string[]): string[] {
  const faults = domainFaults({ allowed_domains: entries });
  if (faults.length > 0) throw new ValidationError(faults);
  return [...new Set(entries.map(parseDomainEntry).flatMap((result) => ("entry" in result ? [result.entry] : [])))];
}

/** The same faults of a body that may have other faults too. */
export const domainFaults = ({ allowed_domains }: Record<string, unknown>): Fault[] =>
  (Array.isArray(allowed_domains) ? allowed_domains : []).flatMap((entry: unknown, index) => {
    const result = typeof entry === "string" ? parseDomainEntry(entry) : null;
    return result && "problem" in result ? [valueFault(["body", "allowed_domains", index], result.problem)] : [];
  });
