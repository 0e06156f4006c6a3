import { handleRequest } from "./app.ts";
import type { Bindings } from "./env.ts";
import { OrgLedger as Ledger } from "./objects/org-ledger/org-ledger.ts";
import type { Lease } from "./objects/org-ledger/rpc.ts";
import { hangUp } from "./sessions/hang-up.ts";
import { publish } from "./sessions/publish.ts";
import { readVariables } from "./variables.ts";

export { DemoAgent } from "./objects/demo-agent/demo-agent.ts";
export { KeyGate } from "./objects/key-gate/key-gate.ts";

/** The ledger with its ways to D1 and to the vendors: objects import neither, so they meet here. */
export class OrgLedger extends Ledger {
  protected override publish = publish(this.env);
  protected override hangUp = (lease: Lease) => hangUp(this.env, readVariables(this.env), lease);
}

export default { fetch: handleRequest } satisfies ExportedHandler<Bindings>;
