import type { Bindings } from "../../env.ts";
import type { OrgLedgerRpc } from "./rpc.ts";

/** The object as it is called from outside: every answer is a copy that comes later. */
export type LedgerStub = {
  [Method in keyof OrgLedgerRpc]: (
    ...args: Parameters<OrgLedgerRpc[Method]>
  ) => Promise<Awaited<ReturnType<OrgLedgerRpc[Method]>>>;
};

export const ledgerStub = (bindings: Bindings, org_id: number): LedgerStub =>
  bindings.ORG_LEDGER.getByName(String(org_id)) as unknown as LedgerStub;

/**
 * Calls the organization's ledger. Its calls are safe to repeat, so one that broke on the way is asked once more, with a
 * new stub as the old one is spent; an overloaded object is left alone.
 */
export async function callLedger<T>(
  bindings: Bindings,
  org_id: number,
  call: (ledger: LedgerStub, first: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await call(ledgerStub(bindings, org_id), true);
  } catch (error) {
    const { retryable, overloaded } = error as { retryable?: boolean; overloaded?: boolean };
    if (!retryable || overloaded) throw error;
    return call(ledgerStub(bindings, org_id), false);
  }
}
