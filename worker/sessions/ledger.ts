import type { Bindings } from "../env.ts";
import type { OrgLedgerRpc } from "../objects/org-ledger/contract.ts";

/** The object as it is called from outside: every answer is a copy that comes later. */
export type LedgerStub = {
  [Call in keyof OrgLedgerRpc]: (
    ...args: Parameters<OrgLedgerRpc[Call]>
  ) => Promise<Awaited<ReturnType<OrgLedgerRpc[Call]>>>;
};

export const ledgerOf = (bindings: Bindings, org_id: number): LedgerStub =>
  bindings.ORG_LEDGER.getByName(String(org_id)) as unknown as LedgerStub;

/**
 * Asks the organization's ledger. Its calls are safe to repeat, so one that broke on the way is asked once more, with a
 * new stub as the old one is spent; an overloaded object is left alone.
 */
export async function onLedger<T>(
  bindings: Bindings,
  org_id: number,
  ask: (ledger: LedgerStub, first: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await ask(ledgerOf(bindings, org_id), true);
  } catch (error) {
    const { retryable, overloaded } = error as { retryable?: boolean; overloaded?: boolean };
    if (!retryable || overloaded) throw error;
    return ask(ledgerOf(bindings, org_id), false);
  }
}
