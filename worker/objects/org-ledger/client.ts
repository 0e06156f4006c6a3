import { callObject, type ObjectStub } from "../call-object.ts";
import type { OrgLedgerRpc } from "./rpc.ts";

export type LedgerStub = ObjectStub<OrgLedgerRpc>;

export interface LedgerBindings {
  ORG_LEDGER: { getByName(name: string): unknown };
}

export const ledgerStub = ({ ORG_LEDGER }: LedgerBindings, org_id: number): LedgerStub =>
  ORG_LEDGER.getByName(String(org_id)) as LedgerStub;

/** Calls the organization's ledger; all its calls are safe to repeat. */
export const callLedger = <T>(
  bindings: LedgerBindings,
  org_id: number,
  call: (ledger: LedgerStub, first: boolean) => Promise<T>,
): Promise<T> => callObject(() => ledgerStub(bindings, org_id), call);
